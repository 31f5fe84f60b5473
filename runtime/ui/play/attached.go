package play

import (
	"fmt"
	"io"

	"github.com/charmbracelet/x/ansi"
)

// offerDebugging lets editors debug the game. While an editor has stopped it, the
// screen is frozen, and its last line says so.
func (m *Model) offerDebugging(o Options) {
	m.target = o.Target
	if m.target == nil {
		return
	}
	m.target.Play(m.session, nil)
	m.target.Stopped = func(at string) {
		if at == "" {
			return
		}
		m.overwritten = true
		text := m.translator.Translate("Stopped at {place} by the debugger; the game continues when the debugger does.", at)
		_, _ = io.WriteString(o.Out, fmt.Sprintf("%s%s%s%s%s", ansi.SaveCursor, ansi.CursorPosition(1, m.height), ansi.EraseEntireLine, loud.Render(cut(text, m.width, m.signs.more)), ansi.RestoreCursor))
	}
}
