package chart

import (
	"fmt"
	"html"
	"math"
	"strings"

	exact "sleight/runtime/lua/number"
)

// svg draws a chart. Shapes have classes; the page defines their colours.
type svg struct{ strings.Builder }

func newSVG(width, height float64, label string) *svg {
	s := &svg{}
	fmt.Fprintf(s, `<svg viewBox="0 0 %s %s" role="img" aria-label="%s">`, px(width), px(height), html.EscapeString(label))
	return s
}

func (s *svg) done() string { return s.String() + "</svg>\n" }

func (s *svg) line(class string, x1, y1, x2, y2 float64) {
	fmt.Fprintf(s, `<line class="%s" x1="%s" y1="%s" x2="%s" y2="%s"/>`, class, px(x1), px(y1), px(x2), px(y2))
}

func (s *svg) dot(class string, x, y, r float64, title string) {
	fmt.Fprintf(s, `<circle class="%s" cx="%s" cy="%s" r="%s"><title>%s</title></circle>`, class, px(x), px(y), px(r), html.EscapeString(title))
}

// bar draws a column with rounded top corners.
func (s *svg) bar(class string, x, y, width, bottom float64, title string) {
	r := min(3, width/2, bottom-y)
	fmt.Fprintf(s, `<path class="%s" d="M%s %sV%sq0 %s %s %sh%sq%s 0 %s %sV%sz"><title>%s</title></path>`, class,
		px(x), px(bottom), px(y+r), px(-r), px(r), px(-r), px(width-2*r), px(r), px(r), px(r), px(bottom), html.EscapeString(title))
}

func (s *svg) path(class string, points [][2]float64, closed bool) {
	fmt.Fprintf(s, `<path class="%s" d="`, class)
	for i, p := range points {
		fmt.Fprintf(s, "%c%s %s", "ML"[min(i, 1)], px(p[0]), px(p[1]))
	}
	if closed {
		s.WriteString("z")
	}
	s.WriteString(`"/>`)
}

// text writes text; anchor is start, middle or end.
func (s *svg) text(class, anchor string, x, y float64, text string) {
	fmt.Fprintf(s, `<text class="%s" text-anchor="%s" x="%s" y="%s">%s</text>`, class, anchor, px(x), px(y), html.EscapeString(text))
}

// px formats a length to a tenth of a pixel.
func px(v float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", v), ".0")
}

// scale maps values to lengths.
type scale struct{ low, high, from, to float64 }

func (s scale) at(v float64) float64 {
	if s.high == s.low {
		return (s.from + s.to) / 2
	}
	return s.from + float64((v-s.low)/(s.high-s.low)*(s.to-s.from)) // the conversion prevents a fused multiply-add: see package number
}

// ticks returns round values on a scale, about n of them.
func (s scale) ticks(n int) []float64 {
	step := niceStep((s.high - s.low) / float64(n))
	var out []float64
	for v := math.Ceil(s.low/step-1e-9) * step; v <= s.high+float64(step*1e-9); v += step {
		out = append(out, math.Round(v/step)*step)
	}
	return out
}

func niceStep(w float64) float64 {
	if w <= 0 {
		return 1
	}
	power := exact.Pow(10, math.Floor(exact.Log10(w)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= w*(1-1e-12) {
			return m * power
		}
	}
	return 10 * power
}

// tick formats a round value.
func tick(v float64) string {
	if v == 0 {
		return "0"
	}
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.6f", v), "0"), ".")
}

// tickOf formats a round value of a figure.
func tickOf(by string, v float64) string {
	if by == "win_rate" {
		return tick(math.Round(v*1e6)/1e4) + " %"
	}
	return tick(v)
}
