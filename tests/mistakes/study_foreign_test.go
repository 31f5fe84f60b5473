package mistakes

import (
	"math/rand/v2"
	"regexp"
	"strings"

	"sleight/runtime/game/api"
	"sleight/runtime/lua/syntax"
)

var apiFunctions = func() map[string]api.Function {
	all := map[string]api.Function{}
	for _, f := range api.Functions() {
		all[f.Name] = f
	}
	return all
}()

// foreign are habits from JavaScript, Python, C# and other formats.
var foreign = []operator{
	{"YAML: = instead of :", inLines(`^ *(?:- )?[a-z_]+(:) \S`, " =", ":"), false},
	{"YAML: a comma at the end of a line", inLines(`^[^{\[|>]*[a-z0-9"'](\n?)$`, ",", "comma", ","), false},
	{"YAML: a semicolon at the end of a line", inLines(`^[^{\[|>]*[a-z0-9"'](\n?)$`, ";", "semicolon", ";"), false},
	{"YAML: // instead of #", inAll(".yaml", `(?m)^ *(#) \S`, "//", "#"), false},
	{"YAML: braces around a block", bracedBlocks, false},
	{"YAML: True and False", plain(isTruth, func(w string, _ *rand.Rand) string { return camel(w) }, "true", "false"), false},
	{"YAML: null or None", plain(isNumeric, always("None"), "number"), false},
	{"YAML: a list with commas and no brackets", inLines(`: (\[)[^\[\]{}]+, [^\[\]{}]+\]$`, "", "[", "list"), false},
	{"YAML: typographic quotes", typographic, false},
	{"YAML: a code fence", func(w *writing) []edit {
		if !strings.HasSuffix(w.path, ".yaml") {
			return nil
		}
		return []edit{{from: 0, to: len(w.text), text: "```yaml\n" + w.text + "```\n", remedy: []string{"```"}}}
	}, false},
	{"YAML: marks of a merge conflict", eachLine(func(l row) []edit {
		return []edit{{from: l.from, to: l.to, text: "<<<<<<< HEAD\n" + l.text + "\n=======\n" + l.text + "\n>>>>>>> other"}}
	}, "merge"), false},
	{"YAML: {{name}} in a text", inAll(".yaml", `\{([a-z_]{3,})\}`, "{$0}", "{"), false},
	{"YAML: {self.name} in a text", inAll(".yaml", `\{([a-z_]{3,})\}`, "self.$0", "{"), false},
	{"YAML: ${name} in a text", inAll(".yaml", `(\{)[a-z_]{3,}\}`, "${", "{"), false},
	{"Lua: != instead of ~=", symbol("~=", "!=", "~="), false},
	{"Lua: <> instead of ~=", symbol("~=", "<>", "~="), false},
	{"Lua: !== instead of ~=", symbol("~=", "!==", "~="), false},
	{"Lua: === instead of ==", symbol("==", "===", "=="), false},
	{"Lua: && instead of and", symbol("and", "&&", "and"), false},
	{"Lua: || instead of or", symbol("or", "||", "or"), false},
	{"Lua: ! instead of not", symbol("not", "!", "not"), false},
	{"Lua: null instead of nil", symbol("nil", "null", "nil"), false},
	{"Lua: None instead of nil", symbol("nil", "None", "nil"), false},
	{"Lua: undefined instead of nil", symbol("nil", "undefined", "nil"), false},
	{"Lua: True instead of true", symbol("true", "True", "true"), false},
	{"Lua: False instead of false", symbol("false", "False", "false"), false},
	{"Lua: is instead of ==", tokens(func(c cursor) []edit {
		if c.text() == "==" {
			return c.replace("is", "==")
		}
		return nil
	}), false},
	{"Lua: else if for elseif", symbol("elseif", "else if", "elseif"), false},
	{"Lua: elif instead of elseif", symbol("elseif", "elif", "elseif"), false},
	{"Lua: elsif instead of elseif", symbol("elseif", "elsif", "elseif"), false},
	{"Lua: { instead of then", symbol("then", "{", "then"), false},
	{"Lua: a colon for then", symbol("then", ":", "then"), false},
	{"Lua: { instead of do", symbol("do", "{", "do"), false},
	{"Lua: } instead of end", symbol("end", "}", "end"), false},
	{"Lua: let instead of local", symbol("local", "let", "local"), false},
	{"Lua: var instead of local", symbol("local", "var", "local"), false},
	{"Lua: const instead of local", symbol("local", "const", "local"), false},
	{"Lua: int instead of local", symbol("local", "int", "local"), false},
	{"Lua: func instead of function", symbol("function", "func", "function"), false},
	{"Lua: def instead of function", symbol("function", "def", "function"), false},
	{"Lua: // for a comment", inAll(".lua", `(?m)^ *(--) \S`, "//", "--"), false},
	{"Lua: # for a comment", inAll(".lua", `(?m)^ *(--) \S`, "#", "--"), false},
	{"Lua: /* */ for a comment", inAll(".lua", `(?m)^ *(-- \S.*)$`, "/* words */", "--"), false},
	{"Lua: += for an addition", changes("vars.%s += 1", "+"), false},
	{"Lua: ++ for an addition", changes("vars.%s++", "+"), false},
	{"Lua: a ternary", inAll(".lua", `= ([a-z_.]+ and [a-z_."0-9]+ or [a-z_."0-9]+)`, "a ? b : c", "and"), false},
	{"Lua: .length instead of #", tokens(func(c cursor) []edit {
		if c.text() != "#" || c.next(1).Kind != syntax.NameToken || c.is(2, ".") || c.is(2, "(") {
			return nil
		}
		return []edit{{from: c.at().Offset, to: c.next(1).End(), text: c.next(1).Text + ".length", remedy: []string{"#"}}}
	}), false},
	{"Lua: len() instead of #", tokens(func(c cursor) []edit {
		if c.text() != "#" || c.next(1).Kind != syntax.NameToken || c.is(2, ".") || c.is(2, "(") {
			return nil
		}
		return []edit{{from: c.at().Offset, to: c.next(1).End(), text: "len(" + c.next(1).Text + ")", remedy: []string{"#"}}}
	}), false},
	{"Lua: this instead of self", names3("self", "this", "self"), false},
	{"Lua: params. instead of self.", names3("self", "params", "self"), false},
	{"Lua: self.params. instead of self.", names3("self", "self.params", "self."), false},
	{"Lua: Math. instead of math.", names3("math", "Math", "math."), false},
	{"Lua: str() instead of tostring()", symbol("tostring", "str", "tostring"), false},
	{"Lua: String() instead of tostring()", symbol("tostring", "String", "tostring"), false},
	{"Lua: print instead of say", symbol("say", "print", "say"), false},
	{"Lua: console.log instead of say", symbol("say", "console.log", "say"), false},
	{"Lua: range for a loop", tokens(func(c cursor) []edit {
		if c.text() != "for" || !c.is(2, "=") || !c.is(4, ",") || !c.is(6, "do") {
			return nil
		}
		return []edit{{from: c.next(2).Offset, to: c.next(6).Offset, text: "in range(" + c.next(3).Text + ", " + c.next(5).Text + ") ", remedy: []string{"for "}}}
	}), false},
	{"Lua: a for loop of C", tokens(func(c cursor) []edit {
		if c.text() != "for" || !c.is(2, "=") {
			return nil
		}
		for n := 3; n < 12; n++ {
			if c.is(n, "do") {
				i := c.next(1).Text
				return []edit{{from: c.next(1).Offset, to: c.next(n).Offset, text: "(" + i + " = 0; " + i + " < 3; " + i + "++) ", remedy: []string{"for "}}}
			}
		}
		return nil
	}), false},
	{"Lua: => instead of function", tokens(func(c cursor) []edit {
		if c.text() != "function" || !c.is(1, "(") {
			return nil
		}
		close := c.closing(1)
		return []edit{{from: c.at().Offset, to: close.End(), text: c.w.text[c.next(1).Offset:close.End()] + " =>", remedy: []string{"function"}}}
	}), false},
	{"Lua: [ ] for a list", tokens(func(c cursor) []edit {
		close := c.closing(0)
		if c.text() != "{" || c.is(2, "=") || close.Text != "}" || strings.Contains(c.w.text[c.at().Offset:close.Offset], "\n") {
			return nil
		}
		return []edit{{from: c.at().Offset, to: close.End(), text: "[" + c.w.text[c.at().End():close.Offset] + "]", remedy: []string{"{"}}}
	}), false},
	{"Lua: a colon for = in a table", tokens(func(c cursor) []edit {
		if !isMade(c) {
			return nil
		}
		return []edit{{from: c.next(1).Offset - 1, to: c.next(1).End(), text: ":", remedy: []string{"="}}}
	}), false},
	{"Lua: a text with ${name}", tokens(func(c cursor) []edit {
		if c.text() != ".." || c.next(-1).Kind != syntax.TextToken || c.next(1).Kind != syntax.NameToken || c.is(2, "(") || c.is(2, ".") {
			return nil
		}
		return []edit{{from: c.next(-1).Offset, to: c.next(1).End(), text: "`" + strings.Trim(c.next(-1).Text, `"'`) + "${" + c.next(1).Text + "}`", remedy: []string{".."}}}
	}), false},
	{"Lua: continue", symbol("return", "continue --", "continue", "if"), false},
	{"Lua: throw instead of error", inAll(".lua", `(?m)^( +return)$`, `    throw "no"`, "error", "require"), false},
	{"Lua: a code fence", func(w *writing) []edit {
		if !strings.HasSuffix(w.path, ".lua") {
			return nil
		}
		return []edit{{from: 0, to: len(w.text), text: "```lua\n" + w.text + "```\n", remedy: []string{"```"}}}
	}, false},
	{"Lua: marks of a merge conflict", func(w *writing) (out []edit) {
		for _, l := range w.lines {
			if strings.HasSuffix(w.path, ".lua") && !l.blank {
				out = append(out, edit{from: l.from, to: l.to, text: "<<<<<<< HEAD\n" + l.text + "\n=======\n" + l.text + "\n>>>>>>> other", remedy: []string{"merge"}})
			}
		}
		return out
	}, false},
	{"Lua: a no-break space", func(w *writing) (out []edit) {
		for _, l := range w.lines {
			if strings.HasSuffix(w.path, ".lua") && !l.blank && l.indent > 0 {
				out = append(out, edit{from: l.from, to: l.from + 1, text: "\u00a0", remedy: []string{"space"}})
			}
		}
		return out
	}, false},
	{"Lua: typographic quotes", tokens(func(c cursor) []edit {
		if !isWordText(c) || c.f.expression {
			return nil
		}
		return c.replace("“"+strings.Trim(c.text(), `"'`)+"”", "quote")
	}), false},
}

// inAll replaces the group of an expression wherever it matches in files. $0 in
// the text refers to the group.
func inAll(ending, expression, text string, remedy ...string) func(*writing) []edit {
	re := regexp.MustCompile(expression)
	return func(w *writing) (out []edit) {
		if !strings.HasSuffix(w.path, ending) {
			return nil
		}
		for _, m := range re.FindAllStringSubmatchIndex(w.text, -1) {
			out = append(out, edit{from: m[2], to: m[3], text: strings.ReplaceAll(text, "$0", w.text[m[2]:m[3]]), remedy: remedy})
		}
		return out
	}
}

// names3 replaces a name before a dot.
func names3(old, text string, remedy ...string) func(*writing) []edit {
	return tokens(func(c cursor) []edit {
		if c.text() != old || !c.is(1, ".") || c.is(-1, ".") {
			return nil
		}
		return c.replace(text, remedy...)
	})
}

// changes rewrites change(vars, "name", n).
func changes(format string, remedy ...string) func(*writing) []edit {
	return tokens(func(c cursor) []edit {
		if c.text() != "change" || !c.is(2, "vars") || c.next(4).Kind != syntax.TextToken {
			return nil
		}
		name := strings.Trim(c.next(4).Text, `"'`)
		return []edit{{from: c.at().Offset, to: c.closing(1).End(), text: strings.ReplaceAll(format, "%s", name), remedy: remedy}}
	})
}

// bracedBlocks writes blocks with JavaScript's braces.
func bracedBlocks(w *writing) (out []edit) {
	for i, l := range w.lines {
		if !l.isSolid() || !strings.HasSuffix(l.text, ":") || !strings.HasSuffix(w.path, ".yaml") {
			continue
		}
		last := i
		for last+1 < len(w.lines) && (w.lines[last+1].indent > l.indent || w.lines[last+1].text == "") {
			last++
		}
		if last == i {
			continue
		}
		end := w.lines[last]
		out = append(out, edit{from: l.to, to: end.to, text: " {" + w.text[l.to:end.to] + "\n" + strings.Repeat(" ", l.indent) + "}", remedy: []string{"{", "brace"}})
	}
	return out
}

// typographic writes quotes as word processors do.
func typographic(w *writing) (out []edit) {
	re := regexp.MustCompile(`[:\[,{-] ("[^"]*")`)
	for _, l := range w.lines {
		if !strings.HasSuffix(w.path, ".yaml") || !l.isSolid() {
			continue
		}
		for _, m := range re.FindAllStringSubmatchIndex(l.text, -1) {
			out = append(out, edit{from: l.from + m[2], to: l.from + m[3], text: "“" + l.text[m[2]+1:m[3]-1] + "”", remedy: []string{"quote"}})
		}
	}
	return out
}
