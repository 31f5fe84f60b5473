package schema

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// label returns the name of a value for a message: the end of its data path.
func label(n *def.Node) string {
	path := n.Place().Path
	if path == "" {
		return "the definition"
	}
	if i := strings.LastIndexByte(path, '.'); i >= 0 && !strings.Contains(path[i:], `"`) {
		path = path[i+1:]
	}
	return path
}

// shortValue returns a value as YAML, shortened.
func shortValue(n *def.Node) string {
	switch n.Type() {
	case def.Text:
		text := n.Text()
		if utf8.RuneCountInString(text) > 40 {
			text = string([]rune(text)[:39]) + "…"
		}
		return strconv.Quote(text)
	case def.Number:
		return number(n.Number())
	case def.Bool:
		return strconv.FormatBool(n.Bool())
	}
	return n.Type().String()
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func ratWords(r *big.Rat) string {
	v, _ := r.Float64()
	return number(v)
}

// rangeWords describes the bounds of a number.
func rangeWords(s *jsonschema.Schema) string {
	switch {
	case s.Minimum != nil && s.Maximum != nil:
		return fmt.Sprintf("%s to %s", ratWords(s.Minimum), ratWords(s.Maximum))
	case s.ExclusiveMinimum != nil && s.Maximum != nil:
		return fmt.Sprintf("above %s and at most %s", ratWords(s.ExclusiveMinimum), ratWords(s.Maximum))
	case s.Minimum != nil && s.ExclusiveMaximum != nil:
		return fmt.Sprintf("at least %s and below %s", ratWords(s.Minimum), ratWords(s.ExclusiveMaximum))
	case s.ExclusiveMinimum != nil && s.ExclusiveMaximum != nil:
		return fmt.Sprintf("above %s and below %s", ratWords(s.ExclusiveMinimum), ratWords(s.ExclusiveMaximum))
	case s.Minimum != nil:
		return "at least " + ratWords(s.Minimum)
	case s.Maximum != nil:
		return "at most " + ratWords(s.Maximum)
	case s.ExclusiveMinimum != nil:
		return "above " + ratWords(s.ExclusiveMinimum)
	}
	return "below " + ratWords(s.ExclusiveMaximum)
}

// typeWords are designers' words for the types of JSON Schema.
var typeWords = []struct{ name, word string }{
	{"integer", "a whole number"},
	{"number", "a number"},
	{"string", "a text"},
	{"boolean", "true or false"},
	{"array", "a list"},
	{"object", "a mapping"},
	{"null", "nothing"},
}

func typeFits(types []string, n *def.Node) bool {
	name := [...]string{"null", "boolean", "number", "string", "array", "object"}[n.Type()]
	if n.Type() == def.Number && slices.Contains(types, "integer") && n.Number() == math.Trunc(n.Number()) {
		return true
	}
	return slices.Contains(types, name)
}

func typeProblem(s *jsonschema.Schema, n *def.Node) diag.Diagnostic {
	var wanted []string
	for _, t := range typeWords {
		if slices.Contains(s.Types, t.name) {
			wanted = append(wanted, t.word)
		}
	}
	got := n.Type().String()
	switch n.Type() {
	case def.Text:
		got = "the text " + shortValue(n)
	case def.Number, def.Bool:
		got = shortValue(n)
	}
	d := diag.New("content/type", n.Place(), "%s must be %s, not %s", label(n), orList(wanted), got)
	hint := typeHint(s, n)
	d = d.WithHint("%s", hint)
	switch hint {
	case removeQuotes:
		d = d.WithEdit(n.Text(), n.Text())
		d.Edits[0].Unquote = true
	case "write true", "write false":
		d = d.WithEdit(n.Text(), strings.TrimPrefix(hint, "write "))
		d.Edits[0].Unquote = true
	case putQuotes(n):
		d = d.WithEdit(shortValue(n), strconv.Quote(shortValue(n)))
	}
	return d
}

const removeQuotes = "remove the quotes"

func putQuotes(n *def.Node) string { return fmt.Sprintf("put quotes around it: %q", shortValue(n)) }

// typeHint suggests fixes for common slips in YAML.
func typeHint(s *jsonschema.Schema, n *def.Node) string {
	wants := func(t string) bool { return slices.Contains(s.Types, t) }
	switch {
	case n.Type() == def.Null:
		return "write a value after the colon, or remove the key"
	case n.Type() == def.Text && wants("boolean") && slices.Contains([]string{"yes", "on"}, strings.ToLower(n.Text())):
		return "write true"
	case n.Type() == def.Text && wants("boolean") && slices.Contains([]string{"no", "off"}, strings.ToLower(n.Text())):
		return "write false"
	case n.Type() == def.Text && (wants("number") || wants("integer")):
		v, err := strconv.ParseFloat(n.Text(), 64)
		if err == nil && math.Abs(v) < maxWhole && (wants("number") || v == math.Trunc(v)) {
			return removeQuotes
		}
		if commaDecimal.MatchString(n.Text()) {
			return "write a decimal point: " + strings.Replace(n.Text(), ",", ".", 1)
		}
	case n.Type() == def.Number && wants("integer"):
		return fmt.Sprintf("write %v or %v", math.Floor(n.Number()), math.Ceil(n.Number()))
	case (n.Type() == def.Number || n.Type() == def.Bool) && wants("string") && s.Pattern != nil && !s.Pattern.MatchString(shortValue(n)) && len(s.Types) == 1:
		return s.Description
	case (n.Type() == def.Number || n.Type() == def.Bool) && wants("string") && (s.Pattern == nil || s.Pattern.MatchString(shortValue(n))):
		return putQuotes(n)
	case n.Type() == def.List && wants("string") && !wants("object") && len(n.Items()) == 1 && n.Items()[0].Type() == def.Text:
		return "remove the brackets: " + n.Items()[0].Text()
	case (n.Type() == def.Text || n.Type() == def.Number) && len(s.Types) == 1 && wants("object") && len(s.Properties) > 0 && len(s.Properties) < 5:
		return "write {" + strings.Join(slices.Sorted(maps.Keys(s.Properties)), ": …, ") + ": …}"
	case (n.Type() == def.Text || n.Type() == def.Number) && wants("array"):
		return fmt.Sprintf("write it as a list: [%s]", strings.Join(items(strings.Trim(shortValue(n), `"()`)), ", "))
	case n.Type() == def.Map && wants("array"):
		return "start each entry of the list with \"- \""
	case n.Type() == def.List && wants("object"):
		return "write \"key: value\" lines without \"- \", or {key: value}"
	}
	return ""
}

// commaDecimal matches a number with a decimal comma.
var commaDecimal = regexp.MustCompile(`^-?[0-9]+,[0-9]+$`)

// between matches the signs and words that people write between the items of a list.
var between = regexp.MustCompile(`\s*[,;|]\s*|\s+and\s+|\s+`)

// items splits a text that is meant as a list of names; anything else is one item.
func items(text string) []string {
	parts := between.Split(strings.TrimSpace(text), -1)
	if slices.ContainsFunc(parts, func(p string) bool { return !oneName.MatchString(p) }) {
		return []string{text}
	}
	return parts
}

// notInWords matches what people write between the words of a name.
var notInWords = regexp.MustCompile(`[ _-]+`)

var oneName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

func enumProblem(allowed []any, n *def.Node) diag.Diagnostic {
	var words, texts []string
	for _, a := range allowed {
		if text, ok := a.(string); ok {
			texts = append(texts, text)
			words = append(words, text)
			continue
		}
		data, err := json.Marshal(a)
		if err == nil {
			words = append(words, string(data))
		}
	}
	d := diag.New("content/enum", n.Place(), "%s is %s, but must be %s", label(n), shortValue(n), orList(words))
	if n.Type() != def.Text {
		return d
	}
	if _, ok := diag.Nearest(n.Text(), texts); ok {
		d = d.Suggest(n.Text(), texts)
	}
	return d
}

func patternProblem(s *jsonschema.Schema, n *def.Node) diag.Diagnostic {
	d := diag.New("content/pattern", n.Place(), "%s cannot be %s", label(n), shortValue(n))
	if parts := items(n.Text()); len(parts) > 1 && strings.HasSuffix(label(n), "]") {
		return d.WithHint("separate the items with commas: [%s]", strings.Join(parts, ", "))
	}
	if word := strings.Trim(notInWords.ReplaceAllString(strings.ToLower(n.Text()), "_"), "_"); word != n.Text() && oneName.MatchString(word) && s.Pattern.MatchString(word) {
		return d.WithHint("did you mean %q?", word)
	}
	if s.Description == "" {
		return d.WithHint("it must match %s", s.Pattern)
	}
	return d.WithHint("%s", s.Description)
}

func countProblem(n *def.Node, count int, one, many, verb string, bound int) diag.Diagnostic {
	noun := many
	if count == 1 {
		noun = one
	}
	return diag.New("content/range", n.Place(), "%s has %d %s, but %s %d", label(n), count, noun, verb, bound)
}

// unknownKey suggests keys that are not present yet, or else one that may be
// inherited from another definition.
func unknownKey(s *jsonschema.Schema, n *def.Node, f def.Field) diag.Diagnostic {
	d := diag.New("content/unknown-key", f.KeyPlace(), "unknown key %q", f.Key)
	if list := listWithout(n, f); list != nil {
		words := strings.Trim(shortValue(list.Value), `"(`) + ", " + strings.TrimRight(f.Key, ")")
		return d.WithHint("if it belongs to %s, write a list in brackets: %s: [%s]", list.Key, list.Key, words)
	}
	absent := absentKeys(s, n)
	if _, ok := diag.Nearest(f.Key, absent); !ok {
		if near, ok := diag.Nearest(f.Key, slices.Sorted(maps.Keys(s.Properties))); ok {
			return d.WithHint("did you mean %q?", near)
		}
	}
	return d.Suggest(f.Key, absent)
}

// listWithout returns the field before one that has no value, on the same line: it may
// hold a list without brackets, as in {start: bard, cook}.
func listWithout(n *def.Node, f def.Field) *def.Field {
	i := slices.IndexFunc(n.Fields(), func(o def.Field) bool { return o.Key == f.Key })
	if i < 1 || f.Value.Type() != def.Null {
		return nil
	}
	if before := &n.Fields()[i-1]; before.Value.Type() == def.Text && before.KeyPlace().Line == f.KeyPlace().Line {
		return before
	}
	return nil
}

// missingKey points at the mapping that lacks a key. If an unknown key looks
// like it, only the unknown key is reported.
func missingKey(s *jsonschema.Schema, n *def.Node, key string) diag.Diagnostic {
	d := diag.New("content/missing-key", n.Place(), "the key %q is missing", key)
	if n.Place().Path != "" {
		d.Message = diag.Sentencef("%s lacks the key %q", label(n), key)
	}
	if p, ok := s.Properties[key]; ok {
		d = d.WithHint("%s", cmp.Or(p.Description, resolved(p).Description))
	}
	return d
}

func quoted(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strconv.Quote(w)
	}
	return out
}

// orList joins words as in "a, b or c".
func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
