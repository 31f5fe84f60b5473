package session

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/state"
)

// DebugCommands are the debug commands that DebugStatement understands.
var DebugCommands = [...]string{"set", "give", "rm", "die"}

// DebugStatement returns the Lua statement that a debug command stands for, or why
// there is none: set NAME VALUE, set ENTITY.NAME VALUE, give ID [ZONE], rm
// ENTITY, die add SIDES, die rm ENTITY.
func (s *Session) DebugStatement(command, args string) (statement, refusal string) {
	switch command {
	case "set":
		return s.setStatement(args)
	case "give":
		return s.giveStatement(args)
	case "rm":
		return s.removeStatement(args)
	case "die":
		verb, word, _ := strings.Cut(args, " ")
		word = strings.TrimSpace(word)
		switch {
		case word == "" || verb != "add" && verb != "rm":
			return "", "Say die add SIDES, die add ID, or die rm LABEL."
		case verb == "rm":
			return s.removeStatement(word)
		}
		return s.addDieStatement(word)
	}
	return "", unknownWord("command", command, DebugCommands[:])
}

// unknownWord says that a name is unknown, and suggests a similar one.
func unknownWord(what, name string, known []string) string {
	text := fmt.Sprintf("Unknown %s %q.", what, name)
	if near, ok := diag.Nearest(name, known); ok {
		text += " Did you mean " + near + "?"
	}
	return text
}

// unknownOfPlayer says that a variable or zone is unknown; for one of a player who is not in
// the game, how many players there are.
func (s *Session) unknownOfPlayer(what, name string, known []string) string {
	if base, _, found := strings.Cut(name, "@"); found && s.Players() > 1 && slices.Contains(known, base) {
		return fmt.Sprintf("Unknown %s %q. There are %d players, counted from 1.", what, name, s.Players())
	}
	return unknownWord(what, name, known)
}

func (s *Session) setStatement(args string) (statement, refusal string) {
	end := strings.IndexAny(args, " =")
	if end < 0 {
		end = len(args)
	}
	name, word := args[:end], strings.TrimLeft(args[end:], " =")
	if name == "" || word == "" {
		return "", "Say what and to which value: set NAME VALUE, or set ENTITY.NAME VALUE."
	}
	label, property, dotted := strings.Cut(name, ".")
	if dotted && label == "vars" {
		name, dotted = property, false
	}
	if !dotted {
		return s.setVariableStatement(name, word)
	}
	id, refusal := s.findDebugged(label)
	if refusal != "" {
		return "", refusal
	}
	kind := s.state.Prototype(id).Kind
	i, ok := kind.Prop(property)
	if !ok {
		var known []string
		for _, p := range kind.Props {
			known = append(known, p.Name)
		}
		return "", unknownWord("property of a "+kind.Name, property, known)
	}
	return fmt.Sprintf("set(%s, %q, %s)", s.Expression(id), property, s.literal(word, kind.Props[i].Type)), ""
}

func (s *Session) setVariableStatement(name, word string) (statement, refusal string) {
	slot, ok := s.Variable(name)
	if !ok {
		if slices.ContainsFunc(s.game.Definition.Params, func(p def.Param) bool { return p.Name == name }) {
			return "", fmt.Sprintf("%s is a parameter of the game, not a variable: change it in %s and save.", name, s.game.Definition.Place.File)
		}
		return "", s.unknownOfPlayer("variable", name, s.game.VariableNames())
	}
	d, player := s.state.Layout.VarDecl(slot)
	if player != 0 && player != s.Player() {
		return fmt.Sprintf("set_var_of(%d, %q, %s)", player, d.Name, s.literal(word, d.Type)), ""
	}
	return fmt.Sprintf("set(vars, %q, %s)", d.Name, s.literal(word, d.Type)), ""
}

func (s *Session) giveStatement(args string) (statement, refusal string) {
	id, zone, _ := strings.Cut(strings.TrimSpace(args), " ")
	zone = strings.TrimSpace(zone)
	if id == "" {
		return "", "Say what: give KIND/ID, or give KIND/ID ZONE."
	}
	if _, ok := s.game.Catalog().Find(id); !ok {
		var known []string
		for _, d := range s.Givable() {
			known = append(known, d.ID, d.Key())
		}
		return "", unknownWord("definition", id, known)
	}
	if zone == "" {
		return fmt.Sprintf("give(%s)", LuaText(id)), ""
	}
	if _, ok := s.Zone(zone); !ok {
		return "", s.unknownOfPlayer("zone", zone, s.game.ZoneNames())
	}
	return fmt.Sprintf("add(%s, %s)", LuaText(id), LuaText(zone)), ""
}

func (s *Session) removeStatement(word string) (statement, refusal string) {
	id, refusal := s.findDebugged(word)
	if refusal != "" {
		return "", refusal
	}
	return fmt.Sprintf("remove(%s)", s.Expression(id)), ""
}

// addDieStatement finds a die by its id, or by its number of sides.
func (s *Session) addDieStatement(word string) (statement, refusal string) {
	var known []string
	id := ""
	sides, err := strconv.Atoi(strings.TrimPrefix(word, "d"))
	for _, d := range s.game.Catalog().WithTrait(def.DieTrait) {
		if err == nil && sides > 0 && id == "" && d.Data.NumberOr("sides", 0) == float64(sides) {
			id = d.ID
		}
		known = append(known, d.ID)
	}
	switch {
	case slices.Contains(known, word):
		id = word
	case id == "":
		return "", unknownWord("die", word, known)
	case slices.Contains(known, "d"+word):
		id = "d" + word
	}
	return fmt.Sprintf("add_die(%s)", LuaText(id)), ""
}

// Givable lists the definitions that some zone accepts.
func (s *Session) Givable() []*def.Definition {
	var out []*def.Definition
	for _, d := range s.game.Catalog().All() {
		if slices.ContainsFunc(s.state.Layout.Zones, func(z state.ZoneDecl) bool { return z.Accepts(d.Kind) }) {
			out = append(out, d)
		}
	}
	return out
}

// findDebugged finds the entity that a debug command names.
func (s *Session) findDebugged(word string) (state.ID, string) {
	if word == "" {
		return state.None, "Say which: a label such as those that state shows, or an id."
	}
	id, ok := s.Find(word)
	if !ok {
		var known []string
		for _, id := range s.inPlay() {
			known = append(known, s.Label(id))
		}
		return state.None, unknownWord("entity in play", word, known)
	}
	return id, ""
}

// Expression returns the Lua expression for an entity in a zone.
func (s *Session) Expression(id state.ID) string {
	d, player := s.state.Layout.ZoneDecl(s.state.ZoneOf(id))
	name := d.Name
	if player != 0 && player != s.Player() {
		name += "@" + strconv.Itoa(player)
	}
	return fmt.Sprintf("at(%q, %d)", name, s.state.Index(id)+1)
}

var typedNumber = regexp.MustCompile(`^-?[0-9]{1,17}(\.[0-9]{1,17})?$`)

// literal converts typed text to a Lua value: a number, a boolean, an entity
// where one is expected, otherwise a string.
func (s *Session) literal(word string, want state.Type) string {
	if want != state.Text && (typedNumber.MatchString(word) || word == "true" || word == "false" || word == "nil") {
		return word
	}
	if id, ok := s.Find(word); ok && want == state.Ref {
		return s.Expression(id)
	}
	if text, err := strconv.Unquote(word); err == nil {
		word = text
	}
	return LuaText(word)
}

// LuaText quotes a text for Lua, whose byte escapes are decimal.
func LuaText(text string) string {
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
