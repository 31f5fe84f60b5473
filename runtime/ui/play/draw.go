package play

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"sleight/runtime/game/board"
)

// headLines is the number of lines above the page.
const headLines = 2

// page is the board as lines. The first of them stay at the top of the screen
// and the last at its foot; of those between, the screen shows a part.
type page struct {
	lines []string
	width int
	spots []spot
	// head is the number of lines that stay at the top, side the first line of
	// what is only looked up, and foot the first line that stays at the foot.
	head, side, foot int
}

// piece is a part of a line that is not broken; spot is the number of its spot,
// or −1.
type piece struct {
	text string
	spot int
}

// flow writes pieces one after another behind a heading, in as many lines as
// they need.
func (p *page) flow(head string, pieces []piece) {
	const gap = "  "
	line, column := head, ansi.StringWidth(head)
	indent := min(column, 2)
	for i, x := range pieces {
		width := ansi.StringWidth(x.text)
		before := gap
		if i == 0 {
			before = ""
		}
		if column > indent && column+len(before)+width > p.width {
			p.lines = append(p.lines, line)
			line, column, before = strings.Repeat(" ", indent), indent, ""
		}
		line += before + x.text
		column += len(before)
		if x.spot >= 0 {
			s := &p.spots[x.spot]
			s.line, s.from, s.to = len(p.lines), column, column+width
		}
		column += width
	}
	p.lines = append(p.lines, line)
}

// draw builds the page, with less on it if it does not fit, and scrolls the
// focus into view.
func (m *Model) draw() {
	for _, dense := range []density{roomy, brief, tight} {
		if m.page = m.lay(dense); m.page.foot-m.page.head <= m.free() {
			break
		}
	}
	if s := m.focused(); s != nil && s.line >= m.page.head && s.line < m.page.foot {
		line := s.line - m.page.head
		switch room := m.room(); {
		case line < m.top:
			m.top = line
		case line >= m.top+room:
			m.top = line - room + 1
		}
	}
	m.scroll(0)
}

// density is how much a page leaves out.
type density int

const (
	roomy density = iota
	brief         // without what is empty
	tight         // without headings, too
)

// lay draws the groups, those that matter most first, and the actions.
func (m *Model) lay(dense density) *page {
	p := &page{width: m.width, spots: m.spots}
	for i := range p.spots {
		p.spots[i].to = 0
	}
	for _, place := range []string{board.Head, board.Far, board.Middle, board.Near, board.Side} {
		if place == board.Side {
			p.side = len(p.lines)
		}
		for _, g := range m.board.Groups {
			if g.Place == place {
				m.group(p, g, dense)
			}
		}
		if place == board.Head {
			p.head = len(p.lines)
		}
	}
	p.foot = len(p.lines)
	m.bar(p)
	// What stays leaves most of the screen to what scrolls.
	if len(p.lines)-p.foot > m.height/3 {
		p.foot = len(p.lines)
	}
	if p.head+len(p.lines)-p.foot > m.height*2/5 {
		p.head = 0
	}
	for i, line := range p.lines {
		p.lines[i] = ansi.Truncate(line, m.width, m.signs.more)
	}
	return p
}

// free is the number of lines that the screen has for the part of the page that
// scrolls, if the end of the log is to be seen.
func (m *Model) free() int {
	fixed := m.page.head + len(m.page.lines) - m.page.foot
	return max(1, m.height-headLines-fixed-len(m.detail())-len(m.alarms())-1-min(2, m.height/10))
}

// room is the number of visible lines of the part of the page that scrolls.
func (m *Model) room() int { return min(m.page.foot-m.page.head, m.free()) }

// row is the row of the screen where a line of the page is, or −1 if it is out
// of view.
func (m *Model) row(line int) int {
	p := m.page
	switch {
	case line < p.head:
		return headLines + line
	case line >= p.foot:
		return m.height - 1 - len(m.detail()) - len(m.alarms()) - len(p.lines) + line
	case line >= p.head+m.top && line < p.head+m.top+m.room():
		return headLines + line - m.top
	}
	return -1
}

// View draws the screen.
func (m *Model) View() tea.View {
	lines := m.head()
	if m.help {
		lines = append(lines, m.keysHelp()...)
	} else {
		p, from := m.page, m.page.head+m.top
		lines = append(lines, p.lines[:p.head]...)
		lines = append(lines, p.lines[from:min(p.foot, from+m.room())]...)
		foot := append(slices.Clone(p.lines[p.foot:]), append(m.detail(), m.alarms()...)...)
		lines = append(lines, m.history(m.height-len(lines)-len(foot)-1)...)
		lines = append(lines, foot...)
	}
	for len(lines) < m.height-1 {
		lines = append(lines, "")
	}
	lines = append(lines[:m.height-1], faint.Render(ansi.Truncate(m.keysLine(), m.width, m.signs.more)))
	v := tea.NewView(strings.Join(lines, "\n"))
	v.AltScreen, v.MouseMode, v.WindowTitle = true, tea.MouseModeCellMotion, m.board.Title
	return v
}

// head names the game and the next thing to do.
func (m *Model) head() []string {
	b := m.board
	left := loud.Render(b.Title)
	if b.Phase.Title != "" {
		left += "  " + b.Phase.Title
	}
	if b.Players > 1 {
		left += "  " + m.book.Put("Player {player} of {players}", strconv.Itoa(b.Acting), strconv.Itoa(b.Players))
	}
	right := faint.Render(m.book.Put("seed {seed}, command {turn}", strconv.FormatUint(m.session.State().Seed, 10), strconv.Itoa(b.Turn)))
	first := left
	if gap := m.width - ansi.StringWidth(left) - ansi.StringWidth(right); gap > 1 {
		first += strings.Repeat(" ", gap) + right
	}
	ask := b.Choice.Prompt
	switch {
	case b.Ending != nil:
		ask = strings.TrimSpace(m.book.Put("The game is "+b.Ending.Outcome+".") + " " + b.Ending.Text)
	case b.Choice.Open:
		ask = b.Choice.Command + ": " + ask
	}
	return []string{ansi.Truncate(first, m.width, m.signs.more), loud.Render(ansi.Truncate(m.signs.prompt+ask, m.width, m.signs.more))}
}

// detail describes the focused spot, and shows the answer to the last key.
func (m *Model) detail() []string {
	if m.notice != "" {
		return m.wrapped(m.notice, loud.Render)
	}
	s := m.focused()
	if s == nil {
		return []string{""}
	}
	text := s.title
	if s.text != "" {
		text += ": " + s.text
	}
	switch {
	case s.reason != "":
		text += " " + m.book.Put("Not now: {reason}", s.reason)
	case s.warning != "" && s.warning != s.text:
		text += " " + m.book.Put("Mind: {warning}", s.warning)
	}
	return m.wrapped(text, nil)
}

// wrapped wraps a text to at most three lines.
func (m *Model) wrapped(text string, style func(...string) string) []string {
	lines := strings.Split(ansi.Wordwrap(text, m.width, ""), "\n")
	if len(lines) > 3 {
		lines = append(lines[:2], ansi.Truncate(lines[2]+m.signs.more, m.width, m.signs.more))
	}
	for i, line := range lines {
		line = ansi.Truncate(line, m.width, m.signs.more)
		if style != nil {
			line = style(line)
		}
		lines[i] = line
	}
	return lines
}

// alarms reports that the content on disk is broken, and where the first
// problem is.
func (m *Model) alarms() []string {
	for _, p := range m.problems {
		if m.problems.Failed() == (p.Severity.String() == "error") {
			text := m.book.Put("{n} problem(s) in the content: {place}: {problem}", strconv.Itoa(len(m.problems)), p.Place.String(), m.book.Problem(p.Message))
			return []string{alarm.Render(ansi.Truncate(text, m.width, m.signs.more))}
		}
	}
	return nil
}

// history shows the end of the log.
func (m *Model) history(room int) []string {
	if room < 2 {
		return make([]string, max(0, room))
	}
	out := []string{faint.Render(strings.Repeat("-", min(m.width, 40)))}
	for _, e := range m.log[max(0, len(m.log)-room+1):] {
		line := ansi.Truncate(strings.ReplaceAll(e.text, "\n", " "), m.width, m.signs.more)
		if e.loud {
			line = loud.Render(line)
		}
		out = append(out, line)
	}
	for len(out) < room {
		out = append(out, "")
	}
	return out
}

func (m *Model) keysLine() string {
	switch {
	case m.help:
		return m.book.Put("any key: back to the game   q: leave")
	case m.board.Choice.Open:
		return m.book.Put("arrows: move   Enter: choose   Esc: cancel   u: undo   h: help   q: leave")
	}
	return m.book.Put("arrows: move   Enter: take   u: undo   r: redo   h: help   q: leave")
}
