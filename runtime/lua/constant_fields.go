package lua

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"
)

// constantField builds the read of a field that never changes once a script has been
// loaded, such as a function of a module. The field is read when a loaded program
// first needs it, and cached among the program's globals. For any other field, and
// for a debugger, constantField returns read unchanged.
func (b *builder) constantField(x *ast.AttrGetExpr, read expression) expression {
	i := b.link(x)
	if i < 0 {
		return read
	}
	return func(f *frame) Value {
		if v := f.fn.globals[i]; !v.IsNil() {
			return v
		}
		v := read(f)
		if f.vm.loading == 0 {
			f.fn.globals[i] = v
		}
		return v
	}
}

// link returns the index of such a field among the globals, or -1.
func (b *builder) link(x *ast.AttrGetExpr) int {
	path, ok := b.constantPath(x)
	if !ok || b.probes != nil {
		return -1
	}
	i, known := b.constantFields[path]
	if !known {
		i = len(b.globals)
		b.globals = append(b.globals, "") // which is not a name, so it is nil at first
		b.constantFields[path] = i
	}
	return i
}

// constantPath identifies a field that never changes: one of a module, of a library, of
// a value whose fields are fixed, or of a table in such a field.
func (b *builder) constantPath(x *ast.AttrGetExpr) (path string, ok bool) {
	name, ok := x.Key.(*ast.StringExpr)
	if !ok {
		return "", false
	}
	switch of := x.Object.(type) {
	case *ast.AttrGetExpr:
		path, ok = b.constantPath(of)
	case *ast.IdentExpr:
		switch v, _ := b.lookup(of); {
		case v == nil:
			path, ok = of.Value, library.IsLibrary(of.Value) || slices.Contains(b.names.Fixed, of.Value)
		case v.Module != nil && v.Depth == 0:
			path, ok = "require\x00"+v.Module.Value, true
		default:
			ok = false
		}
	default:
		ok = false
	}
	return path + "\x00" + name.Value, ok
}
