package analysis

import (
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
	"sleight/runtime/lua/syntax"
)

// name resolves the use of a name.
func (r *resolver) name(x *ast.IdentExpr) {
	if x.Value == "self" {
		r.facts.SelfUses++
	}
	if depth, local := r.lookup(x); x.Value == "arg" && local && depth < r.variadic {
		r.report(diag.New("script/syntax", r.src.Find(x.Line(), x.Value, false), "arg means the arguments in a function with ..., and is not available").
			WithHint("%s, and call the other local something else", r.Library.Absent["arg"]))
		return
	}
	if _, local := r.lookup(x); local || r.Library.IsLibrary(x.Value) {
		return
	}
	if r.Surface.has(x.Value) || r.Library.IsBase(x.Value) {
		return
	}
	if slices.Contains(r.reportedNames, x.Value) {
		return
	}
	at := r.src.Find(x.Line(), x.Value, false)
	if x.Value == "self" {
		r.reportedNames = append(r.reportedNames, x.Value)
	}
	if r.followsNew(at) {
		return
	}
	d := diag.New("script/unknown-global", at, "unknown name %q", x.Value)
	if r.lacksQuotes(x.Value, at) {
		r.report(d.WithHint("put the name in quotes: %q", x.Value).WithEdit(x.Value, strconv.Quote(x.Value)))
		return
	}
	if hint := r.certainHint(x, at); hint != "" {
		r.report(d.WithHint("%s", hint))
		return
	}
	// Among equally similar names, prefer a local.
	locals := r.localNames()
	if target := r.targetName(x.Value); target != "" {
		r.report(d.WithHint("the target is called %s here", target))
		return
	}
	if hint, ok := foreignIdioms[x.Value]; ok {
		if _, near := diag.Nearest(x.Value, locals); !near {
			r.report(d.WithHint("%s", hint))
			return
		}
	}
	known := append(locals, r.Surface.names()...)
	known = append(known, r.Library.Base...)
	known = append(known, r.Library.Libraries...)
	if near, ok := diag.Nearest(x.Value, append(slices.Clone(known), syntax.Keywords...)); ok && syntax.IsKeyword(near) && len(near) > 3 {
		known = append(known, near)
	}
	if d = d.Suggest(x.Value, known); d.Hint.IsZero() {
		if hint := r.positionHint(); hint != "" {
			d = d.WithHint("%s", hint)
		}
	}
	r.report(d)
}

// targetName returns the name of the target that an expression in YAML is about, if
// the unknown name is the one that targets without a name have, or "".
func (r *resolver) targetName(unknown string) string {
	if !r.src.IsExpression || unknown != "target" || len(r.locals) == 0 {
		return ""
	}
	return r.locals[len(r.locals)-1].Name
}

// certainHint returns a hint for a name that exactly matches something else.
func (r *resolver) certainHint(x *ast.IdentExpr, at diag.Place) string {
	if hint, ok := r.Library.Absent[x.Value]; ok {
		return hint
	}
	if slices.Contains(r.initializing, x.Value) {
		return "write: local function " + x.Value
	}
	if next, ok := r.tokenAfter(at); ok && x.Value == "f" && next.Kind == syntax.TextToken {
		return "a text has no values in it; join them with ..: \"deals \" .. n"
	}
	if whole, ok := r.qualified(x.Value); ok {
		return "did you mean " + whole + "?"
	}
	return r.meant(x.Value)
}

// meant returns how to write a name that the game declares, or "".
func (r *resolver) meant(name string) string {
	if r.Glossary == nil {
		return ""
	}
	return r.Glossary.Meant(name)
}

// lacksQuotes reports whether a name is a whole argument of a game function and
// is the name of a zone, an item or something else that is given as a string.
func (r *resolver) lacksQuotes(name string, at diag.Place) bool {
	i := r.tokenAt(at)
	if i < 2 || !strings.Contains(",)", r.src.TextAt(i+1)) || r.meant(name) == "" {
		return false
	}
	for j := i - 1; j > 0; j-- {
		switch t := r.src.Tokens[j]; {
		case t.Text == "(":
			_, ok := r.Surface.signature(r.src.Tokens[j-1].Text)
			return ok
		case t.Text != "," && t.Kind != syntax.NameToken && t.Kind != syntax.TextToken && t.Kind != syntax.NumberToken:
			return false
		}
	}
	return false
}

// foreignIdioms maps names of other languages and games to hints. A local may
// have such a name, so they are looked up only if no local is similar.
var foreignIdioms = map[string]string{
	"module":     "a script returns its functions: return { … }",
	"exports":    "a script returns its functions: return { … }",
	"await":      "scripts never wait; remove it",
	"wait":       "scripts never wait; a phase waits for the player",
	"sleep":      "scripts never wait; a phase waits for the player",
	"setTimeout": "scripts never wait; a phase waits for the player",
	"original":   "a hook of a patch that wraps another gets it as its first argument: function(original, self, …) … end",
	"new":        "Lua has no new; write a table: { … }",
	"param":      "self.NAME is a parameter of the item, game.NAME one of the game",
	"parameters": "self.NAME is a parameter of the item, game.NAME one of the game",
	"variables":  "vars.NAME is a variable of the game",
	"state":      "vars.NAME is a variable of the game, self.NAME a property of the item",
	"data":       "game.data is the data of the game, self.data that of the item",
	"zones":      "a zone is named by a text: each(\"ZONE\") iterates over it, at(\"ZONE\", 1) is its first",
	"zone":       "a zone is named by a text: each(\"ZONE\") iterates over it, at(\"ZONE\", 1) is its first",
	"move":       "write: move_to(entity, \"ZONE\")",
	"trigger":    "write: emit(\"EVENT\", …)",
	"fire":       "write: emit(\"EVENT\", …)",
	"roll":       "write: roll_die(die), or roll_dice(zone)",
	"join":       "write: table.concat(list, \", \")",
	"contains":   "loop over the list with ipairs; to test for a key of a table, write table[key] ~= nil",
	"includes":   "loop over the list with ipairs; to test for a key of a table, write table[key] ~= nil",
}

// followsNew reports whether a name follows new or await, which is already
// reported, as in new Card().
func (r *resolver) followsNew(at diag.Place) bool {
	i := r.tokenAt(at)
	return i > 0 && (r.src.Tokens[i-1].Text == "new" || r.src.Tokens[i-1].Text == "await") && r.src.Tokens[i-1].Line == r.src.Tokens[i].Line
}

// tokenAt returns the index of the token at a position, or -1.
func (r *resolver) tokenAt(at diag.Place) int {
	for i := r.src.FirstOf(at.Line - r.src.Line); i < len(r.src.Tokens); i++ {
		if t := r.src.At(r.src.Tokens[i]); t.Line != at.Line {
			break
		} else if t.Column == at.Column {
			return i
		}
	}
	return -1
}

func (r *resolver) tokenAfter(at diag.Place) (syntax.Token, bool) {
	i := r.tokenAt(at)
	if i < 0 || i+1 >= len(r.src.Tokens) {
		return syntax.Token{}, false
	}
	return r.src.Tokens[i+1], true
}

// positionHint returns a hint if the name may be meant as the position that the
// enclosing loop does not declare.
func (r *resolver) positionHint() string {
	if len(r.genericLoops) == 0 {
		return ""
	}
	s := r.genericLoops[len(r.genericLoops)-1]
	call, ok := s.Exprs[0].(*ast.FuncCallExpr)
	if !ok || len(s.Names) != 1 {
		return ""
	}
	if id, ok := call.Func.(*ast.IdentExpr); !ok || id.Value != "each" && id.Value != "ipairs" {
		return ""
	}
	return "each and ipairs give the position first: for i, " + s.Names[0] + " in …"
}

// qualified returns the full form of a name in the game, such as vars.gold.
func (r *resolver) qualified(name string) (string, bool) {
	if r.Glossary == nil {
		return "", false
	}
	return r.Glossary.Qualified(name)
}

// noMethodHint returns a hint for a method called on one of the game's values,
// such as vars:set("gold", 3).
func (r *resolver) noMethodHint(value, method string) string {
	_, isFunction := r.Surface.signature(method)
	switch {
	case value == "vars":
		return "write vars.NAME to read a variable, and vars.NAME = … to set it"
	case isFunction:
		return "call functions of the game without a prefix: " + method + "(…)"
	}
	return "write " + value + "." + method + " for a value"
}

// changesContent rejects assignments to content, such as game.data.songs[1] =
// 3.
func (r *resolver) changesContent(id *ast.IdentExpr, changed ast.Expr) {
	if _, local := r.lookup(id); local || r.depth == 0 || r.Surface == nil || !slices.Contains(r.Surface.Fixed, id.Value) || changed == ast.Expr(id) {
		return
	}
	if x, ok := changed.(*ast.AttrGetExpr); ok && x.Object == ast.Expr(id) {
		return // the game checks whether it has such a field
	}
	r.report(diag.New("script/state", r.src.Find(id.Line(), id.Value, false), "%s is content, which a script cannot change", strings.TrimSuffix(syntax.Format(changed), "[…]")).
		WithHint("copy it first: local t = table.copy(…), or declare a variable of the game"))
}

// requiresName reports require(name) if the quotes around a module's name are
// missing.
func (r *resolver) requiresName(x *ast.FuncCallExpr) bool {
	id, ok := x.Func.(*ast.IdentExpr)
	if !ok || id.Value != "require" || len(x.Args) != 1 {
		return false
	}
	name, ok := x.Args[0].(*ast.IdentExpr)
	if !ok {
		return false
	}
	if _, local := r.lookup(name); local || r.Surface.has(name.Value) || r.Library.IsBase(name.Value) || r.Library.IsLibrary(name.Value) {
		return false
	}
	at := r.src.Find(x.Line(), "require", false)
	if i := r.tokenAt(at); i >= 0 && r.src.TextAt(i+2) == name.Value {
		at = r.src.At(r.src.Tokens[i+2])
	}
	r.report(diag.New("script/require", at, "require needs one module name in quotes").
		WithHint("write: require(%q)", name.Value).WithEdit(name.Value, strconv.Quote(name.Value)))
	return true
}
