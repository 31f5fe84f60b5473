// Package codes explains each problem code: in words, and with an example
// before and after the fix. Tests run every example.
//
// Layer diag. It holds texts about the codes; it cannot check that they are
// true.
package codes

import (
	"embed"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"sleight/runtime/diag"
)

// files holds pages/CODE.txt: an explanation, then files, each below a line
//
//	-- wrong content/coins/game.yaml --
//
// Instead of wrong, the line may say fixed, both (for a file that the fix does not
// change), or before (for a file as it was when the game began). A note in brackets
// after the path says what text cannot show: (a link). Commands come after
//
//	-- do --
//
//go:embed pages
var files embed.FS

// File is a file of an example.
type File struct {
	Path, Text string
	// Note says what is unusual about the file, such as "a link"; usually empty.
	Note string
}

// Example shows a problem and its fix.
type Example struct {
	// Words explains the code in a few sentences.
	Words string
	// Wrong and Fixed are the files before and after the fix; Both are the files
	// that accompany either. Before holds the files with which a game started if
	// it continues with the others.
	Wrong, Fixed, Both, Before []File
	// Commands lead to the problem if it appears only in play.
	Commands []string
}

var section = regexp.MustCompile(`(?m)^-- (wrong|fixed|both|before|do)(?: (\S+))?(?: \(([^)]*)\))? --\n`)

// Of returns the example of a code.
func Of(code string) (Example, bool) {
	data, err := fs.ReadFile(files, "pages/"+code+".txt")
	if err != nil {
		return Example{}, false
	}
	return parse(string(data)), true
}

func parse(text string) Example {
	marks := section.FindAllStringSubmatchIndex(text, -1)
	group := func(m []int, i int) string {
		if m[2*i] < 0 {
			return ""
		}
		return text[m[2*i]:m[2*i+1]]
	}
	e := Example{Words: text}
	for i, m := range marks {
		end := len(text)
		if i == 0 {
			e.Words = text[:m[0]]
		}
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		body := strings.TrimRight(text[m[1]:end], "\n") + "\n"
		f := File{Path: group(m, 2), Text: body, Note: group(m, 3)}
		switch group(m, 1) {
		case "wrong":
			e.Wrong = append(e.Wrong, f)
		case "fixed":
			e.Fixed = append(e.Fixed, f)
		case "both":
			e.Both = append(e.Both, f)
		case "before":
			e.Before = append(e.Before, f)
		case "do":
			e.Commands = strings.Split(strings.TrimSpace(body), "\n")
		}
	}
	e.Words = strings.TrimSpace(e.Words)
	return e
}

// Text explains a code for a terminal. For an unknown code, it suggests the nearest
// one.
func Text(code string) string {
	c, ok := diag.Lookup(code)
	if !ok {
		return "unknown code " + fmt.Sprintf("%q", code) + nearestCode(code) + "\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)\n\n%s\n", c.Name, c.Severity, c.Meaning)
	if e, ok := Of(code); ok {
		b.WriteString("\n" + e.text())
	}
	return b.String()
}

// text formats an example for a terminal.
func (e Example) text() string {
	var b strings.Builder
	b.WriteString(e.Words + "\n")
	for _, p := range e.parts() {
		fmt.Fprintf(&b, "\n%s\n", p.title)
		if p.text == "\n" {
			continue
		}
		for line := range strings.Lines(p.text) {
			b.WriteString(strings.TrimRight("    "+line, " \n") + "\n")
		}
	}
	return b.String()
}

func nearestCode(code string) string {
	names := make([]string, len(diag.Codes))
	for i, c := range diag.Codes {
		names[i] = c.Name
	}
	found, ok := diag.Nearest(code, names)
	if i := slices.IndexFunc(names, func(name string) bool { return strings.HasSuffix(name, "/"+code) }); i >= 0 {
		found, ok = names[i], true
	}
	if !ok {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", found)
}

// Markdown explains a code for the reference, below its heading.
func Markdown(code string) string {
	e, ok := Of(code)
	if !ok {
		return ""
	}
	return e.markdown()
}

// markdown formats an example for the reference.
func (e Example) markdown() string {
	var b strings.Builder
	b.WriteString(e.Words + "\n")
	for _, p := range e.parts() {
		fmt.Fprintf(&b, "\n%s\n", p.title)
		if p.text != "\n" {
			fmt.Fprintf(&b, "\n```%s\n%s```\n", p.language, p.text)
		}
	}
	return b.String()
}

// exampleBlock is one block of an example in the output.
type exampleBlock struct{ title, language, text string }

// parts returns the blocks of an example in reading order.
func (e Example) parts() []exampleBlock {
	var out []exampleBlock
	add := func(title string, all []File) {
		for _, f := range all {
			p := exampleBlock{fmt.Sprintf("%s: %s", title, f.Path), language(f.Path), f.Text}
			if f.Note != "" {
				p.title += " (" + f.Note + ")"
			}
			out = append(out, p)
		}
	}
	add("Initially", e.Before)
	add("With", e.Both)
	if len(e.Commands) > 0 {
		out = append(out, exampleBlock{"Commands", "", strings.Join(e.Commands, "\n") + "\n"})
	}
	add("Wrong", e.Wrong)
	add("Fixed", e.Fixed)
	return out
}

func language(path string) string {
	for _, l := range []struct{ suffix, name string }{{".yaml", "yaml"}, {".lua", "lua"}, {".json", "json"}} {
		if strings.HasSuffix(path, l.suffix) {
			return l.name
		}
	}
	return ""
}
