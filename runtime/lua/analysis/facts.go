package analysis

import (
	"cmp"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/diag"
	"sleight/runtime/lua/syntax"
)

// Facts are the names and strings in a program, for checks of a whole pack.
// Places are those of the names; Hook is the hook of the chunk whose body
// contains the fact, empty if there is no single one.
type Facts struct {
	Fields      []Field
	Texts       []Literal
	Calls       []Call
	Comparisons []Comparison
	// Uses are values that may not be what their use requires.
	Uses []Use
	// Result is the type of what the chunk returns, if that is one value.
	Result StaticType
	// SelfUses is how often the program names self.
	SelfUses int
	// TableFields are the names that the program itself gives to fields of
	// tables.
	TableFields []string
	*rareFacts
}

// rareFacts are facts that few programs have. The others share noFacts, since large
// content has tens of thousands of programs.
type rareFacts struct {
	// Sentences are the texts that are composed of parts.
	Sentences []Sentence
	// Fixed are comparisons of two literals, with their result.
	Fixed []Fixed
	// OwnTurns are comparisons of player() with self.owner.
	OwnTurns []OwnTurn
	// Doubts are code that is valid but surely not meant.
	Doubts diag.List
	// Sends are the events emitted and the values modified.
	Sends []Send
	// ZeroIndexes are reads of a table at index 0, where lists have nothing;
	// FillsZero is set if the program stores something there itself.
	ZeroIndexes []Excerpt
	FillsZero   bool
	// Quoted are arguments in quotes that are the name of a local.
	Quoted []Quote
	// Functions are the functions that the chunk declares as locals.
	Functions []Excerpt
	// Tables are the keys of tables with several named fields, and Lists the texts
	// of lists of texts. Returned are texts that functions or an expression return first.
	Tables, Lists [][]Excerpt
	Returned      []Excerpt
	// Unused are the locals that are declared and never mentioned again.
	Unused []Excerpt
}

var noFacts rareFacts

// kept returns the facts in the form that a program keeps.
func (r *rareFacts) kept() *rareFacts {
	if len(r.Sentences)+len(r.Fixed)+len(r.OwnTurns)+len(r.Doubts)+len(r.Sends)+len(r.ZeroIndexes)+len(r.Quoted)+len(r.Functions)+len(r.Tables)+len(r.Lists)+len(r.Returned)+len(r.Unused) == 0 && !r.FillsZero {
		return &noFacts
	}
	kept := *r
	return &kept
}

// Field is a use of x.name. Of is x if that is a plain name.
type Field struct {
	Of, Name string
	// Module is the module that x is; nil if x is not known to be one.
	Module Module
	Write  bool
	// Own is set if x is the local table that the chunk returns.
	Own   bool
	Place diag.Place

	required *ast.StringExpr // the module's name
	local    *Binding        // x, if that is a local
}

// Literal is a text in quotes. Joined reports whether it is concatenated with
// others; Call is the API function that it is an argument of, if any.
type Literal struct {
	Text, Call string
	Joined     bool
}

// Call is a call of an API function.
type Call struct {
	Function string
	// Texts are the literal texts among the arguments, by number from 0; Count
	// is how many arguments there are.
	Texts map[int]string
	// Numbers are the literal numbers among them.
	Numbers map[int]float64
	// Names are the arguments that are names by themselves, by number from 0.
	Names map[int]string
	Count int
	// Open is set if the last argument may yield any number of values.
	Open  bool
	Place diag.Place
	Hook  string
}

// Comparison compares a field, or the result of an API call without arguments,
// with a literal.
type Comparison struct {
	Of, Name string // of a field
	Call     string // of a call
	// Op is ==, ~=, <, <=, > or >=, with the field on its left.
	Op     string
	Text   string
	IsText bool
	Number float64
	Place  diag.Place
}

// Send is an event that is emitted, or a value that is modified. Function is emit
// or modify; Name is empty if the script computes it; Args are the types of what
// follows the name.
type Send struct {
	Function, Name string
	Args           []StaticType
}

// Excerpt is a piece of Lua as written, with its place.
type Excerpt struct {
	Text  string
	Place diag.Place
}

// Quote is the name of a local in quotes, as argument number Arg, from 0, of a call of a
// function. Read reports whether the local is used somewhere without quotes.
type Quote struct {
	Excerpt
	Read     bool
	Function string
	Arg      int
	First    string // the first argument, if it is a text
}

// Fixed is a comparison that always has the same result.
type Fixed struct {
	Holds bool
	Place diag.Place
}

// Reference is something that a script names and that only a game can resolve:
// a field of a global value or of self (Of and Name), or a literal argument of
// an API call (Call, Arg counted from 0, and Text or Number).
type Reference struct {
	Of, Name string
	Write    bool
	Call     string
	First    string // the first argument of the call, if it is a name
	Arg      int
	Field    string // the field, if the argument is a table of options
	Text     string
	IsText   bool
	// Prefix marks a Text, with @ or / in it, to which the argument joins something.
	Prefix bool
	Number float64
	Place  diag.Place
}

// OwnTurn is a comparison of player() with self.owner in a hook, by == or, unless it
// Holds where they are the same, by ~=.
type OwnTurn struct {
	Holds bool
	Place diag.Place
	Hook  string
}

// noteField records x.name; fields of a library are skipped.
func (r *resolver) noteField(x *ast.AttrGetExpr, name string, write bool) {
	f := Field{Name: name, Write: write, Place: r.src.Find(max(x.Line(), x.Object.Line()), name, true)}
	f.required = required(x.Object)
	if id, ok := x.Object.(*ast.IdentExpr); ok {
		f.Of = id.Value
		_, local := r.lookup(id)
		if !local && r.Library.IsLibrary(id.Value) {
			return
		}
		f.local = r.Uses[id]
	}
	r.facts.Fields = append(r.facts.Fields, f)
	if write && slices.Contains(r.tables, f.Of) {
		r.facts.TableFields = append(r.facts.TableFields, name)
	}
}

// noteLocals records which of the locals that a statement has declared hold
// tables, and which hold modules.
func (r *resolver) noteLocals(s *ast.LocalAssignStmt) {
	for i, e := range s.Exprs {
		if i >= len(s.Names) {
			return
		}
		if _, ok := e.(*ast.TableExpr); ok {
			r.tables = append(r.tables, s.Names[i])
		}
		r.Declared[s][i].Module = r.moduleIn(e)
	}
}

// moduleIn returns the name of the module that an expression is: a call of
// require, or a local that holds a module. It is nil for other expressions.
func (r *resolver) moduleIn(e ast.Expr) *ast.StringExpr {
	if id, ok := e.(*ast.IdentExpr); ok {
		return r.Uses[id].holds()
	}
	return required(e)
}

// required returns the name in require("NAME"), or nil for another expression.
func required(e ast.Expr) *ast.StringExpr {
	call, ok := e.(*ast.FuncCallExpr)
	if !ok || len(call.Args) != 1 {
		return nil
	}
	if f, ok := call.Func.(*ast.IdentExpr); !ok || f.Value != "require" {
		return nil
	}
	name, _ := call.Args[0].(*ast.StringExpr)
	return name
}

// forgetModule records that a local gets another value.
func (r *resolver) forgetModule(target ast.Expr) {
	if id, ok := target.(*ast.IdentExpr); ok {
		if _, local := r.lookup(id); local {
			r.Uses[id].Module = nil
		}
	}
}

// noteTable records the keys of a table constructor.
func (r *resolver) noteTable(x *ast.TableExpr) {
	var keys, items []Excerpt
	for _, f := range x.Fields {
		if key, ok := f.Key.(*ast.StringExpr); ok {
			r.facts.TableFields = append(r.facts.TableFields, key.Value)
			keys = append(keys, Excerpt{Text: key.Value})
		} else if text, ok := f.Value.(*ast.StringExpr); ok && f.Key == nil {
			items = append(items, Excerpt{text.Value, r.src.FindText(text.Line(), text.Value)})
		}
	}
	r.repeatedKeys(x, keys)
	const several = 3
	if n := len(x.Fields); n >= several && len(keys) == n {
		for i := range keys {
			keys[i].Place = r.src.FindKey(x.Line(), keys[i].Text)
		}
		r.facts.Tables = append(r.facts.Tables, keys)
	} else if n >= several && len(items) == n {
		r.facts.Lists = append(r.facts.Lists, items)
	}
}

// noteReturned notes the texts that a return statement may return first.
func (r *resolver) noteReturned(e ast.Expr) {
	switch v := e.(type) {
	case *ast.StringExpr:
		r.facts.Returned = append(r.facts.Returned, Excerpt{v.Value, r.src.FindText(v.Line(), v.Value)})
	case *ast.LogicalOpExpr:
		if v.Operator == "or" {
			r.noteReturned(v.Lhs)
		}
		r.noteReturned(v.Rhs)
	}
}

func (r *resolver) noteText(text string, line int) {
	r.facts.Texts = append(r.facts.Texts, Literal{Text: text, Joined: r.joining > 0})
	if r.joining == 0 && isProse(text) {
		w := sentenceWriter{}
		w.form(text, nil)
		r.facts.Sentences = append(r.facts.Sentences, Sentence{Text: w.text.String(), Place: r.src.PlaceOfLine(line)})
	}
}

func (r *resolver) noteCall(x *ast.FuncCallExpr, id *ast.IdentExpr) {
	c := Call{Function: id.Value, Count: len(x.Args), Open: opens(x), Place: r.src.Find(id.Line(), id.Value, false)}
	for i, a := range x.Args {
		r.noteSentence(a)
		if name, ok := a.(*ast.IdentExpr); ok {
			if c.Names == nil {
				c.Names = map[int]string{}
			}
			c.Names[i] = name.Value
		}
		if n, ok := numberOf(a); ok {
			if c.Numbers == nil {
				c.Numbers = map[int]float64{}
			}
			c.Numbers[i] = n
		}
		if text, ok := a.(*ast.StringExpr); ok {
			if c.Texts == nil {
				c.Texts = map[int]string{}
			}
			c.Texts[i] = text.Value
			r.facts.Texts = append(r.facts.Texts, Literal{Text: text.Value, Call: id.Value})
		}
	}
	r.facts.Calls = append(r.facts.Calls, c)
}

// mirrored maps an operator to the one with its sides exchanged.
var mirrored = map[string]string{"==": "==", "~=": "~=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

// noteComparison records a comparison with a literal on either side.
func (r *resolver) noteComparison(x *ast.RelationalOpExpr) {
	left, right, op := x.Lhs, x.Rhs, x.Operator
	if isLiteral(left) && isLiteral(right) {
		r.noteFixed(x)
		return
	}
	r.noteOwnTurn(x)
	if isLiteral(left) {
		left, right, op = right, left, mirrored[op]
	}
	c := Comparison{Op: op, Place: r.src.PlaceOfLine(x.Line())}
	switch v := right.(type) {
	case *ast.StringExpr:
		c.Text, c.IsText = v.Value, true
		c.Place = r.src.FindText(max(x.Line(), v.Line()), v.Value)
	case *ast.NumberExpr:
		c.Number, _ = syntax.ParseNumber(v.Value)
		c.Place = r.src.Find(max(x.Line(), v.Line()), v.Value, false)
	default:
		return
	}
	switch v := left.(type) {
	case *ast.AttrGetExpr:
		id, direct := v.Object.(*ast.IdentExpr)
		key, named := v.Key.(*ast.StringExpr)
		if !direct || !named {
			return
		}
		c.Of, c.Name = id.Value, key.Value
	case *ast.FuncCallExpr:
		id, direct := v.Func.(*ast.IdentExpr)
		if !direct || len(v.Args) > 0 { // or a method
			return
		}
		c.Call = id.Value
	default:
		return
	}
	r.facts.Comparisons = append(r.facts.Comparisons, c)
}

// noteOwnTurn records a comparison of player() with self.owner.
func (r *resolver) noteOwnTurn(x *ast.RelationalOpExpr) {
	if x.Operator != "==" && x.Operator != "~=" {
		return
	}
	for _, sides := range [][2]ast.Expr{{x.Lhs, x.Rhs}, {x.Rhs, x.Lhs}} {
		call, calls := sides[0].(*ast.FuncCallExpr)
		field, reads := sides[1].(*ast.AttrGetExpr)
		if !calls || !reads || len(call.Args) > 0 {
			continue
		}
		function, direct := call.Func.(*ast.IdentExpr)
		of, plain := field.Object.(*ast.IdentExpr)
		key, named := field.Key.(*ast.StringExpr)
		if !direct || !plain || !named || function.Value != "player" || of.Value != "self" || key.Value != "owner" {
			continue
		}
		if _, local := r.lookup(function); !local {
			r.rare.OwnTurns = append(r.rare.OwnTurns, OwnTurn{Holds: x.Operator == "==", Place: r.src.Find(max(x.Line(), call.Line()), "player", false)})
		}
	}
}

// noteFixed records a comparison of two numbers or two texts.
func (r *resolver) noteFixed(x *ast.RelationalOpExpr) {
	order := 0
	a, number := x.Lhs.(*ast.NumberExpr)
	b, both := x.Rhs.(*ast.NumberExpr)
	switch {
	case number && both:
		m, _ := syntax.ParseNumber(a.Value)
		n, _ := syntax.ParseNumber(b.Value)
		order = cmp.Compare(m, n)
	case number || both: // a number and a text: only == is possible, and never true
		order = 2
	default:
		order = strings.Compare(x.Lhs.(*ast.StringExpr).Value, x.Rhs.(*ast.StringExpr).Value)
	}
	holds := map[string]bool{
		"==": order == 0, "~=": order != 0, "<": order == -1, "<=": order == -1 || order == 0,
		">": order == 1, ">=": order == 1 || order == 0,
	}
	r.facts.Fixed = append(r.facts.Fixed, Fixed{holds[x.Operator], r.src.PlaceOfLine(x.Line())})
}

func isLiteral(e ast.Expr) bool {
	switch e.(type) {
	case *ast.StringExpr, *ast.NumberExpr:
		return true
	}
	return false
}

// finishFacts records the functions of the chunk, which hook each call is in, and
// which module has each field.
func (r *resolver) finishFacts(chunk []ast.Stmt, hooks []Hook) Facts {
	for _, st := range chunk {
		if s, ok := st.(*ast.LocalAssignStmt); ok && syntax.IsLocalFunction(s) {
			r.facts.Functions = append(r.facts.Functions, Excerpt{s.Names[0], r.src.Find(s.Line(), s.Names[0], false)})
		}
	}
	r.facts.Fields = slices.DeleteFunc(r.facts.Fields, func(f Field) bool { return f.local != nil && f.local.filled && !f.Write })
	own := r.returnedLocal(chunk)
	for i := range r.facts.Fields {
		f := &r.facts.Fields[i]
		f.Own = f.local != nil && f.local == own
		name := f.required
		if name == nil {
			name = f.local.holds()
		}
		if name != nil {
			f.Module = r.requires[name.Value]
		}
		f.required, f.local = nil, nil
	}
	for i := range r.facts.Calls {
		c := &r.facts.Calls[i]
		c.Hook = Around(c.Place.Line, hooks)
	}
	for i := range r.rare.OwnTurns {
		t := &r.rare.OwnTurns[i]
		t.Hook = Around(t.Place.Line, hooks)
	}
	for i := range r.facts.Uses {
		u := &r.facts.Uses[i]
		u.Got, u.Other = u.Got.named(), u.Other.named()
		for k := range u.Parts {
			u.Parts[k] = u.Parts[k].named()
		}
	}
	out := r.facts
	out.Fields, out.Texts, out.Calls = copied(out.Fields), copied(out.Texts), copied(out.Calls)
	out.Comparisons, out.Uses, out.TableFields = copied(out.Comparisons), copied(out.Uses), copied(out.TableFields)
	out.rareFacts = r.rare.kept()
	return out
}

// Around returns the name of the hook that a line is in, or an empty text if there is
// none, or several on that line.
func Around(line int, hooks []Hook) (name string) {
	inside := 0
	for _, h := range hooks {
		if h.FirstLine <= line && line <= h.LastLine {
			inside++
			name = h.Name
		}
	}
	if inside != 1 {
		return ""
	}
	return name
}

// returnedLocal returns the local that a chunk returns, or nil.
func (r *resolver) returnedLocal(chunk []ast.Stmt) *Binding {
	id, ok := chunk[len(chunk)-1].(*ast.ReturnStmt).Exprs[0].(*ast.IdentExpr)
	if !ok {
		return nil
	}
	return r.Uses[id]
}

// looseArguments are the arguments of a call other than the texts that noteCall
// records.
func (r *resolver) looseArguments(x *ast.FuncCallExpr) []ast.Expr {
	id, ok := x.Func.(*ast.IdentExpr)
	if !ok {
		return x.Args
	}
	_, local := r.lookup(id)
	if _, api := r.Surface.signature(id.Value); local || !api {
		return x.Args
	}
	return slices.DeleteFunc(slices.Clone(x.Args), func(a ast.Expr) bool {
		_, text := a.(*ast.StringExpr)
		return text
	})
}
