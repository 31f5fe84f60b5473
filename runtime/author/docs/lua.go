package docs

import (
	"strings"

	"sleight/runtime/lua"
)

// Lua generates the page of the script language, in Markdown.
func Lua() []byte {
	var p page
	p.line("# The language of scripts")
	p.line("")
	p.line(generated("the tables in `runtime/lua/standard.go` and `runtime/lua/exceptions.go`"))
	p.b.WriteString(luaIntro)
	p.departures()
	p.bounds()
	p.line("")
	p.line("## The library")
	p.line("")
	p.line("All names in Lua 5.1's library, as Debian's `lua5.1` has it, and those that Sleight adds. A call pays a unit for itself")
	p.line("and one for each argument; *fuel* is what it pays besides. What is absent is refused when the script is compiled.")
	for _, shelf := range []string{"", "string", "table", "math"} {
		p.shelf(shelf)
	}
	return p.bytes()
}

const luaIntro = `
Scripts are written in Lua 5.1. What PUC Lua 5.1 makes of a script is what it means here, or it is refused with its
line; the exceptions and the limits are all on this page. That this is so is tested with PUC Lua itself: programs made at
random must do the same there and here, the names on this page must be the names that it has, and the parts of its test
suite that do not need what is absent must pass ([the results](../lua.md)).

What scripts have besides, the functions and values of the game, is on [a page of its own](api.md).
`

// departures are the differences from standard Lua.
func (p *page) departures() {
	p.line("")
	p.line("## Exceptions")
	p.line("")
	p.line("| | here | because |")
	p.line("|---|---|---|")
	for _, e := range lua.Exceptions() {
		p.row(e.What, e.Here, e.Because)
	}
}

func (p *page) bounds() {
	p.line("")
	p.line("## Limits")
	p.line("")
	p.line("| | here | in PUC Lua |")
	p.line("|---|---|---|")
	for _, l := range lua.Limits() {
		p.row(l.What, l.Here, l.Lua)
	}
}

// shelf lists one library; the library without a name holds the global
// functions, and the libraries that are missing entirely.
func (p *page) shelf(library string) {
	title := library
	if library == "" {
		title = "Functions without a library, and whole libraries"
	}
	p.line("")
	p.line("### " + title)
	p.line("")
	p.line("| name | | fuel | |")
	p.line("|---|---|---|---|")
	for _, e := range lua.Standard() {
		if of, _, isField := strings.Cut(e.Name, "."); isField && of == library || !isField && library == "" {
			note := e.Note
			if e.Status == lua.Same {
				note = "as in Lua"
			}
			cost := e.Cost
			if cost == "" {
				cost = "–"
			}
			p.row(code(e.Name), string(e.Status), cost, note)
		}
	}
}
