package repl

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/game/state"
)

// lua runs a statement as a command, so that it is logged and can be undone.
func (r *REPL) lua(format string, args ...any) {
	r.meddling = true
	r.play("lua " + fmt.Sprintf(format, args...))
	r.meddling = false
}

// expression returns the Lua expression for an entity in a zone.
func (r *REPL) expression(id state.ID) string {
	s := r.session.State()
	return fmt.Sprintf("at(%q, %d)", r.zoneWord(s.ZoneOf(id)), s.Index(id)+1)
}

var number = regexp.MustCompile(`^-?[0-9]{1,17}(\.[0-9]{1,17})?$`)

// literal converts typed text to a Lua value: a number, a boolean, an entity
// where one is expected, otherwise a string.
func (r *REPL) literal(word string, want state.Type) string {
	if number.MatchString(word) && want != state.Text {
		return word
	}
	if want != state.Text && (word == "true" || word == "false" || word == "nil") {
		return word
	}
	if id, ok := r.session.Find(word); ok && want == state.Ref {
		return r.expression(id)
	}
	if text, err := strconv.Unquote(word); err == nil {
		word = text
	}
	return luaText(word)
}

// luaText quotes a text for Lua, whose byte escapes are decimal.
func luaText(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range []byte(text) {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c == 0x7f:
			fmt.Fprintf(&b, "\\%03d", c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func (r *REPL) set(args string) {
	end := strings.IndexAny(args, " =")
	if end < 0 {
		end = len(args)
	}
	name, word := args[:end], strings.TrimLeft(args[end:], " =")
	if name == "" || word == "" {
		r.refuse("Say what and to which value: set NAME VALUE, or set ENTITY.NAME VALUE.")
		return
	}
	label, property, dotted := strings.Cut(name, ".")
	if dotted && label == "vars" {
		name, dotted = property, false
	}
	if !dotted {
		r.setVariable(name, word)
		return
	}
	id, ok := r.find(label)
	if !ok {
		return
	}
	kind := r.session.State().Prototype(id).Kind
	i, ok := kind.Prop(property)
	if !ok {
		var known []string
		for _, p := range kind.Props {
			known = append(known, p.Name)
		}
		r.unknownName("property of a "+kind.Name, property, known)
		return
	}
	r.lua("set(%s, %q, %s)", r.expression(id), property, r.literal(word, kind.Props[i].Type))
}

func (r *REPL) setVariable(name, word string) {
	slot, ok := r.session.Variable(name)
	if !ok {
		r.unknownName("variable", name, r.session.Game().VariableNames())
		return
	}
	d, player := r.layout().VarDecl(slot)
	statement := fmt.Sprintf("set(vars, %q, %s)", d.Name, r.literal(word, d.Type))
	if player != 0 && player != r.session.Player() {
		statement = fmt.Sprintf("set_var_of(%d, %q, %s)", player, d.Name, r.literal(word, d.Type))
	}
	r.lua("%s", statement)
}

func (r *REPL) give(args string) {
	id, zone := cutWord(args)
	if id == "" {
		r.refuse("Say what: give KIND/ID, or give KIND/ID ZONE.")
		return
	}
	d, ok := r.catalog().Find(id)
	if ok {
		if _, kept := r.content.Catalog.Get(d.Pack + ":" + d.Key()); !kept {
			r.refuse("%s is deleted; what is in play of it stays until it is gone.", d.Key())
			return
		}
	}
	if !ok {
		var known []string
		for _, d := range r.givable() {
			known = append(known, d.ID, d.Key())
		}
		r.unknownName("definition", id, known)
		return
	}
	if zone != "" {
		if r.zone(zone) < 0 {
			r.unknownName("zone", zone, r.session.Game().ZoneNames())
			return
		}
		r.lua("add(%s, %s)", luaText(id), luaText(zone))
		return
	}
	r.lua("give(%s)", luaText(id))
}

// givable lists the definitions that some zone accepts.
func (r *REPL) givable() []*def.Definition {
	var out []*def.Definition
	for _, d := range r.catalog().All() {
		for i := range r.layout().Zones {
			if r.layout().Zones[i].Accepts(d.Kind) {
				out = append(out, d)
				break
			}
		}
	}
	return out
}

func (r *REPL) rm(word string) {
	if id, ok := r.find(word); ok {
		r.lua("remove(%s)", r.expression(id))
	}
}

func (r *REPL) die(args string) {
	verb, word, _ := strings.Cut(args, " ")
	word = strings.TrimSpace(word)
	switch {
	case word == "" || verb != "add" && verb != "rm":
		r.refuse("Say die add SIDES, die add ID, or die rm LABEL.")
	case verb == "rm":
		r.rm(word)
	default:
		if id, ok := r.dieWith(word); ok {
			r.lua("add_die(%s)", luaText(id))
		}
	}
}

// dieWith finds a die definition by its id, or by its number of sides.
func (r *REPL) dieWith(word string) (id string, ok bool) {
	var known []string
	sides, err := strconv.Atoi(strings.TrimPrefix(word, "d"))
	for _, d := range r.catalog().With(def.DieTrait) {
		if d.ID == word || err == nil && id == "" && d.Data.NumberOr("sides", 0) == float64(sides) {
			id = d.ID
		}
		if d.ID == word {
			return id, true
		}
		known = append(known, d.ID)
	}
	if id == "" {
		r.unknownName("die", word, known)
		return "", false
	}
	if slices.Contains(known, "d"+word) {
		id = "d" + word
	}
	return id, true
}
