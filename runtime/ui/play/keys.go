package play

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// helpText describes the keys.
var helpText = []string{
	"←→↑↓ or Tab     move between actions",
	"Enter or Space  take it",
	"a b c … A B C   take the action with this key",
	"Esc             cancel a choice; nothing has been spent",
	"u, r            take back a command, do it again",
	"PgUp, PgDn      scroll, when the board is long",
	"h or ?          show or hide this",
	"n, l            show further results, show the whole log",
	"N               begin another game when one is over",
	"q, then q       leave; Ctrl+C leaves at once",
	"",
	"The mouse works too: click what you want; the right button cancels.",
}

// keysHelp describes the keys in the language of the screen.
func (m *Model) keysHelp() (lines []string) {
	for _, line := range helpText {
		keys, what, ok := strings.Cut(line, "  ")
		if !ok {
			lines = append(lines, strings.Split(ansi.Wordwrap(m.translator.Translate(line), m.width, ""), "\n")...)
			continue
		}
		keys = m.translator.Translate(keys)
		keys += strings.Repeat(" ", max(2, helpKeys-measure(keys)))
		for part := range strings.SplitSeq(ansi.Wordwrap(m.translator.Translate(strings.TrimSpace(what)), max(1, m.width-measure(keys)), ""), "\n") {
			lines = append(lines, cut(keys+part, m.width, m.signs.more))
			keys = strings.Repeat(" ", measure(keys))
		}
	}
	return lines
}

// helpKeys is the width of the column of keys.
const helpKeys = 16

// hint is a short description of a key. If there is no room for all hints,
// those with the highest rank are dropped first.
type hint struct {
	text string
	rank int
}

// hintGap separates hints.
const hintGap = "   "

// keysLine returns the last line of the screen: how much is scrolled out of
// view, then the available keys.
func (m *Model) keysLine() string {
	hidden := ""
	if n := m.page.foot - m.page.head - m.room(); n > 0 && !m.curtain && !m.help && !m.wholeLogShown {
		hidden = m.translator.Translate("PgDn: {n} more below", strconv.Itoa(n-m.firstLine))
		if m.firstLine == n {
			hidden = m.translator.Translate("PgUp: {n} more above", strconv.Itoa(n))
		}
		hidden = cut(hidden, m.width, m.signs.more)
	}
	hints, width := m.hints(), measure(hidden)
	for most := 6; ; most-- {
		var texts []string
		for _, h := range hints {
			if h.rank <= most {
				texts = append(texts, h.text)
			}
		}
		text := strings.Join(texts, hintGap)
		if hidden != "" && text != "" {
			text = hintGap + text
		}
		if width+measure(text) <= m.width || text == "" {
			return keyed.Render(hidden) + faint.Render(text)
		}
	}
}

// hints are the keys that can be pressed.
func (m *Model) hints() []hint {
	quit := hint{m.translator.Translate("q: leave"), 2}
	switch {
	case m.curtain:
		return []hint{{m.translator.Translate("Enter: show my cards"), 1}, quit}
	case m.wholeLogShown:
		return []hint{{m.translator.Translate("PgUp, PgDn: scroll"), 3}, {m.translator.Translate("any other key: back to the game"), 1}, quit}
	case m.help:
		return []hint{{m.translator.Translate("any key: back to the game"), 1}, quit}
	}
	move, help, undo := hint{m.translator.Translate("arrows: move"), 5}, hint{m.translator.Translate("h: help"), 3}, hint{m.translator.Translate("u: undo"), 4}
	if m.board.Choice.Open {
		return []hint{move, {m.translator.Translate("Enter: choose"), 0}, {m.translator.Translate("Esc: cancel"), 1}, undo, help, quit}
	}
	hints := []hint{move, {m.translator.Translate("Enter: take"), 0}, undo, {m.translator.Translate("r: redo"), 6}, {m.translator.Translate("l: log"), 5}, help, quit}
	if m.board.Ending != nil && m.focused() == nil {
		hints = slices.Delete(hints, 1, 2)
	}
	return hints
}

// key handles a key.
func (m *Model) key(k tea.KeyPressMsg) tea.Cmd {
	name := k.String()
	leaving := m.leaving
	m.leaving = false
	switch name {
	case "ctrl+c":
		return tea.Quit
	case "ctrl+z":
		return tea.Suspend
	}
	if name != "q" && m.closeCover(name) {
		return nil
	}
	switch name {
	case "q":
		if leaving || m.board.Turn == 0 || m.board.Ending != nil {
			return tea.Quit
		}
		m.leaving, m.notice = true, m.translator.Translate("Leave the game? q leaves, any other key stays.")
		m.draw()
	case "n":
		m.advance()
	case "l":
		m.wholeLogShown, m.logBelow = true, 0
	case "h", "?":
		m.help = true
	case "u":
		m.undoOrRedo(m.session.Undo, "undo")
	case "r", "ctrl+y":
		m.undoOrRedo(m.session.Redo, "redo")
	case "enter", "space":
		if s := m.focused(); s != nil {
			m.activate(s)
		}
	case "esc":
		m.notice = ""
		m.session.Cancel()
		m.redraw()
	case "pgup":
		m.scroll(-m.room() / 2)
	case "pgdown":
		m.scroll(m.room() / 2)
	default:
		m.move(name)
	}
	return nil
}

// closeCover passes a key to the element that covers the board: the log, the help
// or the curtain. It reports whether there is one.
func (m *Model) closeCover(name string) bool {
	switch {
	case m.wholeLogShown && m.scrollLog(name):
	case m.help || m.wholeLogShown:
		m.help, m.wholeLogShown = false, false
		m.draw()
	case m.curtain && (name == "enter" || name == "space"):
		m.liftCurtain()
	case !m.curtain:
		return false
	}
	return true
}

// move moves the focus to another spot, or activates the spot with that key.
func (m *Model) move(name string) {
	if len(m.spots) == 0 {
		return
	}
	m.notice = ""
	switch name {
	case "tab", "right":
		m.focus = (m.focus + 1) % len(m.spots)
	case "shift+tab", "left":
		m.focus = (m.focus + len(m.spots) - 1) % len(m.spots)
	case "up":
		m.vertical(-1)
	case "down":
		m.vertical(1)
	default:
		for i := range m.spots {
			if m.spots[i].key == name {
				m.focus = i
				m.activate(&m.spots[i])
				return
			}
		}
	}
	m.refocus()
}

// vertical moves the focus to the nearest spot on the next line up or down that
// has one.
func (m *Model) vertical(step int) {
	if m.focus < 0 {
		m.focus = 0
		return
	}
	here := m.spots[m.focus]
	best, far := -1, 0
	for i, s := range m.spots {
		lines := (s.line - here.line) * step
		if lines <= 0 {
			continue
		}
		away := lines*1000 + max(s.from-here.from, here.from-s.from)
		if best < 0 || away < far {
			best, far = i, away
		}
	}
	if best >= 0 {
		m.focus = best
	}
}

// click activates the spot under the mouse; the right button cancels.
func (m *Model) click(c tea.MouseClickMsg) {
	if m.curtain {
		if c.Button == tea.MouseLeft {
			m.liftCurtain()
		}
		return
	}
	if m.help || m.wholeLogShown {
		m.help, m.wholeLogShown = false, false
		m.draw()
		return
	}
	if c.Button == tea.MouseRight {
		m.notice = ""
		m.session.Cancel()
		m.redraw()
		return
	}
	if c.Button != tea.MouseLeft {
		return
	}
	for i, s := range m.spots {
		if top := m.row(s.line); top >= 0 && c.Y >= top && c.Y < top+s.height && c.X >= s.from && c.X < s.to {
			m.focus = i
			m.activate(&m.spots[i])
			return
		}
	}
}

// scrollLog scrolls the whole log, and reports whether the key does that.
func (m *Model) scrollLog(name string) bool {
	page := max(1, m.height/2)
	step, ok := map[string]int{"up": 1, "down": -1, "pgup": page, "pgdown": -page}[name]
	m.logBelow += step
	return ok
}

func (m *Model) wheel(w tea.MouseWheelMsg) {
	if m.wholeLogShown {
		m.scrollLog(map[tea.MouseButton]string{tea.MouseWheelUp: "up", tea.MouseWheelDown: "down"}[w.Button])
		return
	}
	switch w.Button {
	case tea.MouseWheelUp:
		m.scroll(-2)
	case tea.MouseWheelDown:
		m.scroll(2)
	}
}

// scroll scrolls the page.
func (m *Model) scroll(lines int) {
	m.firstLine = min(max(0, m.firstLine+lines), max(0, m.page.foot-m.page.head-m.room()))
}
