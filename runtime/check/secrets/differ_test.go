package secrets

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"sleight/runtime/diag"
)

// TestDifferencesAreNamed checks which difference is found first, and which
// part of the game it names.
func TestDifferencesAreNamed(t *testing.T) {
	for _, c := range []struct{ here, there, want string }{
		{`{"a":1,"b":2}`, `{"a":1,"b":3}`, `b [b] 2 3 ""`},
		{`{"b":2,"a":1}`, `{"b":3,"a":2}`, `a [a] 1 2 ""`},
		{`{"a":1}`, `{"b":1}`, `a [a] 1 null ""`},
		{`{"b":1}`, `{"a":1}`, `a [a] null 1 ""`},
		{`{"x":[1,2]}`, `{"x":[1,3]}`, `x [x 1] 2 3 ""`},
		{`{"x":[1,2]}`, `{"x":[1]}`, `x [x] [1,2] [1] ""`},
		{`{"x":[1]}`, `{"x":{"0":1}}`, `x [x] [1] {"0":1} ""`},
		{`1`, `2`, ` [] 1 2 ""`},
		{`{"board":{"name":"Ruby"}}`, `{"board":7}`, `board [board] {"name":"Ruby"} 7 ""`},
		{`{"board":[{"name":"Ruby"}]}`, `{"board":[7]}`, `board [board 0] {"name":"Ruby"} 7 "Ruby"`},
		{`{"board":{"name":"Ruby","value":1}}`, `{"board":{"name":"Ruby","value":2}}`, `board [board value] 1 2 "Ruby"`},
		{`{"board":{"name":"Ruby","of":{"name":"","value":1}}}`, `{"board":{"name":"Ruby","of":{"name":"","value":2}}}`, `board [board of value] 1 2 "Ruby"`},
		{`{"board":{"name":"Ruby","of":[{"name":"Opal","value":1}]}}`, `{"board":{"name":"Ruby","of":[{"name":"Opal","value":2}]}}`, `board [board of 0 value] 1 2 "Opal"`},
		{`{"legal":[{"command":"dig k1","n":1}]}`, `{"legal":[{"command":"dig k1","n":2}]}`, `legal [legal 0 n] 1 2 "dig"`},
		{`{"legal":[{"command":"use ruby","n":1}]}`, `{"legal":[{"command":"use ruby","n":2}]}`, `legal [legal 0 n] 1 2 "use ruby"`},
		{`{"legal":[{"command":"dig","n":1}]}`, `{"legal":[{"command":"dig","n":2}]}`, `legal [legal 0 n] 1 2 "dig"`},
		{`{"legal":{"name":"x y"}}`, `{"legal":{"name":"x z"}}`, `legal [legal name] "x y" "x z" "x"`},
		{`{"legal":{"name":7,"n":1}}`, `{"legal":{"name":7,"n":2}}`, `legal [legal n] 1 2 ""`},
	} {
		var here, there any
		if json.Unmarshal([]byte(c.here), &here) != nil || json.Unmarshal([]byte(c.there), &there) != nil {
			t.Fatal(c)
		}
		d := differ(nil, here, there)
		if got := fmt.Sprintf("%s %v %s %s %q", d.part, d.path, d.here, d.there, d.subject(here)); got != c.want {
			t.Errorf("%s and %s: %s, want %s", c.here, c.there, got, c.want)
		}
	}
	for n, want := range map[int]string{200: strings.Repeat("ä", 200), 201: strings.Repeat("ä", 200) + "…"} {
		if got := cut(strings.Repeat("ä", n)); got != want {
			t.Errorf("%d characters are cut to %q", n, got)
		}
	}
}

// TestTheSameLeakIsReportedOnce checks when two problems are the same leak.
func TestTheSameLeakIsReportedOnce(t *testing.T) {
	leak := func(code, file, what, who string) diag.Diagnostic {
		return diag.New(code, diag.Place{File: file}, "in %s, %s depends on what is hidden from %s", "g", what, who)
	}
	a := leak("secrets/leak", "f", "the log", "player 1")
	for _, c := range []struct {
		b    diag.Diagnostic
		want bool
	}{
		{leak("secrets/leak", "f", "the log", "player 2"), true},
		{leak("secrets/leak", "f", "the legal commands", "player 1"), false},
		{leak("secrets/leak", "g", "the log", "player 1"), false},
		{leak("script/runtime", "f", "the log", "player 1"), false},
	} {
		if same(a, c.b) != c.want {
			t.Errorf("%v is the same: %t", c.b, !c.want)
		}
	}
}

// TestUnequalWorkIsMeasured checks the amount of work from which two worlds are
// compared.
func TestUnequalWorkIsMeasured(t *testing.T) {
	for _, c := range []struct {
		a, b int64
		want float64
	}{{19, 1, 0}, {20, 1, 20}, {1, 20, 20}, {40, 20, 2}, {20, 0, 20}, {0, 30, 30}, {20, 20, 1}, {0, 0, 0}} {
		x := &trial{}
		if x.recordWork(c.a, c.b); x.count.Uneven != c.want {
			t.Errorf("%d and %d: %v, want %v", c.a, c.b, x.count.Uneven, c.want)
		}
	}
	x := &trial{}
	x.recordWork(60, 20)
	x.recordWork(40, 20)
	if x.count.Uneven != 3 {
		t.Errorf("the most is %v", x.count.Uneven)
	}
}
