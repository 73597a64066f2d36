package eval

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func TestMeasure(t *testing.T) {
	log := math.Log2
	graded := map[string]int{"d1": 1, "d2": 2, "d3": 0, "d9": 1}
	for _, c := range []struct {
		name   string
		run    Run
		judged Judgements
		want   Metrics
	}{
		{"nothing judged", Run{"q": {"d1"}}, Judgements{}, Metrics{}},
		{"nothing relevant", Run{"q": {"d1"}}, Judgements{"q": {"d1": 0}}, Metrics{}},
		{"perfect", Run{"q": {"d1", "d2"}}, Judgements{"q": {"d1": 2, "d2": 1}}, Metrics{1, 1, 1, 1, 1}},
		{"a judged query without a ranking counts", Run{}, Judgements{"q": {"d1": 1}}, Metrics{Queries: 1}},
		{"a ranking without judgements does not", Run{"q": {"d1"}, "r": {"d1"}}, Judgements{"q": {"d1": 1}}, Metrics{1, 1, 1, 1, 1}},
		{"grades", Run{"q": {"d3", "d2", "d5", "d1"}}, Judgements{"q": graded}, Metrics{
			NDCG10: (2/log(3) + 1/log(5)) / (2 + 1/log(3) + 1.0/2),
			MAP:    (1.0/2 + 2.0/4) / 3, MRR: 1.0 / 2, Recall100: 2.0 / 3, Queries: 1,
		}},
		{"a document ranked twice counts once", Run{"q": {"d5", "d2", "d2", "d1"}}, Judgements{"q": graded}, Metrics{
			NDCG10: (2/log(3) + 1/log(4)) / (2 + 1/log(3) + 1.0/2),
			MAP:    (1.0/2 + 2.0/3) / 3, MRR: 1.0 / 2, Recall100: 2.0 / 3, Queries: 1,
		}},
		{"relevant at rank 11", Run{"q": strings.Fields("a b c d e f g h i j d1")}, Judgements{"q": {"d1": 1}}, Metrics{
			MAP: 1.0 / 11, MRR: 1.0 / 11, Recall100: 1, Queries: 1,
		}},
		{"relevant at rank 101", Run{"q": append(make100(), "d1")}, Judgements{"q": {"d1": 1}}, Metrics{
			MAP: 1.0 / 101, MRR: 1.0 / 101, Queries: 1,
		}},
		{"the mean of two queries", Run{"q": {"d1"}, "r": {"x", "d1"}}, Judgements{"q": {"d1": 1}, "r": {"d1": 3}}, Metrics{
			NDCG10: (1 + 1/log(3)) / 2, MAP: 0.75, MRR: 0.75, Recall100: 1, Queries: 2,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Measure(c.run, c.judged); !near(got, c.want) {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func make100() (ids []string) {
	for i := range 100 {
		ids = append(ids, "x"+strconv.Itoa(i))
	}
	return ids
}

func near(a, b Metrics) bool {
	const tiny = 1e-12
	return math.Abs(a.NDCG10-b.NDCG10) < tiny && math.Abs(a.MAP-b.MAP) < tiny && math.Abs(a.MRR-b.MRR) < tiny &&
		math.Abs(a.Recall100-b.Recall100) < tiny && a.Queries == b.Queries
}

// The same figures as the reference script, over rankings made at random.
func TestMeasureAgreesWithTheReferenceScript(t *testing.T) {
	script := filepath.Join(sharedRoot(), "tools", "ir_metrics.py")
	if _, err := os.Stat(script); err != nil {
		t.Skipf("no reference script: %v", err)
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	run, judged := Run{}, Judgements{}
	var runFile, judgedFile strings.Builder
	for q := range 40 {
		id := "q" + strconv.Itoa(q)
		for rank, d := range rng.Perm(300)[:rng.IntN(200)] {
			doc := "d" + strconv.Itoa(d)
			run[id] = append(run[id], doc)
			runFile.WriteString(id + "\t" + doc + "\t" + strconv.Itoa(1000-rank) + "\n")
		}
		judged[id] = map[string]int{}
		for _, d := range rng.Perm(300)[:1+rng.IntN(40)] {
			grade := rng.IntN(4)
			judged[id]["d"+strconv.Itoa(d)] = grade
			judgedFile.WriteString(id + "\td" + strconv.Itoa(d) + "\t" + strconv.Itoa(grade) + "\n")
		}
	}
	dir := t.TempDir()
	for name, content := range map[string]string{"run": runFile.String(), "qrels": judgedFile.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command(python, script, "--json", filepath.Join(dir, "qrels"), filepath.Join(dir, "run")).Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var want map[string]any
	if err := json.Unmarshal(out, &want); err != nil {
		t.Fatal(err)
	}
	got := Measure(run, judged)
	for name, value := range map[string]float64{
		"ndcg@10": got.NDCG10, "map": got.MAP, "mrr": got.MRR, "r@100": got.Recall100, "queries": float64(got.Queries),
	} {
		if w, ok := want[name].(float64); !ok || math.Abs(w-value) > 1e-9 {
			t.Errorf("%s: got %v, the script says %v", name, value, want[name])
		}
	}
}

func sharedRoot() string {
	if root := os.Getenv("QUIRE_SHARED"); root != "" {
		return root
	}
	return filepath.Join("..", "..", "..", "shared")
}
