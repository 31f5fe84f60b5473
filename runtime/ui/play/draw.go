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

// page is the board as lines. The first lines stay at the top of the screen and
// the last ones at the bottom; the screen shows a part of the rest.
type page struct {
	lines []string
	// head is the number of lines fixed at the top, side the first line of the
	// reference column, and foot the first line fixed at the bottom.
	head, side, foot int
	// crowded reports that the foot is too high to be fixed.
	crowded bool
	// logged reports that the log has a separate column.
	logged bool
}

// densityLevel is how much a page omits.
type densityLevel int

const (
	grand densityLevel = iota // with large dice and long bars
	airy
	boxed // without lines between groups
	roomy // without boxes: entities are lines of text
	brief // without empty parts
	tight // without headings, too
)

// draw builds the page, omits parts if it does not fit, and scrolls the focus
// into view. Omitted parts stay omitted until the question changes.
func (m *Model) draw() {
	if asked := m.board.Phase.Name + m.board.Choice.Target; asked != m.question {
		m.question, m.density = asked, grand
	}
	m.extras = 0
	for ; ; m.density++ {
		if m.page = m.layOut(m.density); m.density == tight || m.fits(len(m.detail()), 0) {
			break
		}
	}
	m.addExtras()
	m.reveal()
}

// refocus draws the page again after only the focus has moved. Choosing the extras
// again would take most of the time and have the same result.
func (m *Model) refocus() {
	m.page = m.layOut(m.density)
	if m.density < tight && !m.fits(len(m.detail()), 0) || m.extras != 0 && !m.fits(maxDetail, m.minLogLines()) {
		m.draw()
		return
	}
	m.reveal()
}

// reveal scrolls until the focus is visible.
func (m *Model) reveal() {
	if s := m.focused(); s != nil && s.line >= m.page.head && s.line < m.page.foot {
		first, last := s.line-m.page.head, s.line+s.height-1-m.page.head
		switch room := m.room(); {
		case first < m.firstLine:
			m.firstLine = first
		case last >= m.firstLine+room:
			m.firstLine = min(first, last-room+1)
		}
	}
	m.scroll(0)
}

// The least width of a screen with two columns, and the bounds of the second.
const (
	twoColumns = 110
	minSide    = 32
	maxSide    = 52 // which leaves room for five cards in a row at 200
)

// layOut draws the groups, most important first, and the actions. A wide screen
// has a separate column for the log and for reference.
func (m *Model) layOut(density densityLevel) *page {
	head, main, side, bar := &sheet{width: m.width}, &sheet{width: m.width}, &sheet{width: m.width}, &sheet{width: m.width}
	if m.width >= twoColumns {
		side.width = min(max(minSide, m.width*3/10), maxSide)
		main.width = m.width - side.width - measure(m.signs.rule)
	}
	for i := range m.spots {
		m.spots[i].to = 0
	}
	m.overview(head, density)
	for _, place := range []string{board.Far, board.Middle, board.Near, board.Side} {
		on := main
		if place == board.Side {
			on = side
		}
		var groups []*sheet
		for _, g := range m.board.Groups {
			if g.Place == place {
				p := &sheet{width: on.width}
				m.group(p, g, density)
				groups = append(groups, p)
			}
		}
		on.tile(groups, density)
	}
	m.bar(bar, slices.Concat(head.marks, main.marks, side.marks), density)
	return m.compose(head, main, side, bar)
}

// overview draws the groups at the head of the table. If several players have
// figures there, those of one player are kept together when space is scarce.
func (m *Model) overview(p *sheet, density densityLevel) {
	var groups []board.Group
	for _, g := range m.board.Groups {
		switch {
		case g.Place != board.Head:
		case len(groups) > 0 && m.board.Players > 1 && density >= brief:
			first := &groups[0]
			first.Figures, first.Zones = slices.Concat(first.Figures, g.Figures), slices.Concat(first.Zones, g.Zones)
		default:
			groups = append(groups, g)
		}
	}
	for _, g := range groups {
		m.group(p, g, density)
	}
}

// compose puts the parts of a page together.
func (m *Model) compose(head, main, side, bar *sheet) *page {
	p := &page{head: len(head.lines), side: len(head.lines) + len(main.lines)}
	all := &sheet{width: m.width}
	all.append(head)
	if m.width >= twoColumns {
		rows := m.height - headLines - len(head.lines) - len(bar.lines) - len(m.detail()) - len(m.contentErrors()) - 1
		if room := rows - len(side.lines) - 1; room >= minLog {
			p.logged = true
			if len(side.lines) > 0 {
				side.lines = append(side.lines, "")
			}
			side.lines = append(side.lines, m.history(room, side.width, false)...)
		}
		all.append(joinColumns(main, side, faint.Render(m.signs.rule)))
	} else {
		all.append(main)
		all.append(side)
	}
	p.foot = len(all.lines)
	all.append(bar)
	// The fixed parts leave most of the screen to the scrolling part.
	if len(bar.lines) > m.height/3 {
		p.crowded, p.foot = true, len(all.lines)
	}
	if p.head+len(all.lines)-p.foot > m.height*2/5 {
		p.head = 0
	}
	for i, line := range all.lines {
		all.lines[i] = cut(line, m.width, m.signs.more)
	}
	p.lines = all.lines
	for _, at := range all.marks {
		s := &m.spots[at.spot]
		s.line, s.height, s.from, s.to = at.line, at.height, at.from, min(at.to, m.width)
	}
	return p
}

// minLog is the least number of lines for the log in a column.
const minLog = 6

// free is the number of screen lines for the scrolling part of the page that
// leaves the end of the log visible.
func (m *Model) free() int { return m.spare(len(m.detail()), 0) }

// spare is like free beside a description of detail lines and at least log lines
// of the log. A description covers lines of the log before it takes lines of the
// page; otherwise the page would move with each move of the focus.
func (m *Model) spare(detail, log int) int {
	fixed := m.page.head + len(m.page.lines) - m.page.foot
	switch {
	case m.page.logged:
		log = 0
	case m.density < roomy:
		log = max(log, 5, m.height/6)
	case m.density == roomy:
		log = max(log, min(4, m.height/6))
	case m.density == brief:
		log = max(log, min(3, m.height/8))
	default:
		log = max(log, min(2, m.height/10))
	}
	return max(1, m.height-headLines-fixed-max(1+log, detail+min(1, log))-len(m.contentErrors())-1)
}

// room is the number of visible lines of the part of the page that scrolls.
func (m *Model) room() int { return min(m.page.foot-m.page.head, m.free()) }

// row is the screen row of a line of the page, or −1 if it is not visible.
func (m *Model) row(line int) int {
	p := m.page
	switch {
	case line < p.head:
		return headLines + line
	case line >= p.foot:
		return m.height - 1 - len(m.detail()) - len(m.contentErrors()) - len(p.lines) + line
	case line >= p.head+m.firstLine && line < p.head+m.firstLine+m.room():
		return headLines + line - m.firstLine
	}
	return -1
}

// View draws the screen.
func (m *Model) View() tea.View {
	lines := m.head()
	switch {
	case m.curtain:
		lines = m.curtainLines()
		for len(lines) < m.height-1-len(m.detail()) {
			lines = append(lines, "")
		}
		lines = append(lines[:max(0, m.height-1-len(m.detail()))], m.detail()...)
	case m.help:
		lines = append(lines, m.keysHelp()...)
	case m.wholeLogShown:
		lines = append(lines, m.wholeLog(m.height-len(lines)-1)...)
	default:
		p, from := m.page, m.page.head+m.firstLine
		lines = append(lines, p.lines[:p.head]...)
		lines = append(lines, p.lines[from:min(p.foot, from+m.room())]...)
		foot := append(slices.Clone(p.lines[p.foot:]), append(m.detail(), m.contentErrors()...)...)
		if room := m.height - len(lines) - len(foot) - 1; m.page.logged {
			lines = append(lines, make([]string, max(0, room))...)
		} else {
			lines = append(lines, m.history(room, m.width, true)...)
		}
		lines = append(lines, foot...)
	}
	for len(lines) < m.height-1 {
		lines = append(lines, "")
	}
	lines = append(lines[:m.height-1], m.keysLine())
	screen := strings.Join(lines, "\n")
	if m.plain {
		screen = asciiTexts.Replace(screen)
	}
	v := tea.NewView(screen)
	v.AltScreen, v.MouseMode, v.WindowTitle = true, tea.MouseModeCellMotion, m.board.Title
	return v
}

// head names the game and the next thing to do.
func (m *Model) head() []string {
	b := m.board
	left := loud.Render(b.Title)
	part := b.Phase.Title
	if b.Window != nil {
		part = b.Window.Title
	}
	if part != "" {
		left += "  " + part
	}
	if b.Players > 1 {
		left += "  " + m.translator.Translate("Player {player} of {players}", strconv.Itoa(b.Acting), strconv.Itoa(b.Players))
	}
	right := m.translator.Translate("command {turn}", strconv.Itoa(b.Turn))
	if m.seat == 0 { // players of a private game must not learn the seed
		right = m.translator.Translate("seed {seed}, command {turn}", strconv.FormatUint(m.session.State().Seed, 10), strconv.Itoa(b.Turn))
	}
	right = faint.Render(right)
	first := left
	if gap := m.width - measure(left) - measure(right); gap > 1 {
		first += strings.Repeat(" ", gap) + right
	}
	ask := b.Choice.Question()
	switch {
	case b.Ending != nil:
		ask = m.endingText()
	case b.Choice.Open && m.choosing.forPlayer() != "":
		ask = m.choosing.forPlayer() + ": " + ask
	}
	return []string{cut(first, m.width, m.signs.more), loud.Render(cut(m.signs.prompt+ask, m.width, m.signs.more))}
}

// endingText returns how the game ended. Where several play, what is won for
// one may be lost for another: only the game's own text says so.
func (m *Model) endingText() string {
	end := m.board.Ending
	head := m.translator.Translate("The game is lost.")
	switch {
	case m.board.Players > 1 && end.Text != "":
		head = m.translator.Translate("The game is over.")
	case end.Outcome == "won":
		head = m.translator.Translate("The game is won.")
	}
	return strings.Join(slices.DeleteFunc([]string{head, end.Text, end.Standing(m.board.Players, m.translator)}, func(s string) bool { return s == "" }), " ")
}

// detail describes the focused spot, and shows the response to the last key.
func (m *Model) detail() []string {
	if m.notice != "" {
		return m.wrapped(m.notice, loud.Render)
	}
	s := m.focused()
	switch {
	case s == nil && m.board.Ending != nil:
		return m.wrapped(m.translator.Translate("{key} starts another game, u takes back the last command, q leaves.", newGameKey), nil)
	case s == nil:
		return []string{""}
	}
	text := s.titleWithCost()
	if s.text != "" {
		text += ": " + s.text
	}
	end := " "
	if strings.TrimRight(text, ".!?…") == text { // it does not end a sentence
		end = ". "
	}
	switch {
	case s.reason != "":
		text += end + m.translator.Translate("Not now: {reason}", s.reason)
	case s.warning != "" && s.warning != s.text:
		text += end + m.translator.Translate("Warning: {warning}", s.warning)
	}
	return m.wrapped(text, nil)
}

// wrapped wraps a text to at most three lines.
func (m *Model) wrapped(text string, style func(string) string) []string {
	return m.wrappedTo(3, ansi.Wordwrap(text, m.width, ""), style)
}

// wrappedTo returns the first lines of a wrapped text.
func (m *Model) wrappedTo(most int, text string, style func(string) string) []string {
	lines := strings.Split(text, "\n")
	if len(lines) > most {
		lines = append(lines[:most-1], cut(lines[most-1]+m.signs.more, m.width, m.signs.more))
	}
	for i, line := range lines {
		line = cut(line, m.width, m.signs.more)
		if style != nil {
			line = style(line)
		}
		lines[i] = line
	}
	return lines
}

// contentErrors returns the lines which report that the content on disk has
// problems, with the place of the first one and what to do: up to a sixth of the
// screen.
func (m *Model) contentErrors() []string {
	for _, p := range m.problems {
		if m.problems.Failed() == (p.Severity.String() == "error") {
			text := m.translator.Translate("{n} problem(s) in the content: {place}: {problem}", strconv.Itoa(len(m.problems)), p.Place.String(), m.translator.Problem(p.Message))
			if !p.Hint.IsZero() {
				text += "; " + m.translator.Problem(p.Hint)
			}
			return m.wrappedTo(max(1, m.height/6), ansi.Wrap(text, max(1, m.width), ""), func(line string) string { return alarm.Render(line) })
		}
	}
	return nil
}
