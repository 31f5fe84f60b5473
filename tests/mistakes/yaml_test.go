package mistakes

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// sort is a sort of mistake.
type sort struct {
	name string
	make func(*garden) []mistake
	// quiet means that no hint can know the intended text.
	quiet bool
}

// yamlSorts lists mistakes in the syntax and the words of YAML files.
var yamlSorts = []sort{
	{"a key is misspelt", misspeltKeys("name", "text", "rarity", "params", "use", "script", "tests", "extends", "variables", "zones", "phases", "actions"), false},
	{"a key of a parameter is misspelt", misspeltKeys("params.*.default", "params.*.safe", "params.*.breaks", "params.*.unit"), false},
	{"a key of a target is misspelt", misspeltKeys("use.targets.[].from", "use.targets.[].prompt", "actions.*.targets.[].where", "actions.*.targets.[].from"), false},
	{"a key of a variable or zone is misspelt", misspeltKeys("variables.*.start", "variables.*.min", "zones.*.limit", "zones.*.label", "zones.*.visible"), false},
	{"a key of a test is misspelt", misspeltKeys("tests.[].name", "tests.[].given", "tests.[].expect", "tests.[].do"), false},
	{"a kind is misspelt", values(slip, "kind"), false},
	{"an allowed word is misspelt", values(slip, "rarity", "zones.*.visible", "players"), false},
	{"a required key is missing", missing("kind", "id", "default", "sides", "start", "of"), false},
	{"a number is written as a text", values(func(_ *garden, s spot, text string) (string, string, bool) {
		return `"` + text + `"`, "quotes", s.node.Type() == def.Number
	}, "params.*.default", "sides", "hp", "order", "players.min", "players.max"), false},
	{"a word instead of a number", values(func(_ *garden, s spot, _ string) (string, string, bool) {
		return "many", "number", s.node.Type() == def.Number
	}, "params.*.default", "sides", "hp", "players.min"), false},
	{"a number has a unit", values(func(_ *garden, s spot, text string) (string, string, bool) {
		return text + "hp", "number", s.node.Type() == def.Number
	}, "params.*.default", "sides", "hp"), false},
	{"yes instead of true", values(func(_ *garden, s spot, text string) (string, string, bool) {
		return map[string]string{"true": "yes", "false": "no"}[text], text, s.node.Type() == def.Bool
	}, "variables.*.clamp", "variables.*.show", "zones.*.listens", "use.targets.[].auto", "*.*.*.start", "zones.*.per_player", "variables.*.per_player"), false},
	{"a number is not a number", values(func(_ *garden, s spot, _ string) (string, string, bool) {
		return ".nan", "", s.node.Type() == def.Number
	}, "params.*.default", "hp"), true},
	{"a number is infinite", values(func(_ *garden, s spot, _ string) (string, string, bool) {
		return ".inf", "", s.node.Type() == def.Number
	}, "params.*.default", "hp"), true},
	{"a number is below its minimum", values(becomes("-3", "must be"), "sides", "players.min", "entries.[].weight"), false},
	{"a whole number has a fraction", values(becomes("2.5", "whole"), "sides", "players.max", "order"), false},
	{"a parameter is outside its safe range", values(func(_ *garden, s spot, _ string) (string, string, bool) {
		p, ok := s.of.Param(s.path[1])
		return fmt.Sprint(p.High + 7), p.Breaks, ok && p.HasSafe
	}, "params.*.default"), false},
	{"a safe range is reversed", reversedRanges, false},
	{"a list instead of a text", values(func(_ *garden, _ spot, text string) (string, string, bool) {
		return "[" + text + "]", "text", isWord(text)
	}, "name", "id", "rarity"), false},
	{"a text instead of a list", lines(".yaml", `^(\s*(?:safe|targets|requires|actions): )\[(.*)\](\s*)$`, func(m []string) (string, string) { return m[1] + "none", "list" }), false},
	{"a key is repeated", twice, false},
	{"a definition is repeated", copied, false},
	{"a line is indented one column too deeply", indented(" "), false},
	{"a line is indented one column too little", indented(""), false},
	{"a line is indented with a tab", tabs, false},
	{"a quote is not closed", lines(".yaml", `^(\s*(?:- )?[a-z_]+: ")([^"]+)"(\s*)$`, func(m []string) (string, string) { return m[1] + m[2] + m[3], "quote" }).orBelow(400), false},
	{"a bracket is not closed", lines(".yaml", `^(\s*(?:- )?[a-z_]+: \[[^\[\]{}]*)\](\s*)$`, func(m []string) (string, string) { return m[1] + m[2], "]" }).orBelow(2), false},
	{"a brace is not closed", lines(".yaml", `^(\s*(?:- )?[a-z_]+: \{[^\[\]{}]*)\}(\s*)$`, func(m []string) (string, string) { return m[1] + m[2], "}" }).orBelow(2), false},
	{"a space is missing after a colon", lines(".yaml", `^(\s*[a-z_]+:) ([a-z_0-9]+)\s*$`, func(m []string) (string, string) { return m[1] + m[2], "space" }).orBelow(1), false},
	{"a colon is missing", lines(".yaml", `^(\s*[a-z_]+):( [a-z_0-9]+)\s*$`, func(m []string) (string, string) { return m[1] + m[2], ":" }).orBelow(1), false},
	{"an equals sign instead of a colon", lines(".yaml", `^(\s*[a-z_]+):( [a-z_0-9]+)\s*$`, func(m []string) (string, string) { return m[1] + " =" + m[2], ":" }).orBelow(1), false},
	{"a colon in a text without quotes", lines(".yaml", `^(text: [A-Z][a-z]+)( [^:"{}#]+)$`, func(m []string) (string, string) { return m[1] + ":" + m[2], "quotes" }), false},
	{"a text begins with a brace", lines(".yaml", `^(text: )([A-Z][^:"{}#]+)$`, func(m []string) (string, string) { return m[1] + "{hp} " + m[2], "quotes" }), false},
	{"an anchor or alias", lines(".yaml", `^(name: )([A-Z][A-Za-z ]+)$`, func(m []string) (string, string) { return m[1] + "&it " + m[2], "" }), true},
	{"the dashes between two definitions are missing", undivided, false},
}

// nameSorts lists mistakes that leave names without a target, in YAML files.
var nameSorts = []sort{
	{"a parameter in a text is misspelt", lines(".yaml", `^(\s*text: .*\{)([a-z_]{3,})(\}.*)$`, func(m []string) (string, string) { return m[1] + misspelt(m[2]) + m[3], m[2] }), false},
	{"a script is misspelt", values(func(_ *garden, _ spot, text string) (string, string, bool) {
		base := strings.TrimSuffix(path.Base(text), ".lua")
		return path.Join(path.Dir(text), misspelt(base)+".lua"), text, true
	}, "script"), false},
	{"what a definition extends is misspelt", lines(".yaml", `^(extends: )([a-z_]+)()$`, swap), false},
	{"the zone of a target is misspelt", values(slip, "use.targets.[].from", "actions.*.targets.[].from"), false},
	{"the kind that a zone takes is misspelt", values(slip, "zones.*.of", "zones.*.of.[]"), false},
	{"the initial content of a zone is misspelt", startItems, false},
	{"the zone of items to use is misspelt", values(slip, "phases.*.use.[]"), false},
	{"an action of a phase is misspelt", values(slip, "phases.*.actions.[]"), false},
	{"a currency is misspelt", misspeltKeys("use.cost.*", "actions.*.cost.*"), false},
	{"a game is misspelt", values(slip, "game"), false},
	{"a default of a zone is misspelt", values(slip, "zones.*.default"), false},
	{"a variable in an expression is misspelt", lines(".yaml", `^(\s*(?:that|where|value|when|from|start|limit|-)?:?[^#A-Z]*\bvars\.)([a-z_]{3,})(.*)$`, func(m []string) (string, string) { return m[1] + misspelt(m[2]) + m[3], m[2] }), false},
	{"a parameter of the game in an expression is misspelt", lines(".yaml", `^(\s*[^#]*\bgame\.)([a-z_]{3,})(.*)$`, func(m []string) (string, string) { return m[1] + misspelt(m[2]) + m[3], m[2] }), false},
	{"a function in an expression is misspelt", lines(".yaml", `^(\s*(?:that|where|value|when|from): .*\b)(count|matching|modify|require|faces|phase|top)(\(.*)$`, func(m []string) (string, string) { return m[1] + misspelt(m[2]) + m[3], m[2] }), false},
	{"a zone in an expression is misspelt", lines(".yaml", `^(\s*.*\b(?:count|matching|top)\(\\?")([a-z_]{3,})(\\?".*)$`, func(m []string) (string, string) { return m[1] + misspelt(m[2]) + m[3], m[2] }), false},
	{"a target in an expression is misspelt", lines(".yaml", `^(\s*where: )([a-z]{4,})( ~= [a-z]+)$`, func(m []string) (string, string) { return m[1] + misspelt(m[2]) + m[3], m[2] }), false},
	{"an expression is not finished", lines(".yaml", `^(\s*(?:that|where|value|when): )([^"'{}#]+[a-z0-9])()$`, func(m []string) (string, string) { return m[1] + m[2] + " +", "" }), true},
	{"= instead of == in an expression", lines(".yaml", `^(\s*(?:that|where|value|when): [^"'{}#]*)==(.*)$`, func(m []string) (string, string) { return m[1] + "=" + m[2], "==" }), false},
	{"!= instead of ~= in an expression", lines(".yaml", `^(\s*(?:that|where|value|when): [^"'{}#]*)~=(.*)$`, func(m []string) (string, string) { return m[1] + "!=" + m[2], "~=" }), false},
	{"&& instead of and in an expression", lines(".yaml", `^(\s*(?:that|where|value|when): [^"'{}#]*) and (.*)$`, func(m []string) (string, string) { return m[1] + " && " + m[2], "and" }), false},
	{"a zone or variable that a test sets is misspelt", misspeltKeys("tests.[].given.*"), false},
	{"what a test expects is misspelt", misspeltKeys("tests.[].expect.*"), false},
	{"the action of a test is misspelt", values(func(_ *garden, _ spot, text string) (string, string, bool) {
		first, rest, _ := strings.Cut(text, " ")
		return strings.TrimSpace(misspelt(first) + " " + rest), first, len(first) > 3
	}, "tests.[].do", "tests.[].do.[]"), false},
	{"a definition in a test is misspelt", values(slip, "tests.[].given.*.[]"), false},
}

// rewriting makes mistakes line by line.
type rewriting func(*garden) []mistake

// lines rewrites matching lines of files. The function gets the groups of the
// expression and returns the new line and the hint to expect.
func lines(ending, expression string, rewrite func([]string) (line, hint string)) rewriting {
	re := regexp.MustCompile(expression)
	return func(g *garden) (out []mistake) {
		for _, file := range g.paths(ending) {
			for i, line := range strings.Split(g.files[file], "\n") {
				if m := re.FindStringSubmatch(line); m != nil {
					to, hint := rewrite(m)
					if to != line {
						out = append(out, g.replaced(file, i+1, 0, len(line), to, hint))
					}
				}
			}
		}
		return out
	}
}

// orBelow allows a mistake to be reported some lines further down, where
// whatever it left open runs into something else.
func (r rewriting) orBelow(more int) func(*garden) []mistake {
	return func(g *garden) []mistake {
		all := r(g)
		for i := range all {
			all[i].until = all[i].at.Line + more
		}
		return all
	}
}

// missing removes required keys that have a line of their own with their
// values.
func missing(keys ...string) func(*garden) []mistake {
	return func(g *garden) (out []mistake) {
		for _, key := range keys {
			for _, file := range g.paths(".yaml") {
				text := strings.Split(g.files[file], "\n")
				inParams := false
				for i, line := range text {
					if depth(line) == 0 {
						inParams = strings.HasPrefix(line, "params:")
					}
					if key == "default" && !inParams {
						continue
					}
					if !strings.HasPrefix(strings.TrimSpace(line), key+": ") || !required(line, key) {
						continue
					}
					if i+1 < len(text) && depth(text[i+1]) > depth(line) && strings.TrimSpace(text[i+1]) != "" {
						continue
					}
					m := g.without(file, i+1, i+1, key)
					// It is reported at the start of the mapping that lacks it.
					m.at.Line, m.until = max(1, i-8), i+2
					out = append(out, m)
				}
			}
		}
		return out
	}
}

// required reports whether a key must be present at the line.
func required(line, key string) bool {
	top := depth(line) == 0
	switch key {
	case "kind", "id", "sides":
		return top
	case "default":
		return depth(line) == 4
	}
	return false
}

func depth(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

func reversedRanges(g *garden) (out []mistake) {
	for _, s := range g.spots("params.*.safe") {
		line := strings.Split(g.files[s.node.Place().File], "\n")[s.node.Place().Line-1]
		m := regexp.MustCompile(`safe: \[([0-9.]+), ([0-9.]+)\]`).FindStringSubmatchIndex(line)
		if m != nil && line[m[2]:m[3]] != line[m[4]:m[5]] {
			to := "safe: [" + line[m[4]:m[5]] + ", " + line[m[2]:m[3]] + "]"
			out = append(out, g.replaced(s.node.Place().File, s.node.Place().Line, m[0], m[1], to, "["+line[m[2]:m[3]]+", "+strings.TrimSuffix(line[m[4]:m[5]], ".0")+"]"))
		}
	}
	return out
}

// twice repeats a line with a key.
func twice(g *garden) (out []mistake) {
	for _, s := range append(g.spots("name"), g.spots("params.*.default")...) {
		file, n := s.key.File, s.key.Line
		line := strings.Split(g.files[file], "\n")[n-1]
		if strings.HasPrefix(strings.TrimSpace(line), s.path[len(s.path)-1]+": ") {
			m := g.replaced(file, n, 0, len(line), line+"\n"+line, "")
			m.until = n + 1
			out = append(out, m)
		}
	}
	return out
}

// copied copies a file, as if it were a template, without changing the copy.
func copied(g *garden) (out []mistake) {
	for _, file := range g.paths(".yaml") {
		if strings.Contains(g.files[file], "\n---\n") || strings.HasSuffix(file, "/game.yaml") || strings.Contains(file, "/locales/") {
			continue // a locale has the name of its file
		}
		to := strings.TrimSuffix(file, ".yaml") + "_2.yaml"
		out = append(out, mistake{
			files: map[string]string{to: g.files[file]}, at: diag.Place{File: file, Line: 1}, until: 30, hint: "id", what: file + " copied",
		})
	}
	return out
}

// indented moves a line within a block one space to the right, or, for an empty
// text, to the left.
func indented(by string) func(*garden) []mistake {
	return func(g *garden) (out []mistake) {
		for _, file := range g.paths(".yaml") {
			text := strings.Split(g.files[file], "\n")
			for i, line := range text {
				plain := regexp.MustCompile(`^\s+[a-z_]+: \S`).MatchString(line)
				if !plain || i == 0 || i+1 >= len(text) || depth(text[i-1]) != depth(line) || depth(text[i+1]) != depth(line) {
					continue
				}
				to := by + line
				if by == "" {
					to = line[1:]
				}
				m := g.replaced(file, i+1, 0, len(line), to, "indent")
				m.at.Line, m.until = i, i+2
				out = append(out, m)
			}
		}
		return out
	}
}

func tabs(g *garden) (out []mistake) {
	for _, file := range g.paths(".yaml") {
		for i, line := range strings.Split(g.files[file], "\n") {
			if strings.HasPrefix(line, "  ") && strings.Contains(line, ": ") && !strings.Contains(line, "|") && depth(line) == 2 {
				out = append(out, g.replaced(file, i+1, 0, 2, "\t", "tab"))
			}
		}
	}
	return out
}

// undivided removes the line of dashes between two definitions.
func undivided(g *garden) (out []mistake) {
	for _, file := range g.paths(".yaml") {
		for i, line := range strings.Split(g.files[file], "\n") {
			if line == "---" {
				m := g.without(file, i+1, i+1, "---")
				m.until = i + 9
				out = append(out, m)
			}
		}
	}
	return out
}

// startItems misspells ids in the starting contents of zones.
func startItems(g *garden) []mistake {
	keyed := misspeltKeys("zones.*.start.[].*")(g)
	return append(keyed, values(slip, "zones.*.start.[]")(g)...)
}
