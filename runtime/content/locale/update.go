package locale

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"sleight/runtime/content/def"
)

// UpdateResult is an updated locale file.
type UpdateResult struct {
	Text []byte
	// Added is the number of texts added for translation, Stale the number of
	// updated sources whose translations need review.
	Added, Stale int
	// Skipped are definitions to which nothing could be added because they are
	// written on one line.
	Skipped []string
}

// New returns a locale file in which nothing is translated yet.
func New(tag, pack string, units []Unit) []byte {
	var out strings.Builder
	fmt.Fprintf(&out, "# yaml-language-server: $schema=../../../schemas/locale.schema.json\n#\n")
	fmt.Fprintf(&out, "# Every text that players read, with its translation.\n")
	fmt.Fprintf(&out, "# sleight locale update %s --pack %s adds new texts, and marks changed ones.\n", tag, pack)
	fmt.Fprintf(&out, "kind: locale\nid: %s\n", tag)
	u := updater{lines: strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")}
	u.add(nil, pack, units)
	return []byte(strings.Join(u.lines, "\n") + "\n")
}

// Update adds units to the locale file src and updates its source texts. It
// keeps the comments and layout of the rest. A locale that cannot be read stays
// as it is.
func Update(c *def.Catalog, l *def.Locale, src []byte, units []Unit) UpdateResult {
	data, _ := l.Read()
	if data == nil {
		return UpdateResult{Text: src}
	}
	k := checker{catalog: c, locale: l, readable: readableUnits}
	k.run()
	u := updater{lines: strings.Split(strings.TrimSuffix(string(src), "\n"), "\n")}
	done := 0
	slices.SortFunc(k.stale, func(a, b stale) int { return b.entry.Get("from").Place().Line - a.entry.Get("from").Place().Line })
	for _, s := range k.stale { // last first, so that the line numbers of the others stay valid
		if u.updateSource(s) {
			done++
		}
	}
	if done > 0 {
		return UpdateResult{Text: u.bytes(src), Stale: done}
	}
	u.add(data, l.Pack, units)
	return UpdateResult{Text: u.bytes(src), Added: len(units) - u.left, Skipped: u.skipped}
}

type updater struct {
	lines   []string
	skipped []string
	left    int
}

func (u *updater) bytes(src []byte) []byte {
	text := []byte(strings.Join(u.lines, "\n") + "\n")
	if bytes.Contains(src, []byte("\r\n")) {
		text = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
	}
	return text
}

// insert inserts lines after a line, counted from 1.
func (u *updater) insert(after int, lines ...string) {
	u.lines = slices.Insert(u.lines, min(after, len(u.lines)), lines...)
}

// block holds lines to insert after a line, counted from 1.
type block struct {
	after int
	lines []string
}

// add writes the untranslated texts: each definition's below those it already
// has, the others at the end.
func (u *updater) add(data *def.Node, pack string, units []Unit) {
	texts, says := u.section(data, "texts"), u.section(data, "says")
	var blocks []block
	for _, g := range byDefinition(units) {
		key, f := keyIn(data, g[0].Definition, pack)
		switch {
		case texts.flow:
			u.skip("texts", len(g))
		case f == nil:
			texts.lines = append(append(texts.lines, texts.indent+key+":"), untranslatedTexts(g, texts.indent+"  ")...)
		case u.inFlow(f):
			u.skip(key, len(g))
		default:
			blocks = append(blocks, block{u.end(f.KeyPlace().Line), untranslatedTexts(g, indentOf(u.lines, f.Value.Fields(), texts.indent+"  "))})
		}
	}
	for _, p := range units {
		switch {
		case p.Definition != nil:
		case says.flow:
			u.skip("says", 1)
		default:
			says.lines = append(says.lines, untranslatedEntry(p, says.indent+"- ", says.indent+"  ")...)
		}
	}
	blocks = append(blocks, texts.block(), says.block())
	slices.SortStableFunc(blocks, func(a, b block) int { return a.after - b.after })
	for _, b := range slices.Backward(blocks) { // so that earlier line numbers stay valid
		u.insert(b.after, b.lines...)
	}
}

// skip records a definition that is written on one line, so that n units
// cannot be added to it.
func (u *updater) skip(key string, n int) {
	if !slices.Contains(u.skipped, key) {
		u.skipped = append(u.skipped, key)
	}
	u.left += n
}

// untranslatedTexts returns lines with the untranslated texts of a definition.
func untranslatedTexts(units []Unit, indent string) (lines []string) {
	for _, p := range units {
		lines = append(lines, untranslatedEntry(p, indent+p.Path+":", indent+"  ")...)
	}
	return lines
}

// section is texts or says in a locale file.
type section struct {
	head   string // the line that begins it, if it has to be created
	after  int    // the line after which to add to it
	indent string // indentation of its entries
	flow   bool   // whether it is written in brackets
	lines  []string
}

func (u *updater) section(data *def.Node, key string) section {
	for i, f := range fieldsOf(data) {
		if f.Key != key {
			continue
		}
		s := section{after: u.end(f.KeyPlace().Line), indent: indentOf(u.lines, f.Value.Fields(), "  "), flow: u.inFlow(&data.Fields()[i])}
		if len(f.Value.Items()) > 0 {
			s.indent = leading(u.lines[f.Value.Items()[0].Place().Line-1])
		}
		return s
	}
	return section{head: key + ":", after: len(u.lines), indent: "  "}
}

// block returns the lines to insert, with the head if the section is new.
func (s *section) block() block {
	if s.head != "" && len(s.lines) > 0 {
		return block{s.after, append([]string{s.head}, s.lines...)}
	}
	return block{s.after, s.lines}
}

// inFlow reports whether the value of a key begins with a bracket, so that no
// lines can be added below it.
func (u *updater) inFlow(f *def.Field) bool {
	at := f.KeyPlace()
	rest := string([]rune(u.lines[at.Line-1])[at.Column-1:])
	_, value, _ := strings.Cut(rest, f.Key)
	value = strings.TrimSpace(strings.TrimLeft(value, `"':`))
	return strings.HasPrefix(value, "{") || strings.HasPrefix(value, "[")
}

func fieldsOf(n *def.Node) []def.Field {
	if n == nil {
		return nil
	}
	return n.Fields()
}

// byDefinition holds the units of each definition.
func byDefinition(units []Unit) (out [][]Unit) {
	for _, p := range units {
		switch last := len(out) - 1; {
		case p.Definition == nil:
		case last >= 0 && out[last][0].Definition == p.Definition:
			out[last] = append(out[last], p)
		default:
			out = append(out, []Unit{p})
		}
	}
	return out
}

// keyIn returns the key of a definition in a locale, and its texts there, if
// any.
func keyIn(data *def.Node, d *def.Definition, pack string) (string, *def.Field) {
	long := d.Pack + ":" + d.Key()
	if data != nil {
		for i, f := range data.Each("texts") {
			if f.Key == long || f.Key == d.Key() {
				return f.Key, &data.Get("texts").Fields()[i]
			}
		}
	}
	if d.Pack != pack {
		return long, nil
	}
	return d.Key(), nil
}

// indentOf returns the indent of the keys of a mapping, or the one given if it
// has none.
func indentOf(lines []string, fields []def.Field, none string) string {
	if len(fields) == 0 {
		return none
	}
	return leading(lines[fields[0].KeyPlace().Line-1])
}

// leading returns the spaces that a line begins with.
func leading(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " "))] }

// end returns the last line of the block that begins on a line, both counted
// from 1.
func (u *updater) end(line int) int {
	own, last := len(leading(u.lines[line-1])), line
	for i := line; i < len(u.lines); i++ {
		text := strings.TrimRight(u.lines[i], "\r ")
		if text == "" {
			continue
		}
		if indent := len(leading(text)); indent < own || indent == own && text[own] != '-' {
			break
		}
		last = i + 1
	}
	return last
}

// updateSource writes the new source text, and the old one below it. The source must
// be on a line of its own.
func (u *updater) updateSource(s stale) bool {
	from := s.entry.Get("from")
	line := u.lines[from.Place().Line-1]
	m := ownLine.FindStringSubmatch(strings.TrimRight(line, "\r"))
	if m == nil {
		return u.updateFlowSource(s)
	}
	was := m[3]
	u.lines[from.Place().Line-1] = m[1] + m[2] + "from: " + scalar(s.now, false)
	if s.entry.Get("was") == nil && isTranslated(s.entry) {
		u.insert(from.Place().Line, m[1]+strings.Repeat(" ", len(m[2]))+"was: "+was)
	}
	return true
}

var ownLine = regexp.MustCompile(`^( *)(- |)from: (.*\S)$`)

// flowLine matches an entry on one line that begins with its source.
var flowLine = regexp.MustCompile(`^( *(?:- |[^{]*: ))\{from: (.*), to: (.*)\}$`)

func (u *updater) updateFlowSource(s stale) bool {
	at := s.entry.Get("from").Place().Line - 1
	m := flowLine.FindStringSubmatch(strings.TrimRight(u.lines[at], "\r"))
	if m == nil || s.entry.Get("was") != nil {
		return false
	}
	was := ", was: " + m[2]
	if !isTranslated(s.entry) {
		was = ""
	}
	u.lines[at] = m[1] + "{from: " + scalar(s.now, true) + ", to: " + m[3] + was + "}"
	return true
}

// maxLineLength is the maximum length of a line that holds a text and its translation.
const maxLineLength = 60

// untranslatedEntry returns the lines of an untranslated entry.
func untranslatedEntry(p Unit, head, indent string) []string {
	short := strings.TrimRight(head, " ") + " {from: " + scalar(p.Text, true) + ", to: }"
	if len(short) <= maxLineLength && !strings.Contains(p.Text, "{") {
		return []string{short}
	}
	if strings.HasSuffix(head, ":") {
		return []string{head, indent + "from: " + scalar(p.Text, false), indent + "to:"}
	}
	return []string{head + "from: " + scalar(p.Text, false), indent + "to:"}
}

var (
	plainText = regexp.MustCompile(`^[\p{L}(+−][^\n\t"\\]*$`)
	notPlain  = regexp.MustCompile(`(?i): |:$| #|\s$|^(y|n|yes|no|on|off|true|false|null)$|^[+−]?[0-9.,_]*$`)
)

// scalar returns a text as YAML, inside a flow collection or not.
func scalar(text string, flow bool) string {
	if plainText.MatchString(text) && !notPlain.MatchString(text) && !(flow && strings.ContainsAny(text, ",[]{}?")) {
		return text
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	_ = e.Encode(text)
	return strings.TrimSuffix(out.String(), "\n")
}
