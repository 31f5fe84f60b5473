package analysis

import (
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"sleight/runtime/lua/syntax"
)

// inferrer infers the types of the values in a chunk with resolved names, and
// records what the chunk requires of them. The chunk ends by returning one value,
// and no name in it is unknown. The inferrer ignores the order in which
// statements run: the type of a local joins the types of everything assigned to
// it, and is unknown if these differ.
type inferrer struct {
	*resolver
	chunk          []ast.Stmt
	functions      map[*ast.FunctionExpr]*functionInfo // nil is the chunk
	calls          []pendingCall                       // of the script's functions
	exports        map[string]StaticType
	reportedLoops  map[*ast.GenericForStmt]bool // loops whose only variable is reported to be a position
	parts          map[ast.Expr]bool            // texts that are parts of longer ones
	targets        map[ast.Expr]bool            // the fields assigned to
	concatenations []concatenation
	clashes        []clash
	numeric        map[ast.Expr]bool // texts used as numbers, which are reported
	lists          map[listed]bool   // expressions used as lists
	tables         map[listed]bool   // expressions used as only tables can be
}

// pendingCall is a call whose arguments are checked once all functions are known.
type pendingCall struct {
	call    *ast.FuncCallExpr
	summary *funcSummary
	in      *ast.FunctionExpr // the enclosing function
}

// infer records what the chunk does with values, in facts.Uses and
// facts.Doubts.
func (r *resolver) infer(chunk []ast.Stmt) *inferrer {
	x := &inferrer{resolver: r, chunk: chunk, functions: map[*ast.FunctionExpr]*functionInfo{}}
	x.findHooks(chunk)
	x.gather(chunk)
	x.walk(chunk)
	for _, c := range x.calls {
		x.checkArguments(c)
	}
	x.noteConcatenations()
	x.mixedLocals()
	x.noteClashes()
	x.finishZeros()
	give := chunk[len(chunk)-1].(*ast.ReturnStmt)
	x.export(give.Exprs[0])
	x.noteResult(give.Exprs[0])
	return x
}

// export records the types of the functions that the chunk returns.
func (inf *inferrer) export(e ast.Expr) {
	t, ok := e.(*ast.TableExpr)
	if !ok {
		return
	}
	for _, f := range t.Fields {
		if key, ok := f.Key.(*ast.StringExpr); ok {
			if got := inf.typeOf(f.Value); got.Kind == StaticFunction && got.summary != nil {
				if inf.exports == nil {
					inf.exports = map[string]StaticType{}
				}
				inf.exports[key.Value] = got
				if inf.IsModule {
					inf.demandsOf(got.summary)
				}
			}
		}
	}
}

// gather records the values assigned to each local, in all functions.
func (inf *inferrer) gather(chunk []ast.Stmt) {
	v := syntax.Visitor{
		Statement: func(st ast.Stmt, in *ast.FunctionExpr) {
			inf.gatherFrom(st, in)
			if names := inf.Declared[st]; len(names) > 0 {
				inf.info(in).locals = append(inf.info(in).locals, names...)
			}
		},
		Expression: func(e ast.Expr, _ *ast.FunctionExpr) {
			if fn, ok := e.(*ast.FunctionExpr); ok {
				inf.gatherParams(fn)
			}
			inf.gatherList(e)
			inf.gatherTable(e)
		},
	}
	v.Block(chunk, nil)
}

func (inf *inferrer) gatherFrom(st ast.Stmt, in *ast.FunctionExpr) {
	switch s := st.(type) {
	case *ast.LocalAssignStmt:
		for i, b := range inf.Declared[s] {
			inf.assign(b, s.Exprs, i)
			if !b.used && !strings.HasPrefix(b.Name, "_") {
				inf.facts.Unused = append(inf.facts.Unused, Excerpt{b.Name, inf.src.Find(s.Line(), b.Name, false)})
			}
		}
	case *ast.AssignStmt:
		for i, l := range s.Lhs {
			if id, ok := l.(*ast.IdentExpr); ok {
				inf.assign(inf.Uses[id], s.Rhs, i)
			}
		}
	case *ast.NumberForStmt:
		for _, b := range inf.Declared[s] {
			b.assignments = append(b.assignments, assignment{fixed: StaticType{Kind: StaticNumber}})
		}
	case *ast.GenericForStmt:
		for i, b := range inf.Declared[s] {
			b.assignments = append(b.assignments, assignment{loop: s, result: i})
		}
	case *ast.FuncDefStmt:
		if id, ok := s.Name.Func.(*ast.IdentExpr); ok {
			inf.assign(inf.Uses[id], []ast.Expr{s.Func}, 0)
		}
	case *ast.ReturnStmt:
		inf.info(in).returns = append(inf.info(in).returns, s)
	}
}

func (inf *inferrer) gatherParams(fn *ast.FunctionExpr) {
	summary := &funcSummary{params: fn.ParList.Names, variadic: fn.ParList.HasVargs, needs: make([]need, len(fn.ParList.Names)), place: inf.src.PlaceOfLine(fn.Line())}
	params, about := inf.Declared[fn], inf.info(fn)
	about.summary, about.locals = summary, params[:len(params):len(params)]
	params = params[len(params)-min(len(params), len(summary.params)):]
	for i, b := range params {
		t := StaticType{Kind: staticParam, summary: summary, param: int32(i)}
		switch {
		case b.Name == "self" && i == 0:
			t = StaticType{Kind: staticSelf}
		case about.hook != "":
			t = StaticType{Kind: StaticHookArg, Of: about.hook, Arg: i}
		}
		b.assignments = append(b.assignments, assignment{fixed: t})
	}
}

// findHooks records which functions in the returned table are hooks for events
// and values, whose arguments the game knows.
func (inf *inferrer) findHooks(chunk []ast.Stmt) {
	note := func(key ast.Expr, value ast.Expr) {
		name, named := key.(*ast.StringExpr)
		fn, is := value.(*ast.FunctionExpr)
		if named && is && (strings.HasPrefix(name.Value, "on_") || strings.HasPrefix(name.Value, "modify_")) {
			inf.info(fn).hook = name.Value
		}
	}
	for _, st := range chunk {
		switch s := st.(type) {
		case *ast.ReturnStmt:
			for _, e := range s.Exprs {
				if t, ok := e.(*ast.TableExpr); ok {
					for _, f := range t.Fields {
						note(f.Key, f.Value)
					}
				}
			}
		case *ast.FuncDefStmt:
			if f, ok := s.Name.Func.(*ast.AttrGetExpr); ok {
				note(f.Key, s.Func)
			}
		}
	}
}

// local returns the last local with the given name that a function declares, or nil.
func (inf *inferrer) local(in *ast.FunctionExpr, name string) *Binding {
	for _, b := range slices.Backward(inf.info(in).locals) {
		if b.Name == name {
			return b
		}
	}
	return nil
}

// inferResults infers what a function of the script returns.
func (inf *inferrer) inferResults(fn *ast.FunctionExpr) {
	summary := inf.info(fn).summary
	if summary.inferred {
		return
	}
	summary.inferred, summary.silent = true, true
	first := StaticType{Kind: StaticNil}
	for _, give := range inf.info(fn).returns {
		if len(give.Exprs) == 0 {
			continue
		}
		summary.silent = false
		first = join(first, inf.typeOf(give.Exprs[0]))
	}
	if !summary.silent {
		summary.results = []StaticType{first}
		summary.reads = inf.onlyReads(fn)
	}
}

// assign records the i-th of a list of values as assigned to a local.
func (inf *inferrer) assign(b *Binding, values []ast.Expr, i int) {
	switch last := len(values) - 1; {
	case i <= last:
		b.assignments = append(b.assignments, assignment{expr: values[i]})
	case last >= 0:
		b.assignments = append(b.assignments, assignment{expr: values[last], result: i - last})
	default:
		b.assignments = append(b.assignments, assignment{fixed: StaticType{Kind: StaticNil}})
	}
}

// loopVariableType returns the type of the i-th variable of a for loop.
func (inf *inferrer) loopVariableType(s *ast.GenericForStmt, i int) StaticType {
	call, ok := s.Exprs[0].(*ast.FuncCallExpr)
	if !ok || len(s.Exprs) != 1 || call.Receiver != nil {
		return StaticType{}
	}
	switch inf.calledName(call) {
	case "each":
		if !inf.typeOf(call.Args[0]).mayName() {
			return StaticType{}
		}
		return []StaticType{{Kind: StaticNumber}, {Kind: StaticEntity}, {}}[min(i, 2)]
	case "ipairs":
		if i == 0 {
			return StaticType{Kind: StaticNumber}
		}
		if len(call.Args) == 1 {
			if list := inf.typeOf(call.Args[0]); list.item != nil {
				return *list.item
			}
		}
	}
	return StaticType{}
}

// calledName returns the name of the host or library function that a call
// names, such as count or math.floor; empty for others.
func (inf *inferrer) calledName(call *ast.FuncCallExpr) string {
	switch f := call.Func.(type) {
	case *ast.IdentExpr:
		if inf.Uses[f] == nil {
			return f.Value
		}
	case *ast.AttrGetExpr:
		lib, ok := f.Object.(*ast.IdentExpr)
		key, named := f.Key.(*ast.StringExpr)
		if ok && named && inf.Uses[lib] == nil && inf.Library.IsLibrary(lib.Value) {
			return lib.Value + "." + key.Value
		}
	}
	return ""
}

// typeOf returns the type of an expression, as far as it is known.
func (inf *inferrer) typeOf(e ast.Expr) StaticType {
	switch v := e.(type) {
	case *ast.NumberExpr, *ast.ArithmeticOpExpr, *ast.UnaryMinusOpExpr, *ast.UnaryLenOpExpr:
		return StaticType{Kind: StaticNumber}
	case *ast.StringExpr, *ast.StringConcatOpExpr:
		return StaticType{Kind: StaticText}
	case *ast.TrueExpr, *ast.FalseExpr, *ast.UnaryNotOpExpr, *ast.RelationalOpExpr:
		return StaticType{Kind: StaticBoolean}
	case *ast.NilExpr:
		return StaticType{Kind: StaticNil}
	case *ast.TableExpr:
		return inf.tableType(v)
	case *ast.FunctionExpr:
		inf.inferResults(v)
		return StaticType{Kind: StaticFunction, summary: inf.info(v).summary}
	case *ast.IdentExpr:
		return inf.nameType(v)
	case *ast.AttrGetExpr:
		return inf.fieldType(v)
	case *ast.FuncCallExpr:
		return inf.result(v, 0)
	case *ast.LogicalOpExpr:
		right := inf.typeOf(v.Rhs)
		if v.Operator == "and" {
			return right
		}
		left := inf.typeOf(v.Lhs)
		if left.Kind == StaticBoolean && right.Kind != StaticBoolean {
			return StaticType{}
		}
		return join(left, right)
	}
	return StaticType{}
}

func (inf *inferrer) tableType(t *ast.TableExpr) StaticType {
	if len(t.Fields) == 0 {
		return StaticType{Kind: StaticTable}
	}
	item := StaticType{Kind: StaticNil}
	for _, f := range t.Fields {
		if f.Key != nil {
			return StaticType{Kind: StaticTable}
		}
		item = join(item, inf.typeOf(f.Value))
		if item.Kind == StaticUnknown {
			break
		}
	}
	return StaticType{Kind: StaticList, item: &item}
}

func (inf *inferrer) nameType(id *ast.IdentExpr) StaticType {
	b := inf.Uses[id]
	switch {
	case b != nil && b.holds() != nil:
		return StaticType{Kind: StaticTable}
	case b != nil:
		return inf.localType(b)
	case id.Value == "vars":
		return StaticType{Kind: staticVars}
	case id.Value == "game":
		return StaticType{Kind: staticGameTable}
	case inf.Library.IsBase(id.Value) && id.Value != "_VERSION":
		return StaticType{Kind: StaticFunction}
	case inf.Library.IsLibrary(id.Value):
		return StaticType{Kind: StaticTable}
	}
	if _, ok := inf.Surface.signature(id.Value); ok {
		return StaticType{Kind: StaticFunction}
	}
	return StaticType{}
}

func (inf *inferrer) localType(b *Binding) StaticType {
	if b.typed {
		return b.valueType
	}
	if b.busy {
		return StaticType{}
	}
	b.busy = true
	defer func() { b.busy = false }()
	t := StaticType{Kind: StaticNil}
	for _, o := range b.assignments {
		if inf.isChange(o.expr, b) {
			continue // as in n = n + 1
		}
		if t = join(t, inf.assignedType(o)); t.Kind == StaticUnknown {
			break
		}
	}
	if len(b.assignments) == 0 {
		t = StaticType{}
	}
	b.valueType, b.typed = t, true
	return t
}

// isChange reports whether an expression computes with a local or appends to it.
func (inf *inferrer) isChange(e ast.Expr, b *Binding) bool {
	switch e.(type) {
	case *ast.StringConcatOpExpr, *ast.ArithmeticOpExpr:
		return inf.mentions(e, b)
	}
	return false
}

func (inf *inferrer) assignedType(o assignment) StaticType {
	call, isCall := o.expr.(*ast.FuncCallExpr)
	switch {
	case o.loop != nil:
		return inf.loopVariableType(o.loop, o.result)
	case o.expr == nil:
		return o.fixed
	case o.result == 0:
		return inf.typeOf(o.expr)
	case isCall:
		return inf.result(call, o.result)
	}
	return StaticType{}
}

func (inf *inferrer) fieldType(v *ast.AttrGetExpr) StaticType {
	if module := inf.module(v.Object); module != nil {
		if key, ok := v.Key.(*ast.StringExpr); ok {
			return module.Types()[key.Value]
		}
		return StaticType{}
	}
	object := inf.typeOf(v.Object)
	key, named := v.Key.(*ast.StringExpr)
	if !named {
		if object.Kind == StaticList && object.item != nil {
			return *object.item
		}
		return StaticType{}
	}
	switch object.Kind {
	case StaticGame, StaticOwn:
		return StaticType{Kind: object.Kind, Of: object.Of + "." + key.Value}
	case staticVars:
		return StaticType{Kind: StaticVariable, Of: key.Value}
	case staticGameTable:
		return StaticType{Kind: StaticGame, Of: key.Value}
	case staticSelf:
		return StaticType{Kind: StaticOwn, Of: key.Value}
	case StaticUnknown, StaticEntity, StaticHookArg, staticParam:
		return StaticType{Kind: StaticField, Of: key.Value}
	}
	return StaticType{}
}

// module returns the module that an expression is, or nil.
func (inf *inferrer) module(e ast.Expr) Module {
	name := inf.moduleIn(e)
	if name == nil {
		return nil
	}
	return inf.requires[name.Value]
}

// result returns the type of a result of a call, counted from 0.
func (inf *inferrer) result(call *ast.FuncCallExpr, n int) StaticType {
	if call.Receiver != nil {
		return StaticType{}
	}
	if summary := inf.summaryOf(call); summary != nil {
		if n < len(summary.results) {
			return summary.results[n]
		}
		return StaticType{}
	}
	name := inf.calledName(call)
	if sig, ok := inf.Surface.signature(name); ok {
		if name == "modify" && n == 0 {
			return inf.typeOf(call.Args[1]) // listeners return a value of the same type
		}
		if n < len(sig.Results) {
			return literalTypes[strings.TrimSuffix(sig.Results[n], "?")]
		}
		return StaticType{}
	}
	if kind := libraryResults[name]; kind != StaticUnknown && n == 0 {
		return StaticType{Kind: kind}
	}
	if strings.HasPrefix(name, "math.") && n == 0 {
		return StaticType{Kind: StaticNumber}
	}
	return StaticType{}
}

// summaryOf returns the summary of the script function that a call calls, or nil.
func (inf *inferrer) summaryOf(call *ast.FuncCallExpr) *funcSummary {
	if call.Receiver != nil {
		return nil
	}
	if t := inf.typeOf(call.Func); t.Kind == StaticFunction {
		return t.summary
	}
	return nil
}

// numberOf returns the value of a literal number.
func numberOf(e ast.Expr) (float64, bool) {
	switch v := e.(type) {
	case *ast.NumberExpr:
		return syntax.ParseNumber(v.Value)
	case *ast.UnaryMinusOpExpr:
		n, ok := numberOf(v.Expr)
		return -n, ok
	}
	return 0, false
}
