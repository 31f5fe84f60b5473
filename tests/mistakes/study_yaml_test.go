package mistakes

import (
	"math/rand/v2"
	"regexp"
	"strings"

	"sleight/runtime/content/def"
)

// yamlForms break the syntax of YAML.
var yamlForms = []operator{
	{"the rest of the file is missing", cutFiles(".yaml"), true},
	{"the rest of a line is missing", cutLines(".yaml"), true},
	{"a line is indented too deeply", eachLine(func(l row) []edit { return []edit{insert(l.from, " "), insert(l.from, "  ")} }, "indent"), false},
	{"a line is indented too little", eachLine(func(l row) []edit { return removals(l.from, min(l.indent, 2)) }, "indent"), false},
	{"a line is indented with a tab", eachLine(func(l row) []edit { return replaces(l.from, l.indent, "\t") }, "tab"), false},
	{"a line is indented with a no-break space", eachLine(func(l row) []edit { return replaces(l.from, min(l.indent, 1), "\u00a0") }, "space"), false},
	{"a no-break space follows a colon", inLines(`^[^#"']*?:( )\S`, "\u00a0", "space"), false},
	{"a colon is missing", inLines(`^ *(?:- )?[a-z_]+(:) \S`, "", ":"), false},
	{"a colon is missing above a block", inLines(`^ *(?:- )?[a-z_]+(:)$`, "", ":"), false},
	{"the space after a colon is missing", inLines(`^[^#"']*?[a-z_]:( )\S`, "", "space"), false},
	{"an opening quote is missing", inLines(`[:\[,{-] (["'])[^"']*["']`, "", "quote"), false},
	{"a closing quote is missing", inLines(`[:\[,{-] ["'][^"']+(["'])`, "", "quote"), false},
	{"an opening bracket is missing", inLines(`[:\[,{-] (\[)`, "", "[", "list"), false},
	{"a closing bracket is missing", inLines(`[^\[]*(\])`, "", "]", "list"), false},
	{"an opening brace is missing", inLines(`[:\[,{-] (\{)`, "", "{", "mapping", "quotes"), false},
	{"a closing brace is missing", inLines(`^[^"']*\S(\})`, "", "}", "mapping"), false},
	{"a comma is missing", inLines(`[\[{][^"']*?(,) `, "", "comma", "quotes"), false},
	{"a dash is missing", inLines(`^ *(- )[a-z]`, "", "- ", "list"), false},
	{"the space after a dash is missing", inLines(`^ *-( )\S`, "", "space", "- "), false},
	{"a line is repeated", eachLine(func(l row) []edit { return []edit{insert(l.from, l.text+"\n")} }, "twice", "duplicate", "one of them", "remove"), false},
	{"two lines are swapped", exchangedLines, true},
	{"a line is moved", movedLines, true},
}

// yamlWords replace words and values in valid YAML.
var yamlWords = []operator{
	{"a key is misspelt", keys(typo), false},
	{"a key is in camel case", keys(func(word string, _ *rand.Rand) string { return camel(word) }), false},
	{"a word is misspelt", plain(isName, typo), false},
	{"a word is capitalised", plain(isName, func(word string, _ *rand.Rand) string { return camel(word) }), false},
	{"a word is replaced by another from the file", plain(isName, nil), true},
	{"a required key is missing", withoutKeys, false},
	{"a number is in quotes", plain(isNumeric, wrap(`"`, `"`), "quotes", "number"), false},
	{"a number has a unit", plain(isNumeric, wrap("", "hp"), "number"), false},
	{"a number has a decimal comma", plain(isNumeric, func(n string, _ *rand.Rand) string {
		if strings.Contains(n, ".") {
			return strings.Replace(n, ".", ",", 1)
		}
		return n + ",5"
	}, "number", "point", "."), false},
	{"a word instead of a number", plain(isNumeric, always("many"), "number"), false},
	{"a number is negative", plain(isNumeric, wrap("-", ""), "0", "1", "least", "range", "negative"), false},
	{"a number has a fraction", plain(isNumeric, wrap("", ".5"), "whole", "range"), false},
	{"a number is enormous", plain(isNumeric, wrap("", "000000000000000000"), "large", "most", "range", "2^53", "9007199254740991"), false},
	{"true or false is in quotes", plain(isTruth, wrap(`"`, `"`), "quotes", "true", "false"), false},
	{"yes instead of true", plain(isTruth, func(word string, _ *rand.Rand) string {
		return map[string]string{"true": "yes", "false": "no"}[word]
	}, "true", "false"), false},
	{"a list instead of a word", plain(isName, wrap("[", "]"), "text", "without", "[", "one"), false},
	{"a mapping instead of a word", plain(isName, wrap("{name: ", "}"), "text", "word", "without"), false},
	{"a word instead of a list", collections(def.List, "none"), true},
	{"a word instead of a mapping", collections(def.Map, "none"), true},
	{"a value is missing", plain(func(text string) bool { return text != "" }, always("")), true},
	{"the = of an expression is missing", inLines(`["' ](=)[a-z(#{]`, "", "="), false},
	{"{name} in a text is misspelt", braced(func(name string, r *rand.Rand) string { return typo(name, r) }), false},
}

func insert(at int, text string) edit { return edit{from: at, to: at, text: text} }

// removals removes one character up to most.
func removals(at, most int) (out []edit) {
	for n := 1; n <= most; n++ {
		out = append(out, edit{from: at, to: at + n})
	}
	return out
}

func replaces(at, length int, text string) []edit {
	if length == 0 {
		return nil
	}
	return []edit{{from: at, to: at + length, text: text}}
}

// isSolid reports whether a line is YAML with content.
func (l row) isSolid() bool { return !l.inside && !l.blank && l.text != "---" }

func eachLine(make func(row) []edit, remedy ...string) func(*writing) []edit {
	return func(w *writing) (out []edit) {
		if !strings.HasSuffix(w.path, ".yaml") {
			return nil
		}
		for _, l := range w.lines {
			if l.isSolid() {
				for _, e := range make(l) {
					e.remedy = remedy
					out = append(out, e)
				}
			}
		}
		return out
	}
}

// inLines replaces the group of an expression wherever it matches in a line.
func inLines(expression, text string, remedy ...string) func(*writing) []edit {
	re := regexp.MustCompile(expression)
	return func(w *writing) (out []edit) {
		if !strings.HasSuffix(w.path, ".yaml") {
			return nil
		}
		for _, l := range w.lines {
			if !l.isSolid() {
				continue
			}
			for _, m := range re.FindAllStringSubmatchIndex(l.text, -1) {
				out = append(out, edit{from: l.from + m[2], to: l.from + m[3], text: text, remedy: remedy})
			}
		}
		return out
	}
}

// cutFiles ends a file early, at the beginning of a line or in it.
func cutFiles(ending string) func(*writing) []edit {
	return func(w *writing) (out []edit) {
		if !strings.HasSuffix(w.path, ending) {
			return nil
		}
		for _, l := range w.lines {
			if !l.blank && len(l.text) > l.indent+1 {
				out = append(out, edit{from: l.from + l.indent + (len(l.text)-l.indent)/2, to: len(w.text), text: "\n"})
			}
		}
		return out
	}
}

// cutLines ends a line early, at the end of a word.
func cutLines(ending string) func(*writing) []edit {
	return func(w *writing) (out []edit) {
		if !strings.HasSuffix(w.path, ending) {
			return nil
		}
		for _, l := range w.lines {
			if l.blank || l.inside {
				continue
			}
			for at := l.indent + 1; at < len(l.text); at++ {
				if l.text[at] == ' ' {
					out = append(out, edit{from: l.from + at, to: l.to})
				}
			}
		}
		return out
	}
}

// exchangedLines swaps neighbouring lines of different indentation. Lines of
// equal indentation are in one mapping, whose order means nothing, or in one
// list, whose order no check can know.
func exchangedLines(w *writing) (out []edit) {
	for i := 1; i < len(w.lines); i++ {
		a, b := w.lines[i-1], w.lines[i]
		if strings.HasSuffix(w.path, ".yaml") && a.isSolid() && b.isSolid() && a.indent != b.indent {
			out = append(out, edit{from: a.from, to: b.to, text: b.text + "\n" + a.text})
		}
	}
	return out
}

// movedLines moves a line before another line of the file.
func movedLines(w *writing) (out []edit) {
	for i, l := range w.lines {
		if !strings.HasSuffix(w.path, ".yaml") || !l.isSolid() || i+3 >= len(w.lines) {
			continue
		}
		j := i + 2 + (i*7)%(len(w.lines)-i-2)
		to := w.lines[j]
		out = append(out, edit{from: l.from, to: to.from, text: w.text[min(l.to+1, to.from):to.from] + l.text + "\n"})
	}
	return out
}

// keys rewrites the keys of mappings.
func keys(change func(string, *rand.Rand) string) func(*writing) []edit {
	return func(w *writing) (out []edit) {
		for _, s := range w.spots {
			name := s.path[len(s.path)-1]
			if s.key.Column == 0 || s.key.File != w.path || name == "[]" || len(name) < 3 {
				continue
			}
			from := w.offset(s.key.Line, s.key.Column)
			if strings.HasPrefix(w.text[from:], name) {
				out = append(out, edit{from: from, to: from + len(name), random: change, remedy: []string{name}})
			}
		}
		return out
	}
}

// plain rewrites scalar values. A nil change takes another word of the file.
func plain(is func(string) bool, change func(string, *rand.Rand) string, remedy ...string) func(*writing) []edit {
	return func(w *writing) (out []edit) {
		var words []string
		for _, s := range w.spots {
			text, ok := w.raw(s)
			if !ok || !is(text) || strings.Contains(text, "\n") {
				continue
			}
			words = append(words, text)
			from := w.offset(s.node.Place().Line, s.node.Place().Column)
			if c := w.text[from]; c == '"' || c == '\'' {
				from++
			}
			e := edit{from: from, to: from + len(text), random: change, remedy: remedy}
			if remedy == nil {
				e.remedy = []string{text}
			}
			out = append(out, e)
		}
		if change == nil {
			for i := range out {
				out[i].random = func(_ string, r *rand.Rand) string { return words[r.IntN(len(words))] }
			}
		}
		return out
	}
}

func wrap(before, after string) func(string, *rand.Rand) string {
	return func(text string, _ *rand.Rand) string { return before + text + after }
}

func always(text string) func(string, *rand.Rand) string {
	return func(string, *rand.Rand) string { return text }
}

var aName = regexp.MustCompile(`^[a-z][a-z0-9_]{2,}$`)

func isName(text string) bool { return aName.MatchString(text) && !isTruth(text) }

func isTruth(text string) bool { return text == "true" || text == "false" }

var aNumber = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)

func isNumeric(text string) bool { return aNumber.MatchString(text) }

// raw returns a plain value as the file has it, and false for one that is
// written in another way.
func (w *writing) raw(s spot) (string, bool) {
	rest := w.text[w.offset(s.node.Place().Line, s.node.Place().Column):]
	switch s.node.Type() {
	case def.Text:
		return s.node.Text(), s.node.Text() != "" && strings.HasPrefix(rest, s.node.Text())
	case def.Number, def.Bool:
		end := strings.IndexAny(rest, " ,}]\n")
		return rest[:max(end, 0)], end > 0
	}
	return "", false
}

// collections replaces whole flow lists or mappings by a word.
func collections(kind def.Type, word string) func(*writing) []edit {
	return func(w *writing) (out []edit) {
		for _, s := range w.spots {
			if s.node.Type() != kind {
				continue
			}
			from := w.offset(s.node.Place().Line, s.node.Place().Column)
			l := w.lines[s.node.Place().Line-1]
			if c := w.text[from]; c != '[' && c != '{' {
				continue
			}
			if end := closes(w.text[from:l.to]); end > 0 {
				out = append(out, edit{from: from, to: from + end, text: word})
			}
		}
		return out
	}
}

// closes returns the length of the bracket at the beginning of a text, 0 if it
// is not closed.
func closes(text string) int {
	open := 0
	for i, c := range text {
		switch c {
		case '[', '{':
			open++
		case ']', '}':
			if open--; open == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// withoutKeys removes a required key with its value.
func withoutKeys(w *writing) (out []edit) {
	for _, s := range w.spots {
		name := s.path[len(s.path)-1]
		required := len(s.path) == 1 && (name == "id" || name == "kind" || name == "name" || name == "sides") ||
			len(s.path) == 3 && s.path[0] == "zones" && name == "of" || s.path[0] == "params" && name == "default" ||
			len(s.path) > 3 && s.path[0] == "use" && name == "from" && s.path[1] == "targets"
		l := w.lines[s.node.Place().Line-1]
		if !required || s.node.Type() == def.Map || s.node.Type() == def.List || !strings.HasPrefix(strings.TrimSpace(l.text), name+":") {
			continue
		}
		out = append(out, edit{from: l.from, to: min(l.to+1, len(w.text)), remedy: []string{name}})
	}
	return out
}

// braced rewrites {name} in texts.
func braced(change func(string, *rand.Rand) string) func(*writing) []edit {
	gap := regexp.MustCompile(`\{([a-z_]{3,})\}`)
	return func(w *writing) (out []edit) {
		for _, l := range w.lines {
			if !strings.HasSuffix(w.path, ".yaml") || l.blank {
				continue
			}
			for _, m := range gap.FindAllStringSubmatchIndex(l.text, -1) {
				out = append(out, edit{from: l.from + m[2], to: l.from + m[3], random: change, remedy: []string{l.text[m[2]:m[3]]}})
			}
		}
		return out
	}
}
