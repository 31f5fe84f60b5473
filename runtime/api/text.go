package api

import (
	"strings"

	lua "github.com/yuin/gopher-lua"

	"sleight/runtime/state"
)

// The bounds of what is written of a table: how deep, how many items of each,
// and how many bytes in all.
const (
	maxTextDepth = 4
	maxTextItems = 50
	maxTextBytes = 4096
)

// writer writes Lua values for a person, as a script would where that is
// possible; entities by their label's parts.
type writer struct {
	host *Host
	text strings.Builder
}

func (h *Host) text(lv lua.LValue) string {
	w := writer{host: h}
	if s, ok := lv.(lua.LString); ok {
		return string(s)
	}
	w.value(lv, 0)
	return w.text.String()
}

func (w *writer) value(lv lua.LValue, depth int) {
	switch v := lv.(type) {
	case *lua.LNilType:
		w.text.WriteString("nil")
		return
	case lua.LNumber:
		w.text.WriteString(state.FormatNumber(float64(v)))
		return
	case lua.LBool:
		w.text.WriteString(v.String())
		return
	case lua.LString:
		w.text.WriteString(`"` + string(v) + `"`)
		return
	}
	if n, ok := w.host.VM.Len(lv); ok && depth < maxTextDepth {
		w.table(lv, n, depth)
		return
	}
	w.text.WriteString(w.host.describe(lv))
}

// table writes the items, then what there is under names, until one of the
// bounds is reached.
func (w *writer) table(lv lua.LValue, n, depth int) {
	vm := w.host.VM
	names := vm.Names(lv)
	more := n > maxTextItems || len(names) > maxTextItems
	gap := "{"
	next := func(name string, item lua.LValue) bool {
		if w.text.Len() > maxTextBytes {
			more = true
			return false
		}
		w.text.WriteString(gap + name)
		w.value(item, depth+1)
		gap = ", "
		return true
	}
	for i := 1; i <= min(n, maxTextItems) && next("", vm.Item(lv, i)); i++ {
	}
	for _, name := range names[:min(len(names), maxTextItems)] {
		if !next(name+" = ", vm.Field(lv, name)) {
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
