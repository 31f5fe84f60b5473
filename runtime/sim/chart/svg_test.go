package chart

import (
	"slices"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/sim"
	"sleight/runtime/sim/experiment"
	"sleight/runtime/sim/profiler"
)

// wantShapes compares a chart, one shape to a line, with the lines expected.
func wantShapes(t *testing.T, chart, want string) {
	t.Helper()
	got := strings.NewReplacer("><title>", "> ", "</title></circle>", "\n", "</title></path>", "\n", "</title></rect>", "\n", "><", ">\n<").Replace(chart)
	if got != strings.TrimPrefix(want, "\n") {
		t.Errorf("got\n%s\nwant%s", got, want)
	}
}

// TestHistogramShapes states histograms of whole numbers, of fractions, and of
// so many values that its columns are narrow.
func TestHistogramShapes(t *testing.T) {
	m := sim.Metric{Name: "gold", Title: "Gold"}
	for _, c := range []struct {
		of   sim.Summary
		want string
	}{
		{sim.Summarize(counts(map[float64]int{2: 3, 3: 1, 5: 4})), `
<svg viewBox="0 0 720 200" role="img" aria-label="Gold">
<line class="grid" x1="44" y1="174" x2="708" y2="174"/>
<text class="tick" text-anchor="end" x="38" y="178">0 %</text>
<line class="grid" x1="44" y1="114" x2="708" y2="114"/>
<text class="tick" text-anchor="end" x="38" y="118">20 %</text>
<line class="grid" x1="44" y1="54" x2="708" y2="54"/>
<text class="tick" text-anchor="end" x="38" y="58">40 %</text>
<path class="bar" d="M45 174V64.5q0 -3 3 -3h158q3 0 3 3V174z"> 2: 37.5 % of games (3)
<path class="bar" d="M211 174V139.5q0 -3 3 -3h158q3 0 3 3V174z"> 3: 12.5 % of games (1)
<path class="bar" d="M543 174V27q0 -3 3 -3h158q3 0 3 3V174z"> 5: 50.0 % of games (4)
<line class="axis" x1="44" y1="174" x2="708" y2="174"/>
<text class="tick" text-anchor="middle" x="127" y="192">2</text>
<text class="tick" text-anchor="middle" x="293" y="192">3</text>
<text class="tick" text-anchor="middle" x="459" y="192">4</text>
<text class="tick" text-anchor="middle" x="625" y="192">5</text>
<line class="mean" x1="396.8" y1="4" x2="396.8" y2="174"/>
<text class="note" text-anchor="start" x="401.8" y="14">mean 3.62</text>
</svg>
`},
		{sim.Summary{N: 4, Mean: 9.5, Min: 0.5, Histogram: []sim.Bar{{From: 0, To: 1, Count: 1}, {From: 10, To: 11, Count: 3}}}, `
<svg viewBox="0 0 720 200" role="img" aria-label="Gold">
<line class="grid" x1="44" y1="174" x2="708" y2="174"/>
<text class="tick" text-anchor="end" x="38" y="178">0 %</text>
<line class="grid" x1="44" y1="74" x2="708" y2="74"/>
<text class="tick" text-anchor="end" x="38" y="78">50 %</text>
<path class="bar" d="M45 174V127q0 -3 3 -3h52.4q3 0 3 3V174z"> 0 to 1: 25.0 % of games (1)
<path class="bar" d="M648.6 174V27q0 -3 3 -3h52.4q3 0 3 3V174z"> 10 to 11: 75.0 % of games (3)
<line class="axis" x1="44" y1="174" x2="708" y2="174"/>
<text class="tick" text-anchor="middle" x="44" y="192">0</text>
<text class="tick" text-anchor="middle" x="164.7" y="192">2</text>
<text class="tick" text-anchor="middle" x="285.5" y="192">4</text>
<text class="tick" text-anchor="middle" x="406.2" y="192">6</text>
<text class="tick" text-anchor="middle" x="526.9" y="192">8</text>
<text class="tick" text-anchor="middle" x="647.6" y="192">10</text>
<line class="mean" x1="617.5" y1="4" x2="617.5" y2="174"/>
<text class="note" text-anchor="end" x="612.5" y="14">mean 9.50</text>
</svg>
`},
		{sim.Summary{N: 4, Mean: 0.25, Min: 0, Histogram: []sim.Bar{{From: 0, To: 0.25, Count: 2}, {From: 0.25, To: 0.5, Count: 2}}}, `
<svg viewBox="0 0 720 200" role="img" aria-label="Gold">
<line class="grid" x1="44" y1="174" x2="708" y2="174"/>
<text class="tick" text-anchor="end" x="38" y="178">0 %</text>
<line class="grid" x1="44" y1="114" x2="708" y2="114"/>
<text class="tick" text-anchor="end" x="38" y="118">20 %</text>
<line class="grid" x1="44" y1="54" x2="708" y2="54"/>
<text class="tick" text-anchor="end" x="38" y="58">40 %</text>
<path class="bar" d="M45 174V27q0 -3 3 -3h324q3 0 3 3V174z"> 0 to 0.25: 50.0 % of games (2)
<path class="bar" d="M377 174V27q0 -3 3 -3h324q3 0 3 3V174z"> 0.25 to 0.5: 50.0 % of games (2)
<line class="axis" x1="44" y1="174" x2="708" y2="174"/>
<text class="tick" text-anchor="middle" x="44" y="192">0</text>
<text class="tick" text-anchor="middle" x="110.4" y="192">0.05</text>
<text class="tick" text-anchor="middle" x="176.8" y="192">0.1</text>
<text class="tick" text-anchor="middle" x="243.2" y="192">0.15</text>
<text class="tick" text-anchor="middle" x="309.6" y="192">0.2</text>
<text class="tick" text-anchor="middle" x="376" y="192">0.25</text>
<text class="tick" text-anchor="middle" x="442.4" y="192">0.3</text>
<text class="tick" text-anchor="middle" x="508.8" y="192">0.35</text>
<text class="tick" text-anchor="middle" x="575.2" y="192">0.4</text>
<text class="tick" text-anchor="middle" x="641.6" y="192">0.45</text>
<text class="tick" text-anchor="middle" x="708" y="192">0.5</text>
<line class="mean" x1="376" y1="4" x2="376" y2="174"/>
<text class="note" text-anchor="start" x="381" y="14">mean 0.25</text>
</svg>
`},
		{sim.Summary{N: 4, Mean: 2, Min: 0, Histogram: []sim.Bar{{From: 0, To: 5, Count: 3}, {From: 800, To: 805, Count: 1}}}, `
<svg viewBox="0 0 720 200" role="img" aria-label="Gold">
<line class="grid" x1="44" y1="174" x2="708" y2="174"/>
<text class="tick" text-anchor="end" x="38" y="178">0 %</text>
<line class="grid" x1="44" y1="74" x2="708" y2="74"/>
<text class="tick" text-anchor="end" x="38" y="78">50 %</text>
<path class="bar" d="M44.5 174V25.5q0 -1.5 1.5 -1.5h0q1.5 0 1.5 1.5V174z"> 0 to 5: 75.0 % of games (3)
<path class="bar" d="M704.4 174V125.5q0 -1.5 1.5 -1.5h0q1.5 0 1.5 1.5V174z"> 800 to 805: 25.0 % of games (1)
<line class="axis" x1="44" y1="174" x2="708" y2="174"/>
<text class="tick" text-anchor="middle" x="44" y="192">0</text>
<text class="tick" text-anchor="middle" x="126.5" y="192">100</text>
<text class="tick" text-anchor="middle" x="209" y="192">200</text>
<text class="tick" text-anchor="middle" x="291.5" y="192">300</text>
<text class="tick" text-anchor="middle" x="373.9" y="192">400</text>
<text class="tick" text-anchor="middle" x="456.4" y="192">500</text>
<text class="tick" text-anchor="middle" x="538.9" y="192">600</text>
<text class="tick" text-anchor="middle" x="621.4" y="192">700</text>
<text class="tick" text-anchor="middle" x="703.9" y="192">800</text>
<line class="mean" x1="45.6" y1="4" x2="45.6" y2="174"/>
<text class="note" text-anchor="start" x="50.6" y="14">mean 2</text>
</svg>
`},
	} {
		wantShapes(t, histogramSVG(m, c.of), c.want)
	}
}

// TestForestShapes states charts of intervals, of which those that include
// zero are pale if zero is marked.
func TestForestShapes(t *testing.T) {
	rows := []row{
		{"plus", "+3", 3, sim.Interval{1, 4}},
		{"below", "-1", -1, sim.Interval{-2, -0.5}},
	}
	for _, c := range []struct {
		zero bool
		rows []row
		want string
	}{
		{false, rows, `
<svg viewBox="0 0 720 82" role="img" aria-label="Worth">
<line class="grid" x1="201.6" y1="8" x2="201.6" y2="58"/>
<text class="tick" text-anchor="middle" x="201.6" y="74">-2</text>
<line class="grid" x1="330.5" y1="8" x2="330.5" y2="58"/>
<text class="tick" text-anchor="middle" x="330.5" y="74">0</text>
<line class="grid" x1="459.5" y1="8" x2="459.5" y2="58"/>
<text class="tick" text-anchor="middle" x="459.5" y="74">2</text>
<line class="grid" x1="588.4" y1="8" x2="588.4" y2="58"/>
<text class="tick" text-anchor="middle" x="588.4" y="74">4</text>
<text class="label" text-anchor="end" x="178" y="24">plus</text>
<line class="span plain" x1="395" y1="20" x2="588.4" y2="20"/>
<circle class="point plain" cx="523.9" cy="20" r="5"> plus: 3 (1 to 4)
<text class="value" text-anchor="start" x="610" y="24">+3</text>
<text class="label" text-anchor="end" x="178" y="48">below</text>
<line class="span plain" x1="201.6" y1="44" x2="298.3" y2="44"/>
<circle class="point plain" cx="266.1" cy="44" r="5"> below: -1 (-2 to -0.5)
<text class="value" text-anchor="start" x="610" y="48">-1</text>
</svg>
`},
		{true, rows[:1], `
<svg viewBox="0 0 720 58" role="img" aria-label="Worth">
<line class="grid" x1="201.6" y1="8" x2="201.6" y2="34"/>
<text class="tick" text-anchor="middle" x="201.6" y="50">0</text>
<line class="grid" x1="298.3" y1="8" x2="298.3" y2="34"/>
<text class="tick" text-anchor="middle" x="298.3" y="50">1</text>
<line class="grid" x1="395" y1="8" x2="395" y2="34"/>
<text class="tick" text-anchor="middle" x="395" y="50">2</text>
<line class="grid" x1="491.7" y1="8" x2="491.7" y2="34"/>
<text class="tick" text-anchor="middle" x="491.7" y="50">3</text>
<line class="grid" x1="588.4" y1="8" x2="588.4" y2="34"/>
<text class="tick" text-anchor="middle" x="588.4" y="50">4</text>
<line class="zero" x1="201.6" y1="8" x2="201.6" y2="34"/>
<text class="label" text-anchor="end" x="178" y="24">plus</text>
<line class="span plus" x1="298.3" y1="20" x2="588.4" y2="20"/>
<circle class="point plus" cx="491.7" cy="20" r="5"> plus: 3 (1 to 4)
<text class="value" text-anchor="start" x="610" y="24">+3</text>
</svg>
`},
		{true, []row{{"minus", "-3", -3, sim.Interval{-4, -2}}, {"to zero", "-1", -1, sim.Interval{-2, 0}}, {"even", "0", 0, sim.Interval{-3, -1}}}, `
<svg viewBox="0 0 720 106" role="img" aria-label="Worth">
<line class="grid" x1="201.6" y1="8" x2="201.6" y2="82"/>
<text class="tick" text-anchor="middle" x="201.6" y="98">-4</text>
<line class="grid" x1="298.3" y1="8" x2="298.3" y2="82"/>
<text class="tick" text-anchor="middle" x="298.3" y="98">-3</text>
<line class="grid" x1="395" y1="8" x2="395" y2="82"/>
<text class="tick" text-anchor="middle" x="395" y="98">-2</text>
<line class="grid" x1="491.7" y1="8" x2="491.7" y2="82"/>
<text class="tick" text-anchor="middle" x="491.7" y="98">-1</text>
<line class="grid" x1="588.4" y1="8" x2="588.4" y2="82"/>
<text class="tick" text-anchor="middle" x="588.4" y="98">0</text>
<line class="zero" x1="588.4" y1="8" x2="588.4" y2="82"/>
<text class="label" text-anchor="end" x="178" y="24">minus</text>
<line class="span minus" x1="201.6" y1="20" x2="395" y2="20"/>
<circle class="point minus" cx="298.3" cy="20" r="5"> minus: -3 (-4 to -2)
<text class="value" text-anchor="start" x="610" y="24">-3</text>
<text class="label" text-anchor="end" x="178" y="48">to zero</text>
<line class="span unsure" x1="395" y1="44" x2="588.4" y2="44"/>
<circle class="point unsure" cx="491.7" cy="44" r="5"> to zero: -1 (-2 to 0)
<text class="value" text-anchor="start" x="610" y="48">-1</text>
<text class="label" text-anchor="end" x="178" y="72">even</text>
<line class="span plus" x1="298.3" y1="68" x2="491.7" y2="68"/>
<circle class="point plus" cx="588.4" cy="68" r="5"> even: 0 (-3 to -1)
<text class="value" text-anchor="start" x="610" y="72">0</text>
</svg>
`},
	} {
		wantShapes(t, forestSVG("Worth", c.rows, c.zero, tick), c.want)
	}
}

// TestCurveShapes states the curve of a sweep over one value and over three.
func TestCurveShapes(t *testing.T) {
	wantShapes(t, curveSVG(swept("3"), experiment.WinRate, 200), `
<svg viewBox="0 0 720 200" role="img" aria-label="Won over depth">
<line class="grid" x1="56" y1="152.3" x2="700" y2="152.3"/>
<text class="tick" text-anchor="end" x="50" y="156.3">40 %</text>
<line class="grid" x1="56" y1="109.4" x2="700" y2="109.4"/>
<text class="tick" text-anchor="end" x="50" y="113.4">50 %</text>
<line class="grid" x1="56" y1="66.6" x2="700" y2="66.6"/>
<text class="tick" text-anchor="end" x="50" y="70.6">60 %</text>
<line class="grid" x1="56" y1="23.7" x2="700" y2="23.7"/>
<text class="tick" text-anchor="end" x="50" y="27.7">70 %</text>
<line class="now" x1="378" y1="12" x2="378" y2="160"/>
<text class="note" text-anchor="start" x="383" y="22">now 3</text>
<path class="band" d="M378 23.7L378 152.3z"/>
<path class="curve" d="M378 109.4"/>
<circle class="point" cx="378" cy="109.4" r="4"> 3: 50.0 % (40.0 % to 70.0 %)
<line class="axis" x1="56" y1="160" x2="700" y2="160"/>
<text class="tick" text-anchor="middle" x="378" y="177">0</text>
<text class="tick" text-anchor="middle" x="378" y="194">depth</text>
</svg>
`)
	three := swept("3", "9", "14")
	three.Question.Variants[1].Value, three.Question.Variants[2].Value = 6, 11
	wantShapes(t, curveSVG(three, experiment.WinRate, 200), `
<svg viewBox="0 0 720 200" role="img" aria-label="Won over depth">
<line class="grid" x1="56" y1="152.3" x2="700" y2="152.3"/>
<text class="tick" text-anchor="end" x="50" y="156.3">40 %</text>
<line class="grid" x1="56" y1="100.9" x2="700" y2="100.9"/>
<text class="tick" text-anchor="end" x="50" y="104.9">60 %</text>
<line class="grid" x1="56" y1="49.4" x2="700" y2="49.4"/>
<text class="tick" text-anchor="end" x="50" y="53.4">80 %</text>
<line class="now" x1="66" y1="12" x2="66" y2="160"/>
<text class="note" text-anchor="start" x="71" y="22">now 3</text>
<path class="band" d="M66 75.1L406.4 49.4L690 23.7L690 100.9L406.4 126.6L66 152.3z"/>
<path class="curve" d="M66 126.6L406.4 100.9L690 75.1"/>
<circle class="point" cx="66" cy="126.6" r="4"> 3: 50.0 % (40.0 % to 70.0 %)
<circle class="point" cx="406.4" cy="100.9" r="4"> 9: 60.0 % (50.0 % to 80.0 %)
<circle class="point" cx="690" cy="75.1" r="4"> 14: 70.0 % (60.0 % to 90.0 %)
<line class="axis" x1="56" y1="160" x2="700" y2="160"/>
<text class="tick" text-anchor="middle" x="66" y="177">0</text>
<text class="tick" text-anchor="middle" x="179.5" y="177">2</text>
<text class="tick" text-anchor="middle" x="292.9" y="177">4</text>
<text class="tick" text-anchor="middle" x="406.4" y="177">6</text>
<text class="tick" text-anchor="middle" x="519.8" y="177">8</text>
<text class="tick" text-anchor="middle" x="633.3" y="177">10</text>
<text class="tick" text-anchor="middle" x="378" y="194">depth</text>
</svg>
`)
}

// burnt returns a frame that has used some fuel, above others.
func burnt(name string, fuel int64, below ...*profiler.Frame) *profiler.Frame {
	f := &profiler.Frame{Name: name, All: profiler.Cost{Fuel: fuel, Calls: fuel / 100}, Own: profiler.Cost{Fuel: fuel}, Below: below}
	for _, b := range below {
		f.Own.Fuel -= b.All.Fuel
	}
	return f
}

// TestFlameGraphsAreAsHighAsTheirBoxes states which boxes a flame graph has,
// how high that makes it, and how much of a name fits a box.
func TestFlameGraphsAreAsHighAsTheirBoxes(t *testing.T) {
	placed := burnt("placed", 900)
	placed.Place = diag.Place{File: "scripts/mine/a.lua", Line: 7}
	for _, c := range []struct {
		root *profiler.Frame
		want string
	}{
		{burnt("all", 1), `
<svg viewBox="0 0 760 18" role="img" aria-label="Where the scripts spend their fuel">
<g>
<rect class="flame0" x="0" y="0" width="759.5" height="17"> all
1 units of fuel, 1 by itself; 0 API calls
<text class="flame" text-anchor="start" x="3" y="13">all</text>
</g>
</svg>
`},
		// Half a pixel for each unit of fuel: 3 are just drawn, 2 are not.
		{burnt("engine", 1520, placed, burnt("wide enough", 150, burnt("least", 3, burnt("too little", 2))), burnt("narrow", 49, burnt("n", 1)), burnt("none", 2)), `
<svg viewBox="0 0 760 54" role="img" aria-label="Where the scripts spend their fuel">
<g>
<rect class="flame0" x="0" y="0" width="759.5" height="17"> engine
1520 units of fuel, 419 by itself; 15 API calls
<text class="flame" text-anchor="start" x="3" y="13">engine</text>
</g>
<g>
<rect class="flame1" x="0" y="18" width="449.5" height="17"> placed
scripts/mine/a.lua:7
900 units of fuel, 900 by itself; 9 API calls
<text class="flame" text-anchor="start" x="3" y="31">placed a.lua:7</text>
</g>
<g>
<rect class="flame1" x="450" y="18" width="74.5" height="17"> wide enough
150 units of fuel, 147 by itself; 1 API call
<text class="flame" text-anchor="start" x="453" y="31">wide enough</text>
</g>
<g>
<rect class="flame2" x="450" y="36" width="1" height="17"> least
3 units of fuel, 1 by itself; 0 API calls
</g>
<g>
<rect class="flame1" x="525" y="18" width="24" height="17"> narrow
49 units of fuel, 48 by itself; 0 API calls
</g>
</svg>
`},
	} {
		p := &page{}
		p.flame(c.root)
		if len(p.Sections) != 1 || p.Sections[0].Title != "Where the fuel goes" {
			t.Fatalf("got %+v", p.Sections)
		}
		_, shapes, _ := strings.Cut(string(p.Sections[0].Charts[0]), flameStyle)
		head, _, _ := strings.Cut(string(p.Sections[0].Charts[0]), "<style>")
		wantShapes(t, head+shapes, c.want)
	}
	p := &page{}
	p.flame(nil)
	p.flame(burnt("nothing", 0))
	if len(p.Sections) > 0 {
		t.Errorf("a run without scripts has %+v", p.Sections)
	}
}

// TestNamesFillFlameBoxes checks that a name is shortened only if it does not
// fit its box, and left out of boxes with room for four letters or fewer.
func TestNamesFillFlameBoxes(t *testing.T) {
	name := strings.Repeat("n", 20)
	var got []string
	for _, fuel := range []int64{62, 63, 322, 323} {
		s := &svg{}
		s.flame(burnt(name, fuel), 0, 0, 0.4)
		_, text, _ := strings.Cut(s.String(), "<text")
		_, text, _ = strings.Cut(text, ">")
		text, _, _ = strings.Cut(text, "<")
		got = append(got, text)
	}
	if want := []string{"", "nn…", name[2:] + "…", name}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestScalesTolerateRounding checks that a value a hair beyond a round one
// counts as that one.
func TestScalesTolerateRounding(t *testing.T) {
	if got := niceStep(1.000000000001); got != 1 {
		t.Errorf("step %v", got)
	}
	if got := (scale{low: 0, high: 1 - 2e-10}).ticks(5); len(got) != 6 {
		t.Errorf("ticks %v", got)
	}
}
