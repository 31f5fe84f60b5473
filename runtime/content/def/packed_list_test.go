package def

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// author writes random values at the places where they belong.
type author struct {
	*rand.Rand
	line, column int32
}

func (a *author) spot(in *Node, index int) Position {
	if a.IntN(3) == 0 {
		a.line, a.column = a.line+a.Int32N(3), 0
	}
	a.column += 1 + a.Int32N(200)
	return Position{In: in, Index: int32(index), Line: a.line, Column: a.column, Length: a.Int32N(300)}
}

var authored = []string{"", "x", "gold", "höher", strings.Repeat("long ", 60), "3"}

func (a *author) value(in *Node, index, depth int) *Node {
	n := newNode(a.spot(in, index))
	kind := Type(a.IntN(6))
	if depth == 0 {
		kind = Type(a.IntN(4))
	}
	switch kind {
	case Bool:
		n.SetBool(a.IntN(2) == 0)
	case Number:
		numbers := []float64{0, 1, 300, -1, 0.1, 1e300, math.Copysign(0, -1), math.Inf(1), 1 << 32, 1<<32 - 1}
		n.SetNumber(numbers[a.IntN(len(numbers))])
	case Text:
		text := authored[a.IntN(len(authored))]
		offsets := [][2]int32{{n.Line() - 1, n.Column() - 1}, {n.Line() - 1, n.Column()}, {n.Line(), 4}, {-1, -3}}
		at := offsets[a.IntN(len(offsets))]
		n.SetText(text, at[0], at[1])
		if a.IntN(2) == 0 {
			n.SetLength(len(text))
		}
	case List:
		n.SetItems(a.list(n, depth-1))
	case Map:
		fields := make([]Field, a.IntN(5))
		for i := range fields {
			key := fmt.Sprint("key", i)
			s := a.spot(n, i)
			if a.IntN(2) == 0 {
				s.Length = int32(len(key))
			}
			fields[i] = NewField(key, s, a.value(n, i, depth-1))
		}
		n.SetFields(fields)
	}
	return n
}

func (a *author) list(in *Node, depth int) []*Node {
	items := make([]*Node, a.IntN(5))
	for i := range items {
		items[i] = a.value(in, i, depth)
	}
	return items
}

// described writes everything that is known of values.
func described(all []*Node) string {
	var b strings.Builder
	var write func(n *Node)
	write = func(n *Node) {
		fmt.Fprintf(&b, "%v %+v %q %d %d %b %v %d\n", n.Type(), n.Place(), n.Text(), n.TextLine(), n.TextColumn(), math.Float64bits(n.Number()), n.Bool(), n.Position().Index)
		for _, f := range n.Fields() {
			fmt.Fprintf(&b, "%q %+v %d\n", f.Key, f.KeyPlace(), f.KeyPosition().Index)
			write(f.Value)
		}
		for _, item := range n.Items() {
			write(item)
		}
	}
	for _, n := range all {
		write(n)
	}
	return b.String()
}

// TestPackedListsStayTheSame checks that a packed list has the same values at the same
// places as before, whether or not their memory is used again.
func TestPackedListsStayTheSame(t *testing.T) {
	var reused Unpacker
	a := &author{Rand: rand.New(rand.NewPCG(1, 2))}
	for round := range 2000 {
		a.line, a.column = 1+a.Int32N(5000), 0
		root := newNode(Position{In: InFile("a.yaml"), Line: a.line, Column: 1})
		tests := newNode(a.spot(root, 0))
		tests.SetItems(a.list(tests, 4))
		root.SetFields([]Field{NewField("tests", a.spot(root, 0), tests)})
		want := described(tests.Items())
		if !tests.Pack() {
			t.Fatalf("round %d: the list cannot be packed:\n%s", round, want)
		}
		if tests.Type() != List || tests.Text() != "" || tests.Fields() != nil {
			t.Fatalf("round %d: the list has become a %v", round, tests.Type())
		}
		for _, got := range [][]*Node{tests.Items(), reused.All(root, "tests"), tests.Items()} {
			if d := described(got); d != want {
				t.Fatalf("round %d: the values are\n%s\nand were\n%s", round, d, want)
			}
		}
		if strings.Contains(want, "gold") && !tests.MayContain("gold") {
			t.Fatalf("round %d: a text is said to be missing from\n%s", round, want)
		}
	}
}

// TestOnlyWrittenListsArePacked checks that a list stays as it is if a value or key in it
// is not where it was written, or if it is no list, and that one without a text is known
// to be.
func TestOnlyWrittenListsArePacked(t *testing.T) {
	at := func(in *Node, index int32) Position { return Position{In: in, Index: index, Line: 1, Column: 1} }
	list := func(values func(in *Node) []*Node) *Node {
		n := newNode(at(InFile("a.yaml"), 0))
		n.SetItems(values(n))
		return n
	}
	other := newNode(at(nil, 0))
	mapping := func(in, keyIn *Node, index int32) []*Node {
		m := newNode(at(in, 0))
		if keyIn == nil {
			keyIn = m
		}
		m.SetFields([]Field{NewField("k", at(keyIn, index), newNode(at(m, 0)))})
		return []*Node{m}
	}
	for name, x := range map[string]struct {
		list *Node
		want bool
	}{
		"as written":             {list(func(in *Node) []*Node { return mapping(in, nil, 0) }), true},
		"a value from elsewhere": {list(func(in *Node) []*Node { return []*Node{newNode(at(other, 0))} }), false},
		"in another order":       {list(func(in *Node) []*Node { return []*Node{newNode(at(in, 1))} }), false},
		"a key from elsewhere":   {list(func(in *Node) []*Node { return mapping(in, other, 0) }), false},
		"another order of keys":  {list(func(in *Node) []*Node { return mapping(in, nil, 1) }), false},
		"a text":                 {NewText(at(nil, 0), "x"), false},
	} {
		if got := x.list.Pack(); got != x.want {
			t.Errorf("%s: packed is %v, want %v", name, got, x.want)
		}
	}
	packed := list(func(in *Node) []*Node { return []*Node{NewText(at(in, 0), "gold")} })
	if !packed.MayContain("silver") {
		t.Error("a list that is not packed is said to lack a text")
	}
	if packed.Pack(); packed.Pack() || packed.MayContain("silver") || !packed.MayContain("gold") {
		t.Error("a packed list is packed again, or has other texts")
	}
	if nowhere := (*Node)(nil); nowhere.MayContain("gold") {
		t.Error("nothing has a text")
	}
}
