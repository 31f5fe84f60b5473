package docs

import (
	"strings"

	"sleight/runtime/diag"
	"sleight/runtime/diag/codes"
	"sleight/runtime/game/rules"
)

// Codes generates the page of problem codes, in Markdown.
func Codes() []byte {
	var b page
	b.line("# Problems")
	b.line("")
	b.line(generated("`runtime/diag/codes.go` and `runtime/diag/codes/pages`"))
	b.line("")
	b.line("Every problem that Sleight reports has one of these codes, and its place: file, line and column.")
	b.line("The names are stable, so tools may match on them. `sleight explain CODE` shows the same in a terminal.")
	b.line("An error keeps content from being used; the last good content stays live. A warning or a notice does not.")
	b.line("Each code is shown below with an example and its correction, in a small game of tossing two coins.")
	area := ""
	for _, c := range diag.Codes {
		if a, _, _ := strings.Cut(c.Name, "/"); a != area {
			area = a
			b.line("")
			b.line("## " + areas[a])
			b.line("")
			b.line("| code | severity | meaning |")
			b.line("|---|---|---|")
		}
		name := code(c.Name)
		if _, ok := codes.Of(c.Name); ok {
			name = "[" + name + "](#" + anchor(c.Name) + ")"
		}
		b.row(name, c.Severity.String(), c.Meaning)
	}
	b.refusals()
	for _, c := range diag.Codes {
		if words := codes.Markdown(c.Name); words != "" {
			b.line("")
			b.line("## " + c.Name)
			b.line("")
			b.line(strings.TrimSuffix(words, "\n"))
		}
	}
	return b.bytes()
}

// refusals lists the codes of refused commands.
func (p *page) refusals() {
	p.line("")
	p.line("## Refusals")
	p.line("")
	p.line("A player asked for what the rules forbid: nothing is wrong, and nothing has changed. The protocol gives the code")
	p.line("beside the sentence, and the value of each `{name}`.")
	p.line("")
	p.line("| code | sentence | when |")
	p.line("|---|---|---|")
	for _, r := range rules.Refusals() {
		p.row(code(r.Code), r.Format, r.Doc)
	}
}

// areas are the headings for the part of a code before the slash.
var areas = map[string]string{
	"file":      "Files",
	"content":   "Definitions",
	"pack":      "Packs",
	"patch":     "Changes of other packs' content",
	"registry":  "Registries of packs",
	"trust":     "Trust in packs",
	"locale":    "Texts in other languages",
	"migration": "Saves of earlier versions",
	"schema":    "Schemas of packs",
	"script":    "Scripts",
	"game":      "Play",
	"test":      "Content tests",
	"secrets":   "Secrets",
	"balance":   "Balance",
	"save":      "Saves",
	"reload":    "Reloading",
	"unused":    "Content that does nothing",
	"style":     "Style",
	"ignore":    "Comments that ignore problems",
	"engine":    "Sleight itself",
}
