package html_test

import (
	"strings"
	"testing"

	"quire/extract"
	"quire/extract/html"
)

func TestStylesCascade(t *testing.T) {
	tests := []struct {
		name, in string
		seen     bool
	}{
		{"a more special rule shows", `<style>.r.on{display:block} .r{display:none}</style><p class="r on">x`, true},
		{"a later rule shows", `<style>.h{display:none}.h{display:block}</style><p class=h>x`, true},
		{"a later rule hides", `<style>.h{display:block}.h{display:none}</style><p class=h>x`, false},
		{"an id is stronger than classes", `<style>#a{display:block}.h.h.h{display:none}</style><p class=h id=a>x`, true},
		{"inline shows", `<style>#a{display:none}</style><p id=a style="display:block">x`, true},
		{"important is stronger than inline", `<style>.h{display:none ! important}</style><p class=h style="display:block">x`, false},
		{"important is stronger than a later rule", `<style>.h{display:block!important}.h{display:none}</style><p class=h>x`, true},
		{"inline important", `<p style="display:none!important;display:block">x`, false},
		{"the last of an inline style", `<p style="display:none;display:block">x`, true},
		{"display undoes the attribute", `<p hidden style="display:block">x`, true},
		{"a type and a class", `<style>p.h{display:none}</style><p class=h>x`, false},
		{"another type", `<style>q.h{display:none}</style><p class=h>x`, true},
		{"a child", `<style>div > .h{display:none}</style><div><p class=h>x</div>`, false},
		{"not a grandchild", `<style>div > .h{display:none}</style><div><blockquote style="display:contents"><p class=h>x</blockquote></div>`, true},
		{"a descendant", `<style>#k .h{visibility:hidden}</style><div id=k><div><p class=h>x</div></div>`, false},
		{"outside it", `<style>#k .h{visibility:hidden}</style><div id=other><div><p class=h>x</div></div>`, true},
		{"behind a sibling", `<style>i + p{display:none}</style><i></i><p>x`, false},
		{"behind siblings", `<style>input:checked ~ p{display:none}</style><input type=hidden checked><i></i><p>x`, false},
		{"an attribute", `<style>[data-s^="of"]{display:none}</style><p data-s=off>x`, false},
		{"under the pointer", `<style>.h:hover{display:none}</style><p class=h>x`, true},
		{"generated text", `<style>.h::after,.h:before{display:none}</style><p class=h>x`, true},
		{"not", `<style>.h:not(.on, :focus){display:none}</style><p class="h on">x`, true},
		{"not not", `<style>.h:not(.on, :focus){display:none}</style><p class="h">x`, false},
		{"an escaped name", `<style>.md\:none{display:none}</style><p class="md:none">x`, false},
		{"on a screen", `<style>@media screen{.h{display:none}}</style><p class=h>x`, false},
		{"on every screen but paper", `<style>@media not print{.h{display:none}}</style><p class=h>x`, false},
		{"on a narrow screen", `<style>@media (max-width:600px){.h{display:none}}</style><p class=h>x`, true},
		{"seen on a wide screen only", `<style>.h{display:none}@media(min-width:48em){.h{display:block}}</style><p class=h>x`, true},
		{"seen on paper only", `<style>.h{display:none}@media print{.h{display:block}}</style><p class=h>x`, false},
		{"a sheet for paper", `<style media=print>.h{display:none}</style><p class=h>x`, true},
		{"a layer is weaker", `<style>.h{display:block}@layer a{p.h{display:none}}</style><p class=h>x`, true},
		{"a brace in a string", `<style>.a:before{content:"}"} .h{display:none}</style><p class=h>x`, false},
		{"behind an import", `<style>@import url("a;b.css");.h{display:none}</style><p class=h>x`, false},
		{"visible in what is not", `<div style="visibility:hidden"><p style="visibility:visible">x</div>`, true},
		{"not visible in what is gone", `<div style="display:none"><p style="visibility:visible;display:block">x</div>`, false},
		{"a size in no size", `<div style="font-size:0"><p style="font:12px serif">x</div>`, true},
		{"a part of no size", `<div style="font-size:0"><p style="font-size:1em">x</div>`, false},
		{"black in white", `<div style="color:white"><p style="color:black">x</div>`, true},
		{"two rules together", `<style>.a{position:absolute}.h{left:-9999px}</style><p class="a h">x`, false},
		{"a box that its padding makes", `<style>.h{height:0;overflow:hidden;padding-bottom:50%}</style><p class=h>x`, true},
		{"it fades in", `<style>.h{opacity:0;animation:in 1s forwards}</style><p class=h>x`, true},
		{"where no script runs", `<html class=no-js><style>.no-js .h{display:none}</style><p class=h>x`, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := show(html.Read([]byte(tt.in), html.Options{}).Blocks)
			if seen := !strings.Contains(got, "hidden"); seen != tt.seen || !strings.HasSuffix(got, ": x\n") {
				t.Errorf("seen is %v, want %v: %q", seen, tt.seen, got)
			}
		})
	}
	runBlocks(t, html.Options{}, []blockTest{
		{"seen words in an unseen line", `<p style="visibility:hidden">gone <span style="visibility:visible">seen</span>`, []string{"paragraph [hidden:css]: gone", "paragraph: seen"}},
		{"a hidden group of rows", "<table><tbody hidden><tr><th>h<th>9</tbody><tr><td>a<td>1<tr><td>b<td>2</table>", []string{"table: a | 1 / b | 2", "paragraph [hidden:attribute]: h⏎9"}},
	})
}

// TestSelectorsAreBounded gives a page whose rules take far too many comparisons.
func TestSelectorsAreBounded(t *testing.T) {
	css := "<style>" + strings.Repeat("q b b b b b b b .x{display:none}", 200) + "</style>"
	page := css + strings.Repeat("<b>", 200) + strings.Repeat("<i class=x>w</i> ", 5000)
	read := html.Read([]byte(page), html.Options{Limits: extract.Limits{Elements: 1000}})
	if got := show(read.Blocks); !strings.Contains(got, "w w w") {
		t.Errorf("the text is lost: %.100q", got)
	}
	if len(read.Issues) == 0 || read.Issues[len(read.Issues)-1].Code != "limit:styles" {
		t.Errorf("issues are %v", read.Issues)
	}
}
