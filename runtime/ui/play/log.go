package play

import (
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// entry is a paragraph of the log.
type entry struct {
	text string
	loud bool // a message to the player, rather than a visible change
}

// maxLog is how many entries of the log are kept.
const maxLog = 200

func (m *Model) say(e entry) {
	for _, s := range m.others {
		s.log = append(s.log, e)
		if over := len(s.log) - maxLog; over > 0 {
			s.log, s.unread = s.log[over:], max(0, s.unread-over)
		}
	}
	m.append(e)
}

// append adds an entry to the log of the player who looks.
func (m *Model) append(e entry) {
	m.log = append(m.log, e)
	if over := len(m.log) - maxLog; over > 0 {
		m.log, m.unread = m.log[over:], max(0, m.unread-over)
	}
}

// history draws the log in a number of lines: its end if everything since the
// last command fits, else what that command did from the beginning, in order,
// with the number of entries to come.
func (m *Model) history(room, width int) []string {
	if room < 2 {
		return make([]string, max(0, room))
	}
	out := []string{faint.Render(strings.Repeat(m.signs.box.line, min(width, 40)))}
	lines, next := m.recent(room-1, width)
	if m.more = len(m.log) - next; m.more > 0 {
		note := m.book.Put("{n} more (n)", strconv.Itoa(m.more))
		lines = append(lines, keyed.Render(ansi.Truncate(m.signs.more+" "+note, width, "")))
	}
	m.next = next
	for out = append(out, lines...); len(out) < room; {
		out = append(out, "")
	}
	return out
}

// recent returns the lines of the log that fit, and the number of the first
// entry that does not. One line less fits if any entry is left.
func (m *Model) recent(room, width int) (lines []string, next int) {
	first, size := len(m.log), 0
	for first > 0 {
		n := len(m.paragraph(m.log[first-1], width))
		if size+n > room {
			break
		}
		first, size = first-1, size+n
	}
	if first > m.unread && !m.whole {
		first = m.unread
	}
	for next = first; next < len(m.log); next++ {
		p := m.paragraph(m.log[next], width)
		left := room
		if next < len(m.log)-1 || len(lines)+len(p) > room {
			left-- // for the number of those to come
		}
		if len(lines)+len(p) > left && len(lines) > 0 && !m.rest(next, room-len(lines), width) {
			return lines, next
		}
		lines = append(lines, p...)
	}
	return lines[:min(len(lines), room)], next
}

// rest reports whether all entries from one on fit.
func (m *Model) rest(from, room, width int) bool {
	for _, e := range m.log[from:] {
		room -= len(m.paragraph(e, width))
	}
	return room >= 0
}

// paragraph wraps an entry by words; further lines are indented as the first
// is.
func (m *Model) paragraph(e entry, width int) []string {
	text := strings.ReplaceAll(e.text, "\n", " ")
	margin := text[:len(text)-len(strings.TrimLeft(text, " "))]
	lines := strings.Split(ansi.Wrap(strings.TrimLeft(text, " "), max(1, width-len(margin)), ""), "\n")
	for i, line := range lines {
		line = margin + line
		if e.loud {
			line = loud.Render(line)
		}
		lines[i] = line
	}
	return lines
}

// advance shows the next results of the last command.
func (m *Model) advance() {
	if m.more > 0 {
		m.unread = m.next
	}
	m.draw()
}
