package lint

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// textsAndNumbers finds texts whose number contradicts a parameter: "Deal 5
// damage" beside damage: 4.
func textsAndNumbers(r *reporter, n *notes) {
	if !n.hasNumber { // a game has numbers of all sorts
		return
	}
	x, text := n.of, n.of.Data.Get("text")
	if text.File() != x.Place.File {
		return
	}
	for _, m := range numberAndNoun.FindAllStringSubmatchIndex(text.Text(), -1) {
		figure, noun := text.Text()[m[2]:m[3]], strings.ToLower(text.Text()[m[4]:m[5]])
		value := numberNamed(figure)
		for _, p := range x.Params {
			if p.Default != value && isCalled(x, p, noun) && !slices.Contains(n.shown, p.Name) {
				r.report(diag.New("content/contradiction", text.PlaceIn(m[2], m[3]), "the text says %s %s, but the parameter %s is %v", figure, noun, p.Name, p.Default).
					WithHint("write {%s} in the text, so that it always shows the parameter", p.Name).
					WithNote(p.Place(), "the parameter is declared here"))
			}
		}
	}
}

// numberWords lists the numbers that texts write as words, from zero.
var numberWords = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

var numberAndNoun = regexp.MustCompile(`(?i)(?:^|[^\w{.])([0-9]+|` + strings.Join(numberWords, "|") + `)[ -]([a-z]+)`)

// containsNumber reports whether a text contains a number.
func containsNumber(text string) bool {
	if strings.ContainsAny(text, "0123456789") {
		return true
	}
	for word := range words(text) {
		if len(word) < len("one") || len(word) > len("three") {
			continue
		}
		for _, number := range numberWords {
			if strings.EqualFold(word, number) {
				return true
			}
		}
	}
	return false
}

// numberNamed returns the number that digits or a word of numberWords name.
func numberNamed(text string) float64 {
	for i, w := range numberWords {
		if strings.EqualFold(text, w) {
			return float64(i)
		}
	}
	n, _ := strconv.ParseFloat(text, 64)
	return n
}

// isCalled reports whether a parameter counts what a noun names, in singular or
// plural: by its name, or by its unit if no other parameter has the same unit.
func isCalled(x *def.Definition, p def.Param, noun string) bool {
	same := func(name string) bool {
		return name != "" && strings.TrimSuffix(strings.ToLower(name), "s") == strings.TrimSuffix(noun, "s")
	}
	units := 0
	for _, other := range x.Params {
		if same(other.Unit) || same(other.Name) {
			units++
		}
	}
	return same(p.Name) || same(p.Unit) && units == 1
}
