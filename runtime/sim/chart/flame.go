package chart

import (
	"fmt"
	"html"
	"html/template"
	"path"

	"sleight/runtime/sim/profiler"
)

// The measures of a flame graph, in pixels.
const (
	flameWidth = 760
	flameRow   = 18
	flameLeast = 1.5 // narrower boxes are not drawn
	flameDepth = 24
)

// flameStyle is included only in pages with a flame graph.
const flameStyle = `<style>.flame0 { fill: var(--band); } .flame1 { fill: var(--line); } .flame2 { fill: var(--unsure); opacity: .45; }
g:hover > rect { stroke: var(--main); } svg text.flame { font-size: 11px; fill: var(--ink); pointer-events: none; }</style>`

// flame shows where the scripts spend their fuel, which is the same on every
// machine, unlike time.
func (p *page) flame(root *profiler.Frame) {
	if root == nil || root.All.Fuel == 0 {
		return
	}
	depth := min(flameDepth, deepest(root, flameScale(root)))
	s := newSVG(flameWidth, float64(depth*flameRow), "Where the scripts spend their fuel")
	s.WriteString(flameStyle)
	s.flame(root, 0, 0, flameScale(root))
	p.Sections = append(p.Sections, section{
		Title:  "Where the fuel goes",
		Words:  "Each box is a hook, a function or an API call, below its caller; its width is its share of all fuel. Point at a box to see its place and figures.",
		Charts: []template.HTML{template.HTML(s.done())},
	})
}

// flameScale is the width of a unit of fuel in pixels.
func flameScale(root *profiler.Frame) float64 { return flameWidth / float64(root.All.Fuel) }

// deepest returns the number of rows in the drawn part of a tree.
func deepest(f *profiler.Frame, scale float64) int {
	if float64(float64(f.All.Fuel)*scale) < flameLeast {
		return 0
	}
	most := 0
	for _, b := range f.Below {
		most = max(most, deepest(b, scale))
	}
	return most + 1
}

// flame draws a box and those below it.
func (s *svg) flame(f *profiler.Frame, x float64, row int, scale float64) {
	width := float64(float64(f.All.Fuel) * scale)
	if width < flameLeast || row == flameDepth {
		return
	}
	name, at := f.Name, ""
	if f.Place.File != "" {
		name += fmt.Sprintf(" %s:%d", path.Base(f.Place.File), f.Place.Line)
		at = fmt.Sprintf("\n%s:%d", f.Place.File, f.Place.Line)
	}
	y := float64(row * flameRow)
	title := fmt.Sprintf("%s%s\n%d units of fuel, %d by itself; %s", f.Name, at, f.All.Fuel, f.Own.Fuel, counted(int(f.All.Calls), "API call"))
	fmt.Fprintf(s, `<g><rect class="flame%d" x="%s" y="%s" width="%s" height="%d"><title>%s</title></rect>`,
		row%3, px(x), px(y), px(width-0.5), flameRow-1, html.EscapeString(title))
	const letter = 6.2 // approximate width of a letter in pixels
	if runes := []rune(name); width > 4*letter {
		if fits := int((width - 5) / letter); len(runes) > fits {
			name = string(runes[:fits-1]) + "…"
		}
		s.text("flame", "start", x+3, y+flameRow-5, name)
	}
	s.WriteString("</g>")
	for _, b := range f.Below {
		s.flame(b, x, row+1, scale)
		x += float64(float64(b.All.Fuel) * scale)
	}
}
