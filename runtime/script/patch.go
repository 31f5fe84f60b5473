package script

import (
	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"
)

const (
	// maxUpvalues is how many locals of others a function may use. gopher-lua
	// counts them in a byte and does not look whether that holds.
	maxUpvalues = 250
	// maxCaptured is how many globals capture makes locals at most.
	maxCaptured = 40
)

// capture puts globals into locals at the head of a chunk, so that its
// functions find them among their upvalues instead of in a table of names.
func capture(chunk []ast.Stmt, globals []string) []ast.Stmt {
	names := globals[:min(len(globals), maxCaptured)]
	for _, h := range helpers {
		names = append(names[:len(names):len(names)], h.name)
	}
	at := &ast.ReturnStmt{}
	at.SetLine(1)
	at.SetLastLine(1)
	local := &ast.LocalAssignStmt{Names: names}
	place(local, at)
	for _, name := range names {
		local.Exprs = append(local.Exprs, ident(name, at))
	}
	return append([]ast.Stmt{local}, chunk...)
}

// countable tells whether gopher-lua can count the upvalues of all functions.
func countable(p *lua.FunctionProto) bool {
	if len(p.DbgUpvalues) > maxUpvalues {
		return false
	}
	for _, inner := range p.FunctionPrototypes {
		if !countable(inner) {
			return false
		}
	}
	return true
}

// patch replaces the instructions for constant text keys by the general ones.
// gopher-lua boxes the key of the former anew for each call of a metamethod,
// which costs 16 bytes per field that is read from a handle; the general ones
// pass the constant that is boxed already. Operands are the same.
func patch(p *lua.FunctionProto) {
	const operands = 1<<26 - 1
	for i, code := range p.Code {
		switch int(code >> 26) {
		case lua.OP_GETTABLEKS:
			p.Code[i] = code&operands | uint32(lua.OP_GETTABLE)<<26
		case lua.OP_SETTABLEKS:
			p.Code[i] = code&operands | uint32(lua.OP_SETTABLE)<<26
		}
	}
	for _, inner := range p.FunctionPrototypes {
		patch(inner)
	}
}
