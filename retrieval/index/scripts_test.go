package index

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Article 3 of the Universal Declaration of Human Rights or a sentence like it,
// with words to look for.
var scripts = []struct {
	id, text string
	queries  []string
}{
	{"eng", "Everyone has the right to life, liberty and security of person.", []string{"liberty", "rights", "SECURITY"}},
	{"deu", "Jeder hat das Recht auf Leben, Freiheit und Sicherheit der Person; ein Mädchen auch.", []string{"Freiheit", "madchen", "MÄDCHEN"}},
	{"fra", "Tout individu a droit à la vie, à la liberté et à la sûreté de sa personne.", []string{"liberté", "surete", "individu"}},
	{"pol", "Każdy człowiek ma prawo do życia, wolności i bezpieczeństwa swojej osoby.", []string{"człowiek", "czlowiek", "bezpieczenstwa"}},
	{"tur", "Yaşamak, hürriyet ve kişi emniyeti her ferdin hakkıdır. İstanbul.", []string{"hürriyet", "hakkidir", "istanbul", "ISTANBUL"}},
	{"vie", "Mọi người đều có quyền sống, quyền tự do và an toàn cá nhân.", []string{"quyền", "nguoi", "toàn"}},
	{"rus", "Каждый человек имеет право на жизнь, на свободу и на личную неприкосновенность.", []string{"свободу", "ПРАВО", "неприкосновенность"}},
	{"ukr", "Кожна людина має право на особисту недоторканність і її захист.", []string{"недоторканність", "людина"}},
	{"ell", "Κάθε άτομο έχει δικαίωμα στη ζωή, την ελευθερία και την προσωπική ασφάλεια.", []string{"ελευθερία", "ελευθερια", "ΔΙΚΑΙΩΜΑ"}},
	{"hye", "Յուրաքանչյուր ոք ունի կյանքի, ազատության եւ անձնական անձեռնմխելիության իրավունք։", []string{"ազատության", "ԻՐԱՎՈՒՆՔ"}},
	{"kat", "ყველა ადამიანს აქვს სიცოცხლის უფლება.", []string{"უფლება", "ადამიანს"}},
	{"arb", "لكل فرد الحق في الحياة والحرية وسلامة شخصه.", []string{"الحياة", "الحياه", "وسلامة"}},
	{"pes", "هر کس حق زندگی، آزادی و امنیت شخصی دارد و می\u200cخواهد.", []string{"آزادی", "امنيت", "میخواهد"}},
	{"heb", "כל אדם יש לו הזכות לחיים, לחירות ולביטחון אישי.", []string{"לחירות", "זכות הזכות"}},
	{"hin", "प्रत्येक व्यक्ति को जीवन, स्वतंत्रता और वैयक्तिक सुरक्षा का अधिकार है।", []string{"स्वतंत्रता", "अधिकार"}},
	{"tam", "வாழ்வதற்கும், சுதந்திரத்திற்கும் எல்லோருக்கும் உரிமை உண்டு.", []string{"உரிமை"}},
	{"amh", "እያንዳንዱ ሰው የመኖር፣ በነፃነትና በሰላም የመኖር መብት አለው።", []string{"መብት"}},
	{"tha", "บุคคลมีสิทธิในการดำเนินชีวิต ในเสรีธรรมและในความมั่นคงแห่งร่างกาย", []string{"สิทธิ", "ชีวิต", "ความมั่นคง", "ร่างกาย"}},
	{"lao", "ທຸກຄົນມີສິດໃນການດຳລົງຊີວິດ, ໃນອິດສະຫຼະພາບ ແລະຄວາມປອດໄພຂອງບຸກຄົນ.", []string{"ຊີວິດ", "ຄວາມປອດໄພ", "ສິດ"}},
	{"khm", "មនុស្សម្នាក់ៗមានសិទ្ធិរស់រានមានជីវិត មានសេរីភាព និងសន្តិសុខផ្ទាល់ខ្លួន។", []string{"សេរីភាព", "ជីវិត"}},
	{"mya", "လူတိုင်း၌ အသက်ရှင်ရန် လွတ်လပ်မှုခွင့်နှင့် လုံခြုံစိတ်ချခွင့် ရှိသည်။", []string{"လွတ်လပ်မှု", "လုံခြုံ"}},
	{"bod", "མི་ཚང་མར་འཚོ་བའི་ཐོབ་དབང་དང་། རང་དབང་ཡོད།", []string{"ཐོབ་དབང་", "འཚོ", "རང་དབང"}},
	{"jpn", "すべて人は、生命、自由及び身体の安全に対する権利を有する。コンピューター。", []string{"自由", "権利", "人", "ｺﾝﾋﾟｭｰﾀｰ", "安全"}},
	{"cmn_hans", "人人有权享有生命、自由和人身安全。", []string{"有权", "人身安全", "权"}},
	{"cmn_hant", "人人有權享有生命、自由和人身安全。檔案管理。", []string{"有權", "檔案", "檔"}},
	{"kor", "모든 사람은 생명과 신체의 자유와 안전에 대한 권리를 가진다.", []string{"사람", "권리", "안전"}},
}

func TestEveryScriptIsFound(t *testing.T) {
	var docs []Doc
	for _, s := range scripts {
		docs = append(docs, Doc{ID: s.id + "#1", Source: s.id, Text: s.text})
	}
	r := open(t, build(t, docs), sizesOf(docs))
	for _, s := range scripts {
		for _, q := range s.queries {
			hits, _ := search(t, r, Query{Text: q, Limit: 3})
			if !slices.ContainsFunc(hits, func(h Hit) bool { return h.Source == s.id }) {
				t.Errorf("%s: %q found %v", s.id, q, idsOf(hits))
			}
		}
	}
}

// Each block of each file in the shared language samples is a passage; a query of
// a stretch from its middle must bring it back.
func TestSharedLanguagesAreFound(t *testing.T) {
	dir := shared(t, "lang")
	files, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil || len(files) < 70 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	var docs []Doc
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(f), ".md")
		for i, block := range strings.Split(string(b), "\n\n") {
			if len(Analyze(block)) == 0 {
				if strings.ContainsFunc(block, unicode.IsLetter) {
					t.Errorf("%s block %d has letters and no term: %q", name, i, block)
				}
				continue
			}
			docs = append(docs, Doc{ID: fmt.Sprintf("%s#%d", name, i), Source: name, Text: block})
		}
	}
	r := open(t, build(t, docs), sizesOf(docs))
	missed := 0
	asked, missed := 0, 0
	for _, d := range docs {
		q := middle(d.Text)
		if q == "" {
			continue
		}
		asked++
		if hits, _ := search(t, r, Query{Text: q, Limit: 5}); !slices.Contains(idsOf(hits), d.ID) {
			missed++
			t.Logf("%s: %.60q not found by %q", d.ID, d.Text, q)
		}
	}
	if asked < 2000 || missed*200 > asked {
		t.Errorf("%d of %d blocks not found", missed, asked)
	}
}

// middle returns about 120 bytes from the middle of a longer text, whole words
// where there are spaces.
func middle(s string) string {
	if len(s) <= 200 {
		return ""
	}
	from, to := len(s)/2-60, len(s)/2+60
	for !utf8.RuneStart(s[from]) {
		from--
	}
	for !utf8.RuneStart(s[to]) {
		to++
	}
	m := s[from:to]
	if first, last := strings.IndexByte(m, ' '), strings.LastIndexByte(m, ' '); first < last-20 {
		return m[first:last]
	}
	return m
}
