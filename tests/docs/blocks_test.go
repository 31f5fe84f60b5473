package docs

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// document is a Markdown document, split into text and fenced blocks.
type document struct {
	file   string
	pieces []*piece
}

// piece is text, or a block with its language and the rest of its first line.
type piece struct {
	line     int // where it begins, counted from 1
	fenced   bool
	language string
	options  map[string]string
	opening  string
	lines    []string
}

func read(t *testing.T, file string) *document {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d := &document{file: file}
	now := &piece{line: 1}
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		switch {
		case strings.HasPrefix(line, "```") && !now.fenced:
			d.pieces = append(d.pieces, now)
			now = open(line, i+1)
		case line == "```":
			d.pieces = append(d.pieces, now)
			now = &piece{line: i + 2}
		default:
			now.lines = append(now.lines, line)
		}
	}
	if now.fenced {
		t.Fatalf("%s:%d: this block does not end", file, now.line)
	}
	d.pieces = append(d.pieces, now)
	return d
}

func open(line string, at int) *piece {
	p := &piece{line: at, fenced: true, opening: line, options: map[string]string{}}
	words := strings.Fields(strings.TrimPrefix(line, "```"))
	if len(words) > 0 {
		p.language = words[0]
		for _, w := range words[1:] {
			key, value, _ := strings.Cut(w, "=")
			p.options[key] = value
		}
	}
	return p
}

// text returns the document with the current contents of its blocks.
func (d *document) text() []byte {
	var b strings.Builder
	for _, p := range d.pieces {
		if p.fenced {
			b.WriteString(p.opening + "\n")
		}
		for _, line := range p.lines {
			b.WriteString(line + "\n")
		}
		if p.fenced {
			b.WriteString("```\n")
		}
	}
	return []byte(b.String())
}

var (
	typed  = regexp.MustCompile(`^(?:\$ |[\pL…][^>$]*> )(.*)$`)
	timing = regexp.MustCompile(`\b\d+(\.\d+)? ?(ms|µs)\b`)
	// Text that depends on random keys.
	key         = regexp.MustCompile(`\bRW[0-9A-Za-z+/]{54}`)
	fingerprint = regexp.MustCompile(`\b([0-9a-f]{4}-){4}[0-9a-f]{4}\b`)
	ociDigest   = regexp.MustCompile(`\bsha256:[0-9a-f]{64}\b`)
)

// steady replaces text that differs from run to run.
func steady(text string) string {
	text = timing.ReplaceAllString(text, "… ms")
	text = key.ReplaceAllString(text, "RWQf6LRC…")
	text = fingerprint.ReplaceAllString(text, "3f2a-91c0-…")
	return ociDigest.ReplaceAllString(text, "sha256:9b06…")
}

// exchange is a typed line and the answer to it.
type exchange struct {
	prompt, typed string
	answer        []string
}

// exchanges reads a block of lines typed after prompts, and the answers.
func (p *piece) exchanges() []exchange {
	var out []exchange
	for _, line := range p.lines {
		if m := typed.FindStringSubmatch(line); m != nil {
			out = append(out, exchange{prompt: strings.TrimSuffix(line, m[1]), typed: m[1]})
		} else if len(out) > 0 {
			last := &out[len(out)-1]
			last.answer = append(last.answer, line)
		}
	}
	return out
}

// show adds exchanges to the block.
func (p *piece) show(all []exchange) {
	for _, e := range all {
		p.lines = append(p.lines, e.prompt+e.typed)
		p.lines = append(p.lines, e.answer...)
	}
}
