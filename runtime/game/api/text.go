package api

import (
	"strings"

	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// The limits for writing a table: depth, items per table, and bytes in all.
const (
	maxTextDepth = 4
	maxTextItems = 50
	maxTextBytes = 4096
)

// writer formats Lua values for people, as a script would write them if
// possible, with entities by the parts of their label.
type writer struct {
	host *Host
	text strings.Builder
}

func (h *Host) text(v lua.Value) string {
	w := writer{host: h}
	if s, ok := v.Text(); ok {
		return s
	}
	w.value(v, 0)
	return w.text.String()
}

func (w *writer) value(v lua.Value, depth int) {
	switch v.Type() {
	case lua.TypeNil, lua.TypeBool:
		w.text.WriteString(v.String())
		return
	case lua.TypeNumber:
		n, _ := v.Number()
		w.text.WriteString(state.FormatNumber(n))
		return
	case lua.TypeText:
		w.text.WriteString(`"` + v.String() + `"`)
		return
	}
	if t := v.Table(); t != nil && depth < maxTextDepth {
		w.table(t, depth)
		return
	}
	w.text.WriteString(w.host.describe(v))
}

// table writes the items, then the named fields, until a limit is reached.
func (w *writer) table(t *lua.Table, depth int) {
	n, names := t.Len(), t.Names()
	w.host.chargeSearch(n + len(names))
	more := n > maxTextItems || len(names) > maxTextItems
	gap := "{"
	next := func(name string, item lua.Value) bool {
		if w.text.Len() > maxTextBytes {
			more = true
			return false
		}
		w.text.WriteString(gap + name)
		w.value(item, depth+1)
		gap = ", "
		return true
	}
	for i := 1; i <= min(n, maxTextItems) && next("", t.At(i)); i++ {
	}
	for _, name := range names[:min(len(names), maxTextItems)] {
		if !next(name+" = ", t.Get(name)) {
			break
		}
	}
	if more {
		w.text.WriteString(gap + "…")
		gap = ""
	}
	if gap == "{" {
		w.text.WriteString("{")
	}
	w.text.WriteString("}")
}
