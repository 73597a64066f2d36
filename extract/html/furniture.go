package html

import (
	"strings"
	"unicode"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// verdict is what an element's own tag, role and names say of it.
type verdict uint8

const (
	neutral verdict = iota
	weak            // furniture unless it holds a good part of the page's prose
	strong          // furniture unless it holds nearly all of it
)

// share returns the part of the page's prose, per mille, from which on an element
// is not believed to be furniture.
func (v verdict) share() int64 {
	if v == strong {
		return 700
	}
	return 350
}

// judge applies the rules for furniture to n. inside says that n stands in an
// article, main or section element.
func judge(n *nethtml.Node, inside bool) verdict {
	switch n.DataAtom {
	case atom.Html, atom.Body, atom.Main:
		return neutral
	case atom.Nav, atom.Dialog, atom.Menu:
		return strong
	case atom.Footer:
		if !inside {
			return strong
		}
	case atom.Header:
		if !inside {
			return weak
		}
	case atom.Aside:
		if !inside {
			return weak
		}
	case atom.Button:
		if attr(n, "aria-expanded") == "" && attr(n, "aria-controls") == "" {
			return strong
		}
	}
	return max(roles[strings.ToLower(attr(n, "role"))], named(n))
}

// roles are the landmarks of a page that are not its content.
var roles = map[string]verdict{
	"navigation": strong, "search": strong, "menu": strong, "menubar": strong, "toolbar": strong, "dialog": strong,
	"alertdialog": strong, "banner": weak, "contentinfo": strong, "complementary": weak, "button": strong,
}

// words are parts of class names and ids that authors give to what surrounds a
// text. Two words joined by "+" have to stand next to each other.
var words = map[string]verdict{
	"nav": weak, "navbar": strong, "navbox": strong, "navigation": strong, "navigator": weak, "menu": weak, "submenu": weak, "dropdown": weak,
	"sidebar": weak, "breadcrumb": strong, "breadcrumbs": strong, "masthead": weak, "footer": weak, "topbar": weak,
	"cookie": strong, "cookies": strong, "consent": strong, "gdpr": strong, "cookiebar": strong,
	"share": strong, "sharing": strong, "sharebar": strong, "social": strong, "socials": strong, "sharedaddy": strong, "addthis": strong, "shariff": strong,
	"newsletter": weak, "subscribe": weak, "subscription": weak, "signup": weak, "paywall": weak, "login": weak, "signin": weak,
	"promo": weak, "promos": weak, "promotion": weak, "advert": strong, "advertisement": strong, "advertising": strong, "adsense": strong, "ads": strong, "ad": strong,
	"anzeige": strong, "publicidade": strong, "publicidad": strong, "sponsor": weak, "sponsored": weak, "outbrain": strong, "taboola": strong,
	"related": weak, "recommended": weak, "recommendations": weak, "recirculation": weak, "teaser": weak, "teasers": weak, "popular": weak, "trending": weak,
	"most+read": weak, "most+popular": weak, "top+stories": weak, "more+stories": weak, "read+next": weak, "readnext": weak,
	"pagination": strong, "pager": weak, "paging": weak, "prev+next": weak, "toolbar": weak, "tools": weak,
	"comment+count": strong, "comments+count": strong, "share+count": strong, "like+count": strong, "view+count": strong,
	"comments": weak, "comment": weak, "disqus": strong, "respond": weak, "replies": weak, "skip": weak, "skiplink": weak, "back+top": weak, "backtotop": weak,
	"popup": weak, "modal": weak, "lightbox": weak, "tooltip": weak, "widget": weak, "widgets": weak,
	"editsection": strong, "toc": weak, "printfooter": strong, "catlinks": strong, "searchform": strong, "searchbox": strong, "searchbar": strong, "copyright": weak,
}

// plainWords in a name say that the element is content or holds all of the page.
var plainWords = map[string]bool{
	"content": true, "article": true, "main": true, "body": true, "page": true, "wrapper": true, "wrap": true, "container": true,
	"layout": true, "has": true, "with": true, "no": true, "without": true, "post": true, "entry": true, "story": true, "text": true, "code": true, "data": true,
}

// named judges n by its class names and id. Headings have ids that are made of
// their text, and inline elements may only carry names that leave no doubt.
func named(n *nethtml.Node) verdict {
	if headingLevel(n) > 0 {
		return neutral
	}
	var found verdict
	for _, key := range []string{"class", "id"} {
		value := attr(n, key)
		if len(value) > 1000 {
			continue
		}
		for name := range strings.FieldsSeq(value) {
			if key == "id" && !blocks[n.DataAtom] {
				continue
			}
			found = max(found, nameVerdict(name))
		}
	}
	if found == weak && !blocks[n.DataAtom] {
		return neutral
	}
	return found
}

func nameVerdict(name string) verdict {
	var found verdict
	last := ""
	parts := splitName(name)
	if len(parts) > 4 {
		return neutral // a sentence, not a name
	}
	for _, p := range parts {
		v := max(words[p], words[last+"+"+p])
		if v == weak {
			found = max(found, weak)
		} else if v == strong {
			found = strong
		}
		last = p
	}
	if found != weak {
		return found
	}
	for _, p := range parts {
		if plainWords[p] {
			return neutral // "has-sidebar", "comment-text"
		}
	}
	return found
}

// splitName divides a class name into its words: site-nav, site_nav, siteNav.
func splitName(name string) []string {
	var out []string
	start := 0
	runes := []rune(name)
	cut := func(end int) {
		if end > start {
			out = append(out, strings.ToLower(string(runes[start:end])))
		}
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r):
			cut(i)
			start = i + 1
		case i > start && unicode.IsUpper(r) && unicode.IsLower(runes[i-1]):
			cut(i)
			start = i
		}
	}
	cut(len(runes))
	return out
}
