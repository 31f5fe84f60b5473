package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
)

// expression walks an expression and collects its mutants.
func (c *collector) expression(e ast.Expr) {
	if e == nil {
		return
	}
	defer func(depth int) { c.depth = depth }(c.depth)
	c.depth++
	if c.info.Types[e].Value != nil {
		if name, ok := c.number(e); ok {
			c.add("number", e, "sleightNumber["+name+"](§, ", ")")
		}
		return
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		c.binary(e)
	case *ast.ParenExpr:
		c.expression(e.X)
	case *ast.UnaryExpr:
		c.expression(e.X)
	case *ast.StarExpr:
		c.expression(e.X)
	case *ast.SelectorExpr:
		if c.info.Types[e.X].IsValue() {
			c.expression(e.X)
		}
	case *ast.IndexExpr:
		if c.info.Types[e.Index].IsValue() {
			c.expression(e.X)
			c.expression(e.Index)
		}
	case *ast.SliceExpr:
		c.expression(e.X)
		c.expression(e.Low)
		c.expression(e.High)
		c.expression(e.Max)
	case *ast.TypeAssertExpr:
		c.expression(e.X)
	case *ast.CallExpr:
		c.call(e)
	case *ast.FuncLit:
		c.function(e.Type, e.Body)
	case *ast.CompositeLit:
		c.composite(e)
	}
}

// binary walks an expression with two operands: either side of && and || can be
// left out, and a comparison can include or exclude its bound.
func (c *collector) binary(e *ast.BinaryExpr) {
	switch e.Op {
	case token.LAND, token.LOR:
		for _, side := range []ast.Expr{e.X, e.Y} {
			c.operand(side, e.Op)
		}
		return
	case token.LSS, token.GTR, token.LEQ, token.GEQ:
		if c.pure(e.X) && c.pure(e.Y) {
			x, y := c.source(c.file, e.X), c.source(c.file, e.Y)
			if e.Op == token.LSS || e.Op == token.GTR {
				c.add("boundary", e, "((", fmt.Sprintf(") || (%s) == (%s) && sleightMutant(§))", x, y))
			} else {
				c.add("boundary", e, "((", fmt.Sprintf(") && !((%s) == (%s) && sleightMutant(§)))", x, y))
			}
		}
	}
	c.expression(e.X)
	if e.Op != token.SHL && e.Op != token.SHR {
		c.expression(e.Y)
	}
}

// operand adds the mutant without one side of && or ||.
func (c *collector) operand(e ast.Expr, op token.Token) {
	defer func(depth int) { c.depth = depth }(c.depth)
	c.depth++
	if c.plainBool(e) && c.info.Types[e].Value == nil {
		if op == token.LAND {
			c.add("operand", e, "((", ") || sleightMutant(§))")
		} else {
			c.add("operand", e, "((", ") && !sleightMutant(§))")
		}
	}
	c.expression(e)
}

// call walks the arguments of a call, except the capacities of make, which only
// affect speed.
func (c *collector) call(e *ast.CallExpr) {
	if name, ok := e.Fun.(*ast.Ident); ok && c.info.Types[e.Fun].IsBuiltin() && name.Name == "make" {
		if _, list := c.info.TypeOf(e).Underlying().(*types.Slice); list && len(e.Args) > 1 {
			c.expression(e.Args[1])
		}
		return
	}
	if c.info.Types[e.Fun].IsValue() {
		c.expression(e.Fun)
	}
	for _, argument := range e.Args {
		if c.info.Types[argument].IsValue() {
			c.expression(argument)
		}
	}
}

// composite walks a literal: each named field of a struct can be left out.
func (c *collector) composite(e *ast.CompositeLit) {
	t := c.info.TypeOf(e)
	if pointer, ok := t.Underlying().(*types.Pointer); ok {
		t = pointer.Elem() // the type is left out in a list of pointers
	}
	_, structure := t.Underlying().(*types.Struct)
	_, table := t.Underlying().(*types.Map)
	for _, element := range e.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		switch {
		case !ok:
			c.element(element)
		case structure:
			c.field(pair)
		default:
			if table {
				c.element(pair.Key)
			}
			c.element(pair.Value)
		}
	}
}

// element walks an element of a literal; one whose type is omitted can only be
// walked, not wrapped.
func (c *collector) element(e ast.Expr) {
	if literal, ok := e.(*ast.CompositeLit); ok {
		c.composite(literal)
		return
	}
	c.expression(e)
}

// field adds the mutant without a field of a struct.
func (c *collector) field(pair *ast.KeyValueExpr) {
	defer func(depth int) { c.depth = depth }(c.depth)
	c.depth++
	value := c.info.Types[pair.Value]
	key, _ := pair.Key.(*ast.Ident)
	if object := c.info.Uses[key]; object != nil && !value.IsNil() && !zero(value) {
		if name := c.typeName(c.file, object.Type()); name != "" {
			c.add("field", pair.Value, "sleightField["+name+"](§, ", ")")
		}
	}
	c.expression(pair.Value)
}

// zero reports whether a value is the constant zero value of a field.
func zero(v types.TypeAndValue) bool {
	if v.Value == nil {
		return false
	}
	switch text := v.Value.ExactString(); text {
	case "0", "false", `""`:
		return true
	}
	return false
}

// pure reports whether an expression may be evaluated twice.
func (c *collector) pure(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	case *ast.ParenExpr:
		return c.pure(e.X)
	case *ast.SelectorExpr:
		return c.pure(e.X)
	case *ast.StarExpr:
		return c.pure(e.X)
	case *ast.UnaryExpr:
		return e.Op != token.ARROW && c.pure(e.X)
	case *ast.BinaryExpr:
		return c.pure(e.X) && c.pure(e.Y)
	case *ast.IndexExpr:
		return c.pure(e.X) && c.pure(e.Index)
	case *ast.CallExpr:
		name, ok := e.Fun.(*ast.Ident)
		harmless := c.info.Types[e.Fun].IsType() || ok && c.info.Types[e.Fun].IsBuiltin() && name.Name == "len"
		return harmless && len(e.Args) == 1 && c.pure(e.Args[0])
	}
	return false
}
