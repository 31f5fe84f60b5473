package contenttest

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// CheckNames checks the names in tests without running the tests: keys, variables,
// zones, views, phases, actions, items and expressions. The list is sorted. Run
// reports problems that show only in a running game.
func CheckNames(c *rules.Content) diag.List {
	return diag.Guard("checking the names in tests", func() diag.List { return checkNames(c) })
}

func checkNames(c *rules.Content) diag.List {
	w := &worker{content: c}
	var problems diag.List
	known := map[*rules.Game]*gameNames{}
	var all []*nameChecker
	for _, d := range c.Catalog.All() {
		if d.Data.Get("tests") == nil || c.DefinitionBlocked(d) {
			continue
		}
		game := w.gameOf(d)
		if game == nil {
			continue
		}
		if known[game] == nil {
			known[game] = namesOf(game)
		}
		known[game].tested = append(known[game].tested, d)
		all = append(all, &nameChecker{game: game, layout: game.Table(game.MinPlayers).Layout, of: d, gameNames: known[game]})
	}
	var unpack def.Unpacker
	for _, l := range all {
		for _, t := range unpack.All(l.of.Data, "tests") {
			l.test(t)
		}
		problems = append(problems, l.problems...)
	}
	problems = mergeSame(problems)
	problems.Sort()
	return problems
}

// fewTests is the maximum number of tests that are each reported for the same cause.
// Beyond it, the cause itself is probably wrong and is reported once.
const fewTests = 3

// mergeSame replaces many problems of tests with one declaration or name by the first
// of them. Problems with a fix stay, so that all are fixed at once.
func mergeSame(problems diag.List) diag.List {
	about := func(d diag.Diagnostic) string {
		if len(d.Notes) > 0 {
			return d.Code + d.Notes[0].Place.String()
		}
		what, _, _ := strings.Cut(d.Message.String(), ", not ")
		return d.Code + what
	}
	count := map[string]int{}
	for _, d := range problems {
		count[about(d)]++
	}
	seen := map[string]bool{}
	var out diag.List
	for _, d := range problems {
		key := about(d)
		switch n := count[key]; {
		case n <= fewTests || len(d.Edits) > 0:
			out = append(out, d)
		case seen[key]:
		default:
			out = append(out, d.WithNote(d.Place, "%d other places in tests have this problem too", n-1))
		}
		seen[key] = true
	}
	return out
}

// idsOf lists the ids of all definitions that a game can see, in order.
func idsOf(g *rules.Game) []string {
	var ids []string
	for _, d := range g.Catalog().All() {
		ids = append(ids, d.ID)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func namesOf(g *rules.Game) *gameNames {
	n := &gameNames{sound: map[string]bool{}, inZones: map[string][]string{}, ids: idsOf(g), faces: g.FaceNames(), zones: g.ZoneNames(), variables: g.VariableNames()}
	n.given = slices.Concat(n.variables, n.zones, reserved[:])
	n.expected = slices.Concat(n.variables, n.zones, expectations[:])
	for _, v := range g.Views {
		n.expected = append(n.expected, v.Name)
	}
	n.commands = slices.Concat(g.CommandNames(), words())
	return n
}

// gameNames holds the names that the tests of all of a game's definitions may
// use.
type gameNames struct {
	ids                     []string // sorted
	faces, zones, variables []string
	given, expected         []string            // keys of these parts of a test
	commands                []string            // first words of lines
	draws                   *rules.Draws        // once a test needs them
	inZones                 map[string][]string // by zone, see propertiesIn
	// tested are the definitions with tests. wordsFound holds those of the words to
	// which they rig streams that rules.Game.FindWords finds; it is computed on first
	// use.
	tested     []*def.Definition
	wordsFound map[string]bool
	// sound holds the expressions in which nothing was found: many tests have the
	// same ones.
	sound map[string]bool
}

// nameChecker checks the tests of one definition.
type nameChecker struct {
	*gameNames
	game     *rules.Game
	layout   *state.Layout
	of       *def.Definition
	problems diag.List
	// open means that an earlier command of the test may have left a choice open, so
	// that a line may be an option.
	open bool
	// varied means that the test has parameters or players of its own, on which the
	// bounds of variables may depend.
	varied bool
}

func (c *nameChecker) known(id string) bool {
	_, found := slices.BinarySearch(c.ids, id)
	return found
}

func (c *nameChecker) report(d *diag.Diagnostic) {
	if d != nil {
		c.problems = append(c.problems, *d)
	}
}

func (c *nameChecker) test(n *def.Node) {
	c.varied = n.Get("given").Get("params") != nil || n.Get("given").Get("players") != nil
	if !slices.ContainsFunc(slices.Concat(n.All("steps"), []*def.Node{n}), func(s *def.Node) bool { return s.Get("expect") != nil }) {
		p := diag.New("content/doubt", n.Place(), "this test expects nothing, so it fails only if a command is refused").
			WithHint("add what is expected: expect: {VARIABLE: VALUE, ZONE: [ITEMS]}")
		c.report(&p)
	}
	c.given(n, n.Get("given"))
	c.open = false
	c.step(n)
	for _, s := range n.All("steps") {
		c.step(s)
	}
}

func (c *nameChecker) step(n *def.Node) {
	for _, command := range n.All("do") {
		c.command(command)
	}
	c.expect(n.Get("expect"))
}

func (c *nameChecker) given(t, n *def.Node) {
	if n == nil {
		return
	}
	for _, f := range n.Fields() {
		name, _, _ := strings.Cut(f.Key, "@")
		switch {
		case f.Key == "phase":
			c.phase(f.Value)
		case f.Key == "rig":
			c.rig(t, f.Value)
			c.nothingRigged(f.Value)
		case f.Key == "params":
			for _, param := range f.Value.Fields() {
				_, problem := findParam(c.game.Catalog(), param, c.of, c.game.Definition)
				c.report(problem)
			}
		case slices.Contains(reserved[:], name):
		case !slices.Contains(c.gameNames.given, name):
			c.report(unknown(f.KeyPlace(), "variable or zone", name, c.gameNames.given))
		case slices.Contains(c.zones, name):
			c.items(name, f.Value)
			c.givenProperties(name, f.Value)
			c.contents(name, f.Value)
		default:
			c.variable(name, f.Value)
			c.clamped(name, f.Value, false)
		}
	}
}

// items checks what a test puts into a zone, or expects there: a word must be a
// face, or the id of something that the zone takes.
func (c *nameChecker) items(zone string, n *def.Node) {
	for _, item := range items(n) {
		id := item
		if is := item.Get("is"); is != nil {
			id = is
		}
		if id != item && (id.Type() == def.List || id.Type() == def.Map) {
			p := invalid(id.Place(), "is: needs one id or face, not %s", id.Type())
			if len(id.Items()) == 1 {
				*p = p.WithHint("write it without brackets: is: %s", show(id.Items()[0]))
			}
			c.report(p)
			continue
		}
		switch {
		case id.Type() != def.Text || c.shows(zone, id.Text()):
		case !c.known(id.Text()) && !slices.Contains(c.faces, id.Text()):
			c.report(hintItem(unknown(id.Place(), "definition or face", id.Text(), slices.Concat(c.faces, c.ids)), id.Text()))
		default:
			kinds := c.kindsIn(zone)
			if !slices.ContainsFunc(kinds, func(kind string) bool { return c.has(kind, id.Text()) }) {
				c.report(unknown(id.Place(), "definition for zone "+zone, id.Text(), c.game.IDs(kinds...)))
			}
		}
	}
}

// hintItem adds to an unknown id what was probably meant.
func hintItem(d *diag.Diagnostic, word string) *diag.Diagnostic {
	switch {
	case strings.ContainsAny(word, "[]"):
		*d = d.WithHint("is a bracket missing? write a list: [%s]", strings.Trim(word, "[], "))
	case !d.Hint.IsZero():
	case strings.Contains(word, " "):
		*d = d.WithHint("is a comma missing? write a list: [%s]", strings.Join(strings.FieldsFunc(word, func(r rune) bool { return strings.ContainsRune(" ,[]", r) }), ", "))
	default:
		*d = d.WithHint("write an id, a face or a number")
	}
	return d
}

// has reports whether the game sees a definition of a kind.
func (c *nameChecker) has(kind, id string) bool {
	_, ok := c.game.Catalog().Get(kind + "/" + id)
	return ok
}

// kindsIn lists the kinds that a zone takes.
func (c *nameChecker) kindsIn(zone string) []string {
	i := slices.IndexFunc(c.layout.Zones, func(z state.ZoneDecl) bool { return z.Name == zone })
	return c.layout.Zones[i].Kinds
}

func (c *nameChecker) phase(n *def.Node) {
	if c.game.Phase(n.Text()) != nil {
		return
	}
	var known []string
	for _, p := range c.game.Phases {
		known = append(known, p.Name)
	}
	c.report(unknown(n.Place(), "phase", n.Text(), known))
}

// words lists the words that a line of a test may begin with besides an action.
func words() []string {
	return slices.Concat(steps[:], []string{"use", rules.Answer, "lua", "bot"}, session.DebugCommands[:], historyWords[:])
}

// command checks the first words of a line. The targets after them depend on
// the situation and are not checked.
func (c *nameChecker) command(n *def.Node) {
	open := c.open
	c.open = true
	if n.Type() != def.Text {
		c.commandMapping(n)
		return
	}
	c.severalCommands(n)
	line, own := strings.CutPrefix(strings.TrimSpace(n.Text()), ":")
	first, rest, _ := strings.Cut(line, " ")
	if strings.HasPrefix(first, "@") { // the player who gives the command
		first, rest, _ = strings.Cut(strings.TrimSpace(rest), " ")
	}
	if first == "begin" {
		first, rest, _ = strings.Cut(strings.TrimSpace(rest), " ")
	}
	known := c.commands
	switch reason := replOnlyReason(first); {
	case slices.Contains(known, first):
		if item, _, _ := strings.Cut(strings.TrimSpace(rest), " "); first == "use" {
			c.item(n.Place(), item)
		}
	case reason != "":
		c.report(invalid(n.Place(), "%q cannot be done in a test: %s", first, reason))
	case !own && c.isLua(n.Text(), first):
	case open && !misspelt(first, known): // an option of a choice
	default:
		c.report(unknown(n.Place(), "action", first, known))
	}
}

// misspelt reports whether a word is probably one of the known ones.
func misspelt(word string, known []string) bool {
	_, ok := diag.Nearest(word, known)
	return ok
}

// isLua reports whether a line is Lua rather than a misspelt command.
func (c *nameChecker) isLua(line, word string) bool {
	_, problem := c.game.Compile(line)
	return problem == nil || !isProse(line, word, problem)
}

// item checks the name of a thing to use: an id, optionally numbered. Labels,
// such as d2, are known only in play and are not checked.
func (c *nameChecker) item(at diag.Place, word string) {
	id, _, _ := strings.Cut(word, "#")
	if c.known(id) || strings.TrimLeft(id, "abcdefghijklmnopqrstuvwxyz") != "" {
		return
	}
	c.report(unknown(at, "item to use called", id, c.ids))
}

func (c *nameChecker) commandMapping(n *def.Node) {
	if n.Get("action") == nil && n.Get("use") == nil {
		c.report(invalid(n.Place(), "a command names either use: ITEM or action: NAME"))
	}
	if action := n.Get("action"); action != nil && !slices.Contains(c.game.ActionNames(), action.Text()) {
		c.report(unknown(action.Place(), "action", action.Text(), c.game.ActionNames()))
	}
	if use := n.Get("use"); use != nil {
		c.item(use.Place(), use.Text())
	}
	c.positions(n)
}

func (c *nameChecker) expect(n *def.Node) {
	if n == nil {
		return
	}
	known := c.expected
	for _, f := range n.Fields() {
		name, _, _ := strings.Cut(f.Key, "@")
		switch {
		case !slices.Contains(known, name):
			c.report(unknown(f.KeyPlace(), "variable, zone or view", name, known))
		case name == "phase":
			c.phase(f.Value)
		case name == "seen_by":
			c.seenBy(f.Value, known)
		case name == "that":
			for _, item := range items(f.Value) {
				c.expression(item)
			}
		case name == "events":
			c.events(f.Value)
		case slices.Contains(expectations[:], name):
		case slices.Contains(c.zones, name):
			c.items(name, f.Value)
			c.expectedProperties(name, f.Value)
			c.contents(name, f.Value)
		default:
			c.variable(name, f.Value)
			c.clamped(name, f.Value, true)
		}
	}
}

// expression checks an expression that has to be true.
func (c *nameChecker) expression(n *def.Node) {
	if n.Type() == def.Text && c.sound[n.Text()] {
		return
	}
	problems := c.game.Inspect(n)
	c.sound[n.Text()] = len(problems) == 0
	c.problems = append(c.problems, problems...)
}

// seenBy checks the names of what players see.
func (c *nameChecker) seenBy(n *def.Node, known []string) {
	for _, player := range n.Fields() {
		for _, f := range player.Value.Fields() {
			if name, _, _ := strings.Cut(f.Key, "@"); !slices.Contains(known, name) && !slices.Contains(seatKeys[:], name) {
				c.report(unknown(f.KeyPlace(), "variable, zone or view", name, slices.Concat(known, seatKeys[:])))
			}
		}
	}
}
