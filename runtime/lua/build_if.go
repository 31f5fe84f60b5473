package lua

import "github.com/yuin/gopher-lua/ast"

func (b *builder) ifStatement(s *ast.IfStmt) statement {
	br := &branch{condition: b.condition(s.Condition)}
	br.price, br.then = b.branch(s.Then)
	if len(s.Else) > 0 {
		br.elsePrice, br.otherwise = b.branch(s.Else)
	}
	return br.build()
}

// branch builds a block without a call for it if it is one statement.
func (b *builder) branch(stmts []ast.Stmt) (price, statement) {
	p, list := b.parts(stmts)
	if len(list) == 1 {
		return p, list[0]
	}
	return p, sequence(price{}, list)
}

// branch is an if. Its closures capture only a pointer to it; see calling.
type branch struct {
	condition
	then, otherwise  statement
	price, elsePrice price
}

//go:noinline
func (br *branch) build() statement {
	switch {
	case br.expr == nil:
		return func(f *frame) signal {
			if br.has(f.slots[br.slot].float()) {
				f.charge(br.price)
				return br.then(f)
			}
			if br.otherwise == nil {
				return signalNone
			}
			f.charge(br.elsePrice)
			return br.otherwise(f)
		}
	case br.otherwise == nil:
		return func(f *frame) signal {
			if br.expr(f) {
				f.charge(br.price)
				return br.then(f)
			}
			return signalNone
		}
	}
	return func(f *frame) signal {
		if br.expr(f) {
			f.charge(br.price)
			return br.then(f)
		}
		f.charge(br.elsePrice)
		return br.otherwise(f)
	}
}
