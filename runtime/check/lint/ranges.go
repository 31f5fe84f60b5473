package lint

import (
	"regexp"
	"strconv"

	"sleight/runtime/diag"
)

// safeRanges finds parameters whose breaks: speaks of other bounds than safe:,
// such as "<3: too scarce" beside safe: [2, 7].
func safeRanges(r *reporter, n *notes) {
	x := n.of
	for _, p := range x.Params {
		breaks := x.Data.Get("params").Get(p.Name).Get("breaks")
		if !p.HasSafe || breaks == nil || breaks.File() != x.Place.File {
			continue
		}
		for _, m := range boundary.FindAllStringSubmatchIndex(p.Breaks, -1) {
			sign, figure := p.Breaks[m[2]:m[3]], p.Breaks[m[4]:m[5]]
			bound, edge := p.Low, "begins"
			if sign == ">" {
				bound, edge = p.High, "ends"
			}
			if stated, _ := strconv.ParseFloat(figure, 64); stated == bound {
				continue
			}
			r.report(diag.New("content/contradiction", breaks.PlaceIn(m[2], m[5]), "breaks says %s%s, but the safe range of %s %s at %v", sign, figure, p.Name, edge, bound).
				WithHint("write %s%v, or change safe: [%v, %v]", sign, bound, p.Low, p.High))
		}
	}
}

// boundary is a bound at the beginning of a sentence of breaks: <3 or >7.
var boundary = regexp.MustCompile(`(?:^|[ (])([<>])([0-9]+(?:\.[0-9]+)?):`)
