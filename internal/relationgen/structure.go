package relationgen

import (
	"fmt"
	"strings"
)

// copies plants files of equal bytes, and such that differ by a letter.
func (g *gen) copies() {
	for range 4 {
		a := g.put("office/"+g.slug()+".md", g.page(g.title(), 5))
		b := g.put("backup/"+g.slug()+".md", g.Files[a])
		g.truth("same-as", a, b, true)
	}
	for range 4 {
		a := g.put("office/"+g.slug()+".md", g.page(g.title(), 5))
		b := g.put("backup/"+g.slug()+".md", g.edit(g.Files[a], 1))
		g.never("same-as", a, b, true)
		g.also("near-duplicate-of", a, b, true)
	}
}

func mail(id, subject string, headers []string, body string) string {
	lines := append([]string{"From: a@planted.example", "To: b@planted.example", "Date: Tue, 04 Mar 2025 09:00:00 +0000", "Subject: " + subject, "Message-ID: <" + id + "@planted.example>"}, headers...)
	return strings.Join(lines, "\r\n") + "\r\n\r\n" + body + "\r\n"
}

// attachments plants mails that carry a document, and mails that only speak of one.
func (g *gen) attachments() {
	for range 4 {
		slug, note := g.slug(), g.slug()
		parts := "--cut\r\nContent-Type: text/plain\r\n\r\n" + g.paragraph() + "\r\n--cut\r\nContent-Type: text/markdown; name=\"" + note + ".md\"\r\nContent-Disposition: attachment; filename=\"" + note + ".md\"\r\n\r\n" +
			g.page(g.title(), 3) + "\r\n--cut--"
		m := g.put("mail/"+slug+".eml", mail(slug, g.title(), []string{"MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=cut"}, parts))
		g.truth("attached-to", m+"!/"+note+".md", m, false)
	}
	for range 4 {
		slug := g.slug()
		doc := g.put("papers/"+g.slug()+".md", g.page(g.title(), 4))
		m := g.put("mail/"+slug+".eml", mail(slug, g.title(), nil, g.paragraph()+"\r\nThe paper on this is attached.\r\n"+g.paragraph()))
		g.never("attached-to", doc, m, false)
	}
}

// replies plants answers, and mails of the same subject that answer others.
func (g *gen) replies() {
	for i := range 4 {
		first, second, subject := g.slug(), g.slug(), g.title()
		a := g.put("mail/"+first+".eml", mail(first, subject, nil, g.paragraph()+"\r\n\r\n"+g.paragraph()))
		header := "In-Reply-To: <" + first + "@planted.example>"
		if i%2 == 1 {
			header = "References: <root-" + first + "@planted.example>\r\n <" + first + "@planted.example>"
		}
		b := g.put("mail/"+second+".eml", mail(second, "Re: "+subject, []string{header}, g.paragraph()))
		g.truth("replies-to", b, a, false)
	}
	for range 4 {
		first, second, subject := g.slug(), g.slug(), g.title()
		a := g.put("mail/"+first+".eml", mail(first, subject, nil, g.paragraph()))
		b := g.put("mail/"+second+".eml", mail(second, "Re: "+subject, []string{"In-Reply-To: <" + first + "@elsewhere.example>"}, g.paragraph()))
		g.never("replies-to", b, a, false)
	}
}

// links plants links that lead to a document, and such that leave the corpus.
func (g *gen) links() {
	for i := range 4 {
		to := g.slug()
		b := g.put("wiki/pages/"+to+".md", g.page(g.title(), 4))
		target := "pages/" + to + ".md"
		if i == 1 {
			target += "#part-two"
		}
		a := g.put("wiki/"+g.slug()+".md", g.page(g.title(), 4, fmt.Sprintf("More stands in [another paper](%s).", target)))
		if i == 2 {
			a = g.put("wiki/"+g.slug()+".html", "<html><head><title>"+g.title()+"</title></head><body><p>"+g.paragraph()+" See <a href=\""+target+"\">there</a>.</p></body></html>")
		}
		g.truth("links-to", a, b, false)
		if i == 2 { // the Markdown page links to it too
			for p, text := range g.Files {
				if p != a && strings.Contains(text, "("+target+")") {
					g.truth("links-to", p, b, false)
				}
			}
		}
	}
	for _, target := range []string{"https://planted.example/pages/%s.md", "papers/%s.md", "../../pages/%s.md", "pages/%s.docx"} {
		to := g.slug()
		b := g.put("wiki/pages/"+to+".md", g.page(g.title(), 4))
		a := g.put("wiki/"+g.slug()+".md", g.page(g.title(), 4, "More stands in [another paper]("+fmt.Sprintf(target, to)+")."))
		g.never("links-to", a, b, false)
	}
}

// mentions plants names of files and titles in quotation marks, and names that two
// documents have, or that are only part of one.
func (g *gen) mentions() {
	for i := range 4 {
		title, slug := g.title(), g.slug()
		b := g.put("papers/"+slug+".md", g.page(title, 4))
		said := "The figures come from " + slug + ".md, which is kept by the office."
		if i%2 == 1 {
			said = "The figures come from “" + title + "”, which is kept by the office."
		}
		a := g.put("notes/"+g.slug()+".md", g.page(g.title(), 4, said))
		g.truth("mentions", a, b, false)
	}
	for i := range 4 {
		title, slug := g.title(), g.slug()
		b := g.put("papers/"+slug+".md", g.page(title, 4))
		said := "The figures come from “" + strings.Join(strings.Fields(title)[:2], " ") + "”, which is lost."
		switch i {
		case 1:
			said = "The figures come from old-" + slug + ".md, which is lost."
		case 2:
			g.put("papers/more/"+slug+".md", g.page(g.title(), 4))
			said = "The figures come from " + slug + ".md, whichever of them that is."
		}
		a := g.put("notes/"+g.slug()+".md", g.page(g.title(), 4, said))
		g.never("mentions", a, b, false)
	}
}
