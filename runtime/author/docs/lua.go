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
	p.differences()
	p.bounds()
	p.line("")
	p.line("## The library")
	p.line("")
	p.line("All names in Lua 5.1's library, as Debian's `lua5.1` has it, and those that Sleight adds. A call pays a unit for itself")
	p.line("and one for each argument; *fuel* is what it pays besides. What is absent is refused when the script is compiled.")
	for _, shelf := range []string{"", "string", "table", "math"} {
		p.listLibrary(shelf)
	}
	return p.bytes()
}

const luaIntro = `
Scripts are written in Lua 5.1. A script does here what it does in PUC Lua 5.1, or it is refused with its line; this page
lists all exceptions and limits. Tests compare with PUC Lua itself: random programs must behave the same there and
here, the names on this page must be those that it has, and the parts of its test suite that need nothing absent must
pass ([the results](../lua.md)).

The functions and values of the game are on [a page of their own](api.md).
`

// differences are the differences from standard Lua.
func (p *page) differences() {
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

// listLibrary lists one library; the library without a name holds the global
// functions, and the libraries that are missing entirely.
func (p *page) listLibrary(library string) {
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
