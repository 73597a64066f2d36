package workspace

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

var configType = reflect.TypeFor[Config]()

// checkKeys looks at every key of a mapping for a struct and says where one is
// unknown and what it may have meant. The decoder would name a Go type instead.
func checkKeys(n *yaml.Node, t reflect.Type, at string) error {
	switch {
	case n.Kind == yaml.MappingNode && t.Kind() == reflect.Struct:
		fields := map[string]reflect.Type{}
		var names []string
		for f := range t.Fields() {
			name := f.Tag.Get("yaml")
			fields[name] = f.Type
			names = append(names, name)
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i]
			ft, ok := fields[key.Value]
			if !ok {
				return fmt.Errorf("line %d: unknown key %s%s; the nearest known one is %s", key.Line, at, key.Value, at+nearest(key.Value, names))
			}
			if err := checkKeys(n.Content[i+1], ft, at+key.Value+"."); err != nil {
				return err
			}
		}
	case n.Kind == yaml.SequenceNode && t.Kind() == reflect.Slice:
		for _, item := range n.Content {
			if err := checkKeys(item, t.Elem(), at); err != nil {
				return err
			}
		}
	case n.Kind == yaml.ScalarNode && n.ShortTag() == "!!float" && wholeNumber(t):
		if f, err := strconv.ParseFloat(n.Value, 64); err != nil || f != math.Trunc(f) { // it would be cut to one
			return fmt.Errorf("line %d: %s: %s is no whole number", n.Line, strings.TrimSuffix(at, "."), n.Value)
		}
	}
	return nil
}

// wholeNumber reports whether a field of a type takes whole numbers.
func wholeNumber(t reflect.Type) bool { return t.Kind() == reflect.Int || t.Kind() == reflect.Int64 }

// nearest returns the name with the fewest edits from s.
func nearest(s string, names []string) string {
	return slices.MinFunc(names, func(a, b string) int {
		if d := distance(s, a) - distance(s, b); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
}

// distance counts the insertions, deletions and replacements between two short
// names.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j]+1, row[j+1]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
