package lint

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// dataValues finds values and keys in data: and moves:, whose form no schema
// knows, that differ from those beside them: a word or nothing in a table of
// numbers by id, a number in quotes, a key in camel case.
func dataValues(p *pass) {
	for i := range p.index.notes {
		if moves := ownPart(p.index.notes[i].of, "moves"); moves != nil {
			p.moveKeys(moves)
			p.compareValues(moves)
		}
		if data := ownPart(p.index.notes[i].of, "data"); data != nil {
			p.compareValues(data)
		}
	}
}

// ownPart returns a part of a definition that is in its own file, or nil: problems in
// what it inherits belong to the definition that has it.
func ownPart(x *def.Definition, part string) *def.Node {
	if n := x.Data.Get(part); n != nil && n.File() == x.Place.File {
		return n
	}
	return nil
}

// compareValues compares the values of a mapping or list with each other, and those
// below them.
func (p *pass) compareValues(n *def.Node) {
	values := n.Items()
	for _, f := range n.Fields() {
		values = append(values, f.Value)
		p.camelKey(f)
	}
	numbers := 0
	var other *def.Node
	for _, v := range values {
		if v.Type() == def.Number {
			numbers++
		} else {
			other = v
		}
		if v.Type() == def.Text && (v.Text() == "true" || v.Text() == "false") {
			problem := diag.New("content/doubt", v.Place(), "this is the text %q, which every condition takes for true", v.Text()).WithHint("remove the quotes").WithEdit(v.Text(), v.Text())
			problem.Edits[0].Unquote = true
			p.report(problem)
		}
		p.compareValues(v)
	}
	p.numerals(values)
	p.bracketed(n)
	p.strangeKey(n)
	if other == nil || numbers < 2 || numbers != len(values)-1 || !p.keyedByID(n) {
		return
	}
	if other.Type() == def.Null || other.Type() == def.Text && !strings.HasPrefix(other.Text(), "=") {
		p.report(diag.New("content/doubt", other.Place(), "this is %s, but the %d other values here are numbers", other.Type(), numbers).WithHint("write a number"))
	}
}

// keyedByID reports whether all keys of a mapping are ids of definitions.
func (p *pass) keyedByID(n *def.Node) bool {
	return n.Type() == def.Map && !slices.ContainsFunc(n.Fields(), func(f def.Field) bool { return !p.isID(f.Key) })
}

// numerals finds numbers in quotes beside mappings that have a number there, and
// other texts if all of these have one.
func (p *pass) numerals(rows []*def.Node) {
	beside := countKeys(nil, rows)
	for _, row := range rows {
		for _, f := range row.Fields() {
			if f.Value.Type() != def.Text || strings.HasPrefix(f.Value.Text(), "=") {
				continue
			}
			here, moves := beside[f.Key], keyUse{}
			if isMove(row) {
				moves = p.moves()[f.Key]
			}
			switch {
			case !isNumeral(f.Value.Text()):
				if n := max(here.besideOneOther(), moves.besideOneOther()); n >= minNumbers {
					p.report(diag.New("content/doubt", f.Value.Place(), "%s is a text here, but a number in %d other places", f.Key, n).WithHint("write a number, without a unit"))
				}
			case here.numbers > 0 || moves.besideOneOther() > 0:
				p.report(diag.New("content/doubt", f.Value.Place(), "%s is a text here, not a number", f.Key).WithHint("remove the quotes: %s: %s", f.Key, f.Value.Text()))
			}
		}
	}
}

// isMove reports whether a mapping is below moves.
func isMove(n *def.Node) bool {
	moves := n.Position().In.Position()
	return int(moves.Index) < len(moves.In.Fields()) && moves.In.Fields()[moves.Index].Key == "moves"
}

// minNumbers is how many numbers show that a key always has one.
const minNumbers = 3

// keyUse is how many mappings have a number for a key, and how many something else.
type keyUse struct{ numbers, others int }

// besideOneOther returns how many numbers there are if one value alone is none; otherwise 0.
func (u keyUse) besideOneOther() int {
	if u.others != 1 {
		return 0
	}
	return u.numbers
}

// countKeys adds the keys of mappings to counts.
func countKeys(counts map[string]keyUse, rows []*def.Node) map[string]keyUse {
	for _, row := range rows {
		for _, f := range row.Fields() {
			if counts == nil {
				counts = map[string]keyUse{}
			}
			u := counts[f.Key]
			if f.Value.Type() == def.Number {
				u.numbers++
			} else {
				u.others++
			}
			counts[f.Key] = u
		}
	}
	return counts
}

// moves counts the keys of all moves.
func (p *pass) moves() map[string]keyUse {
	if p.moveUses == nil {
		p.moveUses = map[string]keyUse{}
		for i := range p.index.notes {
			for _, f := range p.index.notes[i].of.Data.Each("moves") {
				countKeys(p.moveUses, []*def.Node{f.Value})
			}
		}
	}
	return p.moveUses
}

// camelKey finds keys such as inRow where scripts read in_row.
func (p *pass) camelKey(f def.Field) {
	if p.isCamel(f.Key) {
		p.report(diag.New("content/doubt", f.KeyPlace(), "scripts read %q, not %q", snake(f.Key), f.Key).WithHint("write %s", snake(f.Key)))
	}
}

// isCamel reports whether scripts read a key in snake case only.
func (p *pass) isCamel(key string) bool {
	name := snake(key)
	return len(p.index.fields[name]) > 0 && len(p.index.fields[key]) == 0 && !p.index.texts[key]
}

// engineKeys are the keys of moves that the engine reads.
var engineKeys = []string{"name", "text", "icon", "weight", "in_row", "when", "then"}

// moveKeys finds a key of a move that is probably misspelt: no script reads it, no
// text shows it, no other move has it, and another key of moves is similar.
func (p *pass) moveKeys(moves *def.Node) {
	for _, move := range moves.Fields() {
		for _, f := range move.Value.Fields() {
			if slices.Contains(engineKeys, f.Key) || len(p.index.fields[f.Key]) > 0 || p.index.texts[f.Key] || p.index.builds(f.Key) || shows(move.Value, f.Key) {
				continue
			}
			if u := p.moves()[f.Key]; u.numbers+u.others > 1 || p.isCamel(f.Key) {
				continue
			}
			known := slices.Concat(engineKeys, slices.Sorted(maps.Keys(p.moves())))
			if near, ok := diag.Nearest(f.Key, known); ok {
				p.report(diag.New("content/doubt", f.KeyPlace(), "nothing reads %q, and no other move has it", f.Key).WithHint("did you mean %q?", near))
			}
		}
	}
}

// shows reports whether a text in a mapping has a gap for a name.
func shows(n *def.Node, name string) bool {
	for _, f := range n.Fields() {
		for p := range def.Placeholders(f.Value.Text()) {
			if p.Name == name {
				return true
			}
		}
	}
	return false
}

// snake writes a name such as inRow as in_row.
func snake(name string) string {
	var out strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			out.WriteByte('_')
		}
		out.WriteRune(unicode.ToLower(r))
	}
	return out.String()
}
