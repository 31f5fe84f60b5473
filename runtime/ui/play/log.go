package play

import (
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// entry is a paragraph of the log.
type entry struct {
	text string
	loud bool // a message to the player
	// effect reports that it is a visible change. Effects in succession share
	// lines where the log has few.
	effect bool
}

// maxLog is the maximum number of entries in the log.
const maxLog = 200

func (m *Model) say(e entry) {
	for _, s := range m.others {
		s.add(e)
	}
	m.append(e)
}

// append adds an entry to the log of the player at the screen.
func (m *Model) append(e entry) {
	own := playerLog{m.log, m.unread}
	own.add(e)
	m.log, m.unread = own.log, own.unread
}

// add adds an entry, and drops the oldest one if there are too many.
func (l *playerLog) add(e entry) {
	l.log = append(l.log, e)
	if over := len(l.log) - maxLog; over > 0 {
		l.log, l.unread = l.log[over:], max(0, l.unread-over)
	}
}

// effects lists changes as entries. Those that begin with the same words, up to
// a colon, share an entry, and equal ones are counted.
func (m *Model) effects(changes []string) (out []entry) {
	type list struct {
		head  string
		items []string
		times []int
	}
	var lists []*list
	for _, text := range changes {
		head, item, ok := strings.Cut(text, ": ")
		if !ok {
			head, item = "", text
		}
		at := slices.IndexFunc(lists, func(l *list) bool { return ok && l.head == head })
		if at < 0 {
			at, lists = len(lists), append(lists, &list{head: head})
		}
		l := lists[at]
		if same := slices.Index(l.items, item); same >= 0 {
			l.times[same]++
			continue
		}
		l.items, l.times = append(l.items, item), append(l.times, 1)
	}
	for _, l := range lists {
		for i, n := range l.times {
			if n > 1 {
				l.items[i] += " " + m.signs.times + strconv.Itoa(n)
			}
		}
		text := strings.Join(l.items, ", ")
		if l.head != "" {
			text = l.head + ": " + text
		}
		out = append(out, entry{text: text, effect: true})
	}
	return out
}

// history draws the log in a number of lines: its end if everything since the
// last command fits, else what that command did from the beginning, in order,
// with the number of entries to come. With joined, effects share lines.
func (m *Model) history(room, width int, joined bool) []string {
	if room < 1 {
		return nil
	}
	var out []string
	if room > 2 {
		out = append(out, faint.Render(strings.Repeat(m.signs.box.line, min(width, 40))))
	}
	note := func(n int) string {
		return m.signs.more + " " + m.translator.Translate("{n} more (n)", strconv.Itoa(n))
	}
	beside := 0 // the room on a single line for the number of entries to come
	if room == 1 {
		beside = measure(note(len(m.log))) + 1
	}
	lines, next := m.recent(room-len(out), max(1, width-beside), joined)
	if m.more = len(m.log) - next; m.more > 0 {
		if beside > 0 {
			lines[0] += " " + keyed.Render(note(m.more))
		} else {
			lines = append(lines, keyed.Render(note(m.more)))
		}
	}
	m.next = next
	for out = append(out, lines...); len(out) < room; {
		out = append(out, "")
	}
	return out
}

// logLine is a line of the log. upto is the number of the first entry that ends
// after this line.
type logLine struct {
	text string
	upto int
}

// recent returns the lines of the log that fit, and the number of the first
// entry that does not. If any entry is left, one line less is used.
func (m *Model) recent(room, width int, joined bool) (lines []string, next int) {
	first, shown := len(m.log), []logLine(nil)
	for first > 0 {
		longer := m.rows(first-1, width, joined)
		if len(longer) > room {
			break
		}
		first, shown = first-1, longer
	}
	if first > m.unread {
		first, shown = m.unread, m.rows(m.unread, width, joined)
	}
	next = len(m.log)
	if len(shown) > room {
		shown = shown[:max(1, room-1)]
		next = max(first+1, shown[len(shown)-1].upto)
	}
	for _, l := range shown {
		lines = append(lines, l.text)
	}
	return lines, next
}

// rows draws the log from an entry on.
func (m *Model) rows(from, width int, joined bool) (out []logLine) {
	for at := from; at < len(m.log); at++ {
		e := m.log[at]
		if joined && e.effect {
			end := at
			for end < len(m.log) && m.log[end].effect {
				end++
			}
			out = append(out, m.join(at, end, width)...)
			at = end - 1
			continue
		}
		for _, text := range paragraph(e, width) {
			out = append(out, logLine{text, at})
		}
		out[len(out)-1].upto = at + 1
	}
	return out
}

// join draws a range of entries one after another, with as many on a line as
// fit.
func (m *Model) join(from, end, width int) (out []logLine) {
	line := ""
	for at := from; at < end; at++ {
		text := m.log[at].text
		if line != "" && measure(line+m.signs.dot+text) <= width {
			line += m.signs.dot + text
			continue
		}
		if line != "" {
			out = append(out, logLine{line, at})
		}
		rows := paragraph(m.log[at], width)
		for _, row := range rows[:len(rows)-1] {
			out = append(out, logLine{row, at})
		}
		line = rows[len(rows)-1]
	}
	return append(out, logLine{line, end})
}

// paragraph wraps an entry by words; effects are indented.
func paragraph(e entry, width int) []string {
	margin := ""
	if e.effect {
		margin = strings.Repeat(" ", indent)
	}
	text := strings.ReplaceAll(e.text, "\n", " ")
	lines := strings.Split(ansi.Wrap(text, max(1, width-len(margin)), ""), "\n")
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

// wholeLog draws the log alone, from a line on that PgUp and PgDn change. The
// end is shown first.
func (m *Model) wholeLog(room int) []string {
	all := m.rows(0, m.width, false)
	m.logBelow = min(max(0, m.logBelow), max(0, len(all)-room))
	end := len(all) - m.logBelow
	var out []string
	for _, l := range all[max(0, end-room):end] {
		out = append(out, l.text)
	}
	return out
}
