package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"
)

// mutant is one change to the code.
type mutant struct {
	id    int
	kind  string // condition, operand, boundary, statement, number, field
	file  string // below the root
	line  int
	where string // the function
	text  string // what is changed, on one line
	// key names the mutant by what it changes and not by its line, so that the
	// list of equivalent mutants survives edits above them.
	key string

	path   string // of the file, absolute
	insert [2]insertion
}

// insertion is text to put into a file.
type insertion struct {
	offset int
	depth  int // of the node in the tree
	after  bool
	text   string
}

// collector walks the functions of a package and collects every mutant.
type collector struct {
	*pkg
	file    *file
	where   string
	results bool // whether the function returns something
	depth   int
	found   []*mutant
	seen    map[string]int
}

// collect returns every mutant of a package, in the order of the source.
func collect(p *pkg) []*mutant {
	c := &collector{pkg: p, seen: map[string]int{}}
	for _, f := range p.files {
		c.file = f
		for _, d := range f.tree.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Body != nil {
					c.where = functionName(d)
					c.function(d.Type, d.Body)
				}
			case *ast.GenDecl:
				c.table(d)
			}
		}
	}
	return c.found
}

// functionName returns the name of a function, with that of its receiver.
func functionName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	return strings.TrimPrefix(types.ExprString(d.Recv.List[0].Type), "*") + "." + d.Name.Name
}

// table walks only the functions in a package's variables: the rest of a table
// is data.
func (c *collector) table(d *ast.GenDecl) {
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			c.where = n.Names[0].Name
		case *ast.FuncLit:
			c.function(n.Type, n.Body)
			return false
		}
		return true
	})
}

// function walks the body of a function.
func (c *collector) function(t *ast.FuncType, body *ast.BlockStmt) {
	outer := c.results
	c.results = t.Results != nil && len(t.Results.List) > 0
	c.list(body.List, c.results)
	c.results = outer
}

// add adds a mutant that wraps a node.
func (c *collector) add(kind string, n ast.Node, before, after string) {
	text := strings.Join(strings.Fields(c.source(c.file, n)), " ")
	if len(text) > 90 {
		text = text[:90] + "…"
	}
	at := c.set.Position(n.Pos())
	name := at.Filename[strings.LastIndex(at.Filename, "/")+1:]
	m := &mutant{id: len(c.found) + 1, kind: kind, file: c.path + "/" + name, line: at.Line, where: c.where, text: text, path: c.file.path}
	m.key = fmt.Sprintf("%s %s: %s: %s", m.file, m.where, m.kind, m.text)
	if c.seen[m.key]++; c.seen[m.key] > 1 {
		m.key = fmt.Sprintf("%s #%d", m.key, c.seen[m.key])
	}
	number := fmt.Sprint(m.id)
	m.insert = [2]insertion{
		{c.offset(n.Pos()), c.depth, false, strings.ReplaceAll(before, "§", number)},
		{c.offset(n.End()), c.depth, true, strings.ReplaceAll(after, "§", number)},
	}
	c.found = append(c.found, m)
	c.depth++ // a second mutant of the same node goes inside the first
}

// list walks statements. The list is terminal if the function must not reach
// its end, so that its last statement cannot be deleted.
func (c *collector) list(list []ast.Stmt, terminal bool) {
	for i, s := range list {
		c.statement(s, terminal && i == len(list)-1)
	}
}

// statement walks a statement of a list.
func (c *collector) statement(s ast.Stmt, terminal bool) {
	defer func(depth int) { c.depth = depth }(c.depth)
	c.depth++
	if c.deletable(s, terminal) {
		c.add("statement", s, "if !sleightMutant(§) { ", " }")
	}
	switch s := s.(type) {
	case *ast.BlockStmt:
		c.list(s.List, terminal)
	case *ast.LabeledStmt:
		c.within(s.Stmt, true)
	default:
		c.within(s, terminal)
	}
}

// within walks the inside of a statement.
func (c *collector) within(s ast.Stmt, terminal bool) {
	switch s := s.(type) {
	case *ast.IfStmt:
		c.simple(s.Init)
		c.condition(s.Cond)
		c.list(s.Body.List, terminal && s.Else != nil)
		switch e := s.Else.(type) {
		case *ast.BlockStmt:
			c.list(e.List, terminal)
		case *ast.IfStmt:
			c.within(e, terminal)
		}
	case *ast.ForStmt:
		c.simple(s.Init)
		if s.Cond != nil {
			c.condition(s.Cond)
		}
		c.simple(s.Post)
		c.list(s.Body.List, false)
	case *ast.RangeStmt:
		c.expression(s.X)
		c.list(s.Body.List, false)
	case *ast.SwitchStmt:
		c.simple(s.Init)
		c.expression(s.Tag)
		c.clauses(s.Body, terminal, s.Tag == nil)
	case *ast.TypeSwitchStmt:
		c.simple(s.Init)
		c.clauses(s.Body, terminal, false)
	case *ast.SelectStmt:
		for _, clause := range s.Body.List {
			c.list(clause.(*ast.CommClause).Body, terminal)
		}
	case *ast.BlockStmt:
		c.list(s.List, terminal)
	default:
		c.simple(s)
	}
}

// clauses walks the clauses of a switch.
func (c *collector) clauses(body *ast.BlockStmt, terminal, conditions bool) {
	for _, clause := range body.List {
		clause := clause.(*ast.CaseClause)
		for _, e := range clause.List {
			if conditions {
				c.condition(e)
			} else if c.info.Types[e].IsValue() {
				c.expression(e)
			}
		}
		c.list(clause.Body, terminal)
	}
}

// simple walks the expressions of a statement that holds no other statements.
func (c *collector) simple(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		for _, e := range s.Rhs {
			c.expression(e)
		}
		for _, e := range s.Lhs {
			if index, ok := e.(*ast.IndexExpr); ok {
				c.expression(index.Index)
			}
		}
	case *ast.ReturnStmt:
		for _, e := range s.Results {
			c.condition(e)
		}
	case *ast.ExprStmt:
		c.expression(s.X)
	case *ast.SendStmt:
		c.expression(s.Value)
	case *ast.DeferStmt:
		c.expression(s.Call)
	case *ast.GoStmt:
		c.expression(s.Call)
	case *ast.DeclStmt:
		c.declaration(s)
	}
}

// declaration walks the values of variables.
func (c *collector) declaration(s *ast.DeclStmt) {
	d, ok := s.Decl.(*ast.GenDecl)
	if !ok || d.Tok != token.VAR {
		return
	}
	for _, spec := range d.Specs {
		for _, e := range spec.(*ast.ValueSpec).Values {
			c.expression(e)
		}
	}
}

// deletable reports whether the code still compiles without a statement.
func (c *collector) deletable(s ast.Stmt, terminal bool) bool {
	switch s := s.(type) {
	case *ast.ExprStmt:
		return !terminal
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			return false
		}
		for _, e := range s.Lhs {
			if name, ok := e.(*ast.Ident); !ok || name.Name != "_" {
				return true
			}
		}
		return false
	case *ast.ReturnStmt:
		return !terminal
	case *ast.BranchStmt:
		return s.Tok == token.BREAK || s.Tok == token.CONTINUE
	case *ast.IncDecStmt, *ast.SendStmt, *ast.DeferStmt, *ast.GoStmt:
		return true
	}
	return false
}

// condition walks an expression that controls a branch or loop.
func (c *collector) condition(e ast.Expr) {
	defer func(depth int) { c.depth = depth }(c.depth)
	c.depth++
	if c.plainBool(e) && c.info.Types[e].Value == nil {
		c.add("condition", e, "((", ") != sleightMutant(§))")
	}
	c.expression(e)
}

// plainBool reports whether the type of an expression is bool itself.
func (c *collector) plainBool(e ast.Expr) bool {
	basic, ok := c.info.TypeOf(e).(*types.Basic)
	return ok && basic.Info()&types.IsBoolean != 0
}

// number reports whether an expression is a constant number that can be off by
// one, and the name of its type. File modes do not count.
func (c *collector) number(e ast.Expr) (string, bool) {
	value := c.info.Types[e]
	if value.Value == nil || value.Type == nil {
		return "", false
	}
	basic, ok := value.Type.Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsNumeric == 0 || value.Value.Kind() == constant.Complex {
		return "", false
	}
	name := c.typeName(c.file, value.Type)
	return name, name != "" && !strings.HasSuffix(name, "FileMode")
}
