package analysis

import "github.com/yuin/gopher-lua/ast"

// inferred is what is known about the values of a local.
type inferred struct {
	assignments []assignment // the values assigned to it
	valueType   StaticType   // what they are, once typed
	typed       bool
	busy        bool // its type is being inferred
	counted     bool // it is calculated with or ordered
	reported    bool // it holds a function instead of its result, which is reported
}

// only returns the only value that is assigned to a local, or nil if there are
// none or several. The binding of a name that is not a local is nil.
func (b *Binding) only() *assignment {
	if b == nil || len(b.assignments) != 1 {
		return nil
	}
	return &b.assignments[0]
}

// functionInfo is what is known about a function of the script.
type functionInfo struct {
	summary *funcSummary
	returns []*ast.ReturnStmt
	locals  []*Binding // the locals that it declares
	hook    string     // the event or value that it is a hook for
}

// assignment is a value assigned to a local: a result of an expression, or a
// value of a fixed type.
type assignment struct {
	expr   ast.Expr
	loop   *ast.GenericForStmt
	result int
	fixed  StaticType
}

// info returns what is known about a function; nil is the chunk.
func (inf *inferrer) info(fn *ast.FunctionExpr) *functionInfo {
	f := inf.functions[fn]
	if f == nil {
		f = &functionInfo{}
		inf.functions[fn] = f
	}
	return f
}
