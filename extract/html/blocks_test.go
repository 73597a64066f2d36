package html_test

import (
	"testing"

	"quire/extract/html"
	"quire/knowledge"
)

func TestInlineElementsJoinAndBlocksPart(t *testing.T) {
	runBlocks(t, html.Options{}, []blockTest{
		{"inline elements do not split a word", "<p>un<b>believ</b>able <i>x</i>, y", []string{"paragraph: unbelievable x, y"}},
		{"white space collapses", "<p>  a \n\t b  <span> c</span> ", []string{"paragraph: a b c"}},
		{"blocks part words", "<div>a<div>b</div>c</div>d", []string{"paragraph: a", "paragraph: b", "paragraph: c", "paragraph: d"}},
		{"a line break stays one", "<p>a<br> b<br><br>c", []string{"paragraph: a⏎b⏎c"}},
		{"wbr does not split", "<p>super<wbr>long", []string{"paragraph: superlong"}},
		{"two links never make one word", `<p><a href=/x>one</a><a href=/y>two</a>`, []string{"paragraph: one two"}},
		{"a line end between ideographs is no space", "<p>日本\n語 x", []string{"paragraph: 日本語 x"}},
		{"entities", "<p>a&amp;b &lt;c&gt; &euro;&#x41;&nbsp;d", []string{"paragraph: a&b <c> €A\u00a0d"}},
		{"an exponent is not a digit", "<p>10<sup>6</sup> m<sup>2</sup> 1<sup>st</sup> H<sub>2</sub>O", []string{"paragraph: 10^6 m^2 1st H2O"}},
		{"a footnote mark is not part of the word", `<p>word<sup><a href="#f">3</a></sup> end<sup><a href="#g">[4]</a></sup>`, []string{"paragraph: word[3] end[4]"}},
		{"quotation marks of q", "<p>He said <q>no</q>.", []string{"paragraph: He said “no”."}},
		{"ruby", "<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>", []string{"paragraph: 漢(かん)"}},
		{"display:block parts", `<p>a<span style="display:block">b</span>c`, []string{"paragraph: a", "paragraph: b", "paragraph: c"}},
		{"what is no text is dropped", "<p>a<script>x</script><style>y</style><noscript>n</noscript><template>z</template><!-- c --><iframe>i</iframe><object>o</object>b", []string{"paragraph: ab"}},
	})
}

func TestBlockKinds(t *testing.T) {
	runBlocks(t, html.Options{}, []blockTest{
		{"headings", "<h1>A <br>b</h1><h3><div>c</div><div>d</div></h3>", []string{"heading 1: A b", "heading 3: c d"}},
		{"nested lists with markers", "<ul><li>a<ul><li>b</ul><li>c</ul><ol start=3><li>x<li value=7>y</ol><ol type=i><li>r</ol><ol reversed><li>s<li>t</ol>",
			[]string{"list-item: a", "list-item 1: b", "list-item: c", "list-item: 3. x", "list-item: 7. y", "list-item: i. r", "list-item: 2. s", "list-item: 1. t"}},
		{"paragraphs of an item are one", "<ul><li><p>a<p>b<li>c</ul>", []string{"list-item: a⏎b", "list-item: c"}},
		{"definition list", "<dl><dt>T<dd>one<dd>two<div><dt>U<dd>three</div></dl>", []string{"list-item: T", "list-item 1: one", "list-item 1: two", "list-item: U", "list-item 1: three"}},
		{"quote", "<blockquote><p>a<p>b</blockquote>", []string{"quote: a", "quote: b"}},
		{"code with its language", "<pre><code class='language-go'>a\n\n  b</code></pre>", []string{"code go: a⏎⏎  b"}},
		{"prose that was laid out by hand", "<pre>This letter was written by hand on a terminal,\nand has two lines of words.\n\nIt has a second paragraph, with some more words.</pre>",
			[]string{"paragraph: This letter was written by hand on a terminal,⏎and has two lines of words.", "paragraph: It has a second paragraph, with some more words."}},
		{"figure", "<figure><img src=a alt='A plan'><figcaption>Plan of the site</figcaption></figure>", []string{"image: A plan", "caption: Plan of the site"}},
		{"an emoji stands in the text", "<p>Hi <img class=emoji alt='🎉'>!", []string{"paragraph: Hi 🎉!"}},
		{"a picture follows its paragraph", "<p>a <img alt='the plan'> b", []string{"paragraph: a b", "image: the plan"}},
		{"closed details", "<details><summary>Why?</summary>Because.<h3>More</h3></details><p>b", []string{"paragraph: Why?", "paragraph [collapsed]: Because.", "heading 3 [collapsed]: More", "paragraph: b"}},
		{"open details", "<details open><summary>Why?</summary>Because.</details>", []string{"paragraph: Why?", "paragraph: Because."}},
		{"a picture that means nothing", "<p>a<img src=l.png alt=Line>", []string{"paragraph: a"}},
		{"a picture that is named by its file", "<p>a<img src=l.png alt='Logo of it.PNG'>", []string{"paragraph: a"}},
		{"a picture that its caption describes", "<figure><img src=k.png alt='A stall in Nairobi'><figcaption>A stall in  Nairobi, 2015</figcaption></figure>", []string{"caption: A stall in Nairobi, 2015"}},
		{"a picture and a caption that tells more", "<figure><img src=k.png alt='Red shirts'><figcaption>A stall</figcaption></figure>", []string{"image: Red shirts", "caption: A stall"}},
		{"form fields", "<form><label>Name</label><input value=Ann><br><input type=checkbox checked> yes<select><option>a<option selected>b</select><textarea>long\ntext</textarea><input type=password value=secret><input type=hidden value=h></form>",
			[]string{"field: Name Ann⏎☑ yes b long text"}},
		{"a power", `<p><math><msup><mn>10</mn><mn>6</mn></msup></math> and <math><msup><mi>e</mi><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msup></math>`, []string{"paragraph: 10^6 and e^(n+1)"}},
		{"an index and both", `<p><math><msub><mi>x</mi><mi>i</mi></msub><mo>=</mo><munderover><mo>∑</mo><mrow><mi>k</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msubsup><mi>a</mi><mi>k</mi><mn>2</mn></msubsup></math>`, []string{"paragraph: x_i=∑_(k=1)^na_k^2"}},
		{"a fraction and a root", `<p><math><mfrac><mn>1</mn><msqrt><mi>x</mi></msqrt></mfrac><mover><mi>v</mi><mo>→</mo></mover><msup><mi>f</mi><mo>′</mo></msup></math>`, []string{"paragraph: 1/(√(x))v→f′"}},
		{"an item of a table", "<ol><li>one<li><table><tr><td>a<td>b<tr><td>c<td>d</table><li>three</ol>", []string{"list-item: 1. one", "paragraph: 2.", "table: a | b / c | d", "list-item: 3. three"}},
		{"styles of lists", "<style>ol.n{list-style:none}</style><ol class=n><li>a</ol><ul style='list-style-type:decimal'><li>b</ul><ol style='list-style:upper-roman inside'><li>c</ol>", []string{"list-item: a", "list-item: 1. b", "list-item: I. c"}},
		{"rules that write the numbers", "<style>ol{list-style:none}li:before{content:counter(x)}</style><ol><li>a</ol>", []string{"list-item: 1. a"}},
		{"formula", `<p>so <math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math>.`, []string{"paragraph: so x^2."}},
		{"what an abbreviation stands for", "<p>The <abbr title='World Health Organization'>WHO</abbr> and the <abbr title='World Health Organization'>WHO</abbr> on <abbr title='2020-01-01T10:00'>May</abbr>", []string{"paragraph: The WHO (World Health Organization) and the WHO on May"}},
		{"areas of a picture", "<p>a</p><map name=m><area alt='North wing' href=n><area href=x><area alt='South wing' href=s></map><p>b", []string{"paragraph: a", "image: North wing⏎South wing", "paragraph: b"}},
		{"the title of a drawing", "<p>a</p><svg><title>Sales by year</title><path d=M0/></svg><a href=x>b<svg><title>Go</title></svg></a>", []string{"paragraph: a", "paragraph: b", "image: Sales by year"}},
		{"a bar", "<p>Done <progress max=100 value=70>70 %</progress>, full <meter max=10 value=4></meter>", []string{"paragraph: Done 70 %, full 4/10"}},
		{"text of a drawing", "<svg><text>Pump</text><text>Valve</text></svg>", []string{"image: Pump⏎Valve"}},
	})
}

func TestTables(t *testing.T) {
	runBlocks(t, html.Options{}, []blockTest{
		{"header rows and spans", "<table><thead><tr><th rowspan=2>R<th colspan=2>Year<tr><th>Q1<th>Q2</thead><tr><td>a<td>1<td>2</table>",
			[]string{"table: R | Year |  /  | Q1 | Q2 = / a | 1 | 2"}},
		{"leading th rows are header", "<table><tr><th>a<th>b<tr><td>1<td>2</table>", []string{"table: a | b = / 1 | 2"}},
		{"th in the first column is no header row", "<table><tr><th>a<td>1<tr><th>b<td>2</table>", []string{"table: a | 1 / b | 2"}},
		{"caption and foot", "<table><caption>Cap</caption><tfoot><tr><td>sum<td>3</tfoot><tr><td>x<td>3</table>", []string{"caption: Cap", "table: x | 3 / sum | 3"}},
		{"empty columns are space", "<table><tr><td>a<td><td>1<tr><td>b<td> <td>2</table>", []string{"table: a | 1 / b | 2"}},
		{"lists and breaks in cells", "<table><tr><td>a<td><ul><li>x<li>y</ul><tr><td>b<br>c<td>d</table>", []string{"table: a | - x⏎- y / b⏎c | d"}},
		{"a table in a cell", "<table><tr><th>k<th>v<tr><td>a<td><table><tr><td>1<td>2<tr><td>3<td>4</table></table>", []string{"table: k | v = / a | 1 | 2⏎3 | 4"}},
		{"one column is a layout", "<table><tr><td><p>a<p>b<tr><td>c</table>", []string{"paragraph: a", "paragraph: b", "paragraph: c"}},
		{"headings in cells are a layout", "<table><tr><td><h2>T</h2>text<td>side</table>", []string{"heading 2: T", "paragraph: text", "paragraph: side"}},
		{"a presentation table is a layout", "<table role=presentation><tr><td>a<td>b</table>", []string{"paragraph: a", "paragraph: b"}},
		{"a span ends with its group", "<table><thead><tr><th>A<th>B<tbody><tr><td rowspan=9>x<td>y<tbody><tr><td>p<td>q</table>", []string{"table: A | B = / x | y / p | q"}},
		{"a span to the end of its group", "<table><tr><th>A<th>B<tr><td rowspan=0>x<td>y<tr><td>z<tfoot><tr><td>p<td>q</table>", []string{"table: A | B = / x | y /  | z / p | q"}},
		{"a hidden row is kept apart", "<table><tr><td>a<td>1<tr style='display:none'><td>h<td>9<tr><td>b<td>2</table>", []string{"table: a | 1 / b | 2", "paragraph [hidden:css]: h⏎9"}},
	})
}

func TestHiddenTextIsFlagged(t *testing.T) {
	tests := []struct {
		name, in string
		why      string
	}{
		{"display:none", `<p style="Display: none">x`, "css"},
		{"hidden attribute", `<p hidden>x`, "attribute"},
		{"hidden until found", `<p hidden="until-found">x`, ""},
		{"visibility", `<p style="visibility:hidden !important">x`, "css"},
		{"zero size", `<p style="font-size:0px">x`, "css"},
		{"no opacity", `<p style="opacity:0">x`, "css"},
		{"no height", `<p style="height:0;overflow:hidden">x`, "css"},
		{"off the page", `<p style="position:absolute;left:-9999px">x`, "css"},
		{"white on white", `<p style="color:#FFF">x`, "colour"},
		{"white on its own black", `<p style="color:#fff;background:#000">x`, ""},
		{"white on black above", `<div bgcolor=black><p style="color:white">x</div>`, ""},
		{"white where a style sheet may set the background", `<style>p{background:red}</style><p style="color:white">x`, ""},
		{"grey on the same grey", `<div style="background-color:rgb(10,10,10)"><p style="color:#0a0a0a">x</div>`, "colour"},
		{"white on white by a class", `<style>.r{color:#fff;background:white}</style><p class="r">x`, "colour"},
		{"white on white by two classes", `<style>.a{background-color:#fff}.r{color:hsl(0,0%,100%)}</style><p class="a r">x`, "colour"},
		{"black on white by a class", `<style>.r{color:#000;background:white}</style><p class="r">x`, ""},
		{"a class that a linked sheet may set", `<link rel=stylesheet href=a.css><style>.r{color:#fff;background:white}</style><p class="r">x`, ""},
		{"white on the black of a class", `<style>.d{background:#000}</style><div style="background:#fff"><div class=d><p style="color:#fff">x</div></div>`, ""},
		{"no colour", `<p style="color:transparent">x`, "colour"},
		{"no colour by a class", `<style>.r{color:rgba(0, 0, 0, 0)}</style><p class="r">x`, "colour"},
		{"no colour in digits", `<p style="color:#ffffff00">x`, "colour"},
		{"half a colour", `<p style="color:rgba(0,0,0,.5)">x`, ""},
		{"letters cut out of a picture", `<p style="color:transparent;-webkit-background-clip:text;background-image:linear-gradient(red,blue)">x`, ""},
		{"letters with a shadow", `<p style="color:transparent;text-shadow:0 0 2px #000">x`, ""},
		{"white without commas", `<p style="color:rgb(255 255 255)">x`, "colour"},
		{"white in percent", `<p style="color:rgb(100%,100%,100%)">x`, "colour"},
		{"white by hue", `<p style="color:hsl(120deg 40% 100%)">x`, "colour"},
		{"red by hue on red", `<p style="color:hsl(0,100%,50%);background:#f00">x`, "colour"},
		{"one pixel", `<p style="font-size:1px">x`, "css"},
		{"one em", `<p style="font-size:1em">x`, ""},
		{"scaled to nothing", `<p style="transform:scale(0)">x`, "css"},
		{"scaled to half", `<p style="transform:scale(0.5)">x`, ""},
		{"a filter of nothing", `<p style="filter:opacity(0%)">x`, "css"},
		{"not drawn", `<p style="content-visibility:hidden">x`, "css"},
		{"drawn when it is met", `<p style="content-visibility:auto">x`, ""},
		{"beside the page", `<p style="margin-left:-9999px">x`, "css"},
		{"class that the page hides", `<style>/* c */ .gone, .b { display : none }</style><p class="gone">x`, "css"},
		{"class that only print hides", `<style>@media print { .gone { display:none } }</style><p class="gone">x`, ""},
		{"text for screen readers only", `<p class="sr-only">x`, "css"},
		{"aria-hidden alone is seen", `<p aria-hidden="true">x`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := "paragraph: x\nparagraph: seen all the same\n"
			if tt.why != "" {
				want = "paragraph [hidden:" + tt.why + "]: x\nparagraph: seen all the same\n"
			}
			if got := show(html.Read([]byte(tt.in+"<p>seen all the same"), html.Options{}).Blocks); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
	runBlocks(t, html.Options{}, []blockTest{
		{"inside a line", "<p>pay <span style='display:none'>not</span>now", []string{"paragraph: pay now", "paragraph [hidden:css]: not"}},
		{"a hidden heading is over nothing", "<p>a long text that is seen</p><h2 hidden>h</h2><p>b", []string{"paragraph: a long text that is seen", "paragraph [hidden:attribute]: h", "paragraph: b"}},
		{"a page that waits for a script is shown", "<body style='visibility:hidden'><p>all of it</body>", []string{"paragraph: all of it"}},
	})
}

func TestLinksAndImagesAreCounted(t *testing.T) {
	page := html.Read([]byte(`<p>See <a href=" /a?x=1 ">the <b>plan</b></a>, <a href="#top">up</a> <a href="javascript:x()">js</a> <img src="data:image/png;base64,AA"><img width=1 height=1 src=p><img src=x alt=Plan>`), html.Options{})
	b := page.Blocks[0]
	if len(b.Links) != 2 || b.Links[1] != (knowledge.Link{Text: "Plan", Target: "x"}) || b.Links[0].Target != "/a?x=1" || b.Links[0].Text != "the plan" {
		t.Errorf("links are %v", b.Links)
	}
	if b.Images != 1 || len(page.Blocks) != 2 || page.Blocks[1].Text != "Plan" {
		t.Errorf("images are %d and %s", b.Images, show(page.Blocks))
	}
}
