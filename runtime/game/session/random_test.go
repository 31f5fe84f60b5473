package session_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"

	"sleight/runtime/content/load"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// TestRandomGames plays games at random. After each command it records the
// result, what every seat may do and know, the worlds that it may imagine, and
// the results of names, bots and saves for the position, and compares digests
// of these with a golden file; run it with -v on both sides to see differences.
func TestRandomGames(t *testing.T) {
	catalog, problems := load.NewLoader(load.Root{FS: os.DirFS("testdata/fair")}).Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	fair, problems := rules.Build(catalog, nil)
	if fair == nil {
		t.Fatal(problems)
	}
	open := strings.NewReplacer("use: {secret: true, ", "use: {", "use: {secret: opened, ", "use: {", "unordered: true", "unordered: false").Replace(bazaar.Motley)
	for i, g := range []struct {
		name, id string
		content  *rules.Content
		players  int
		games    int
		later    []*rules.Content
	}{
		{"fair", "fair", fair, 0, 2, nil},
		{"bazaar", bazaar.ID, bazaar.Build(t, bazaar.Tree(t)), 3, 2, nil},
		{"motley", "auction", bazaar.Written(t, "auction", bazaar.Motley), 2, 2, changed(t, "auction", bazaar.Motley,
			[]string{"Not a ruby", "Never", "mark + 3", "mark + 2"},
			[]string{"mark:", "tick:", "vars.mark", "vars.tick", "{kind: relic, id: lamp, name: Lamp}\n---\n", "", "idol, lamp", "idol", "[lamp]", "[idol]"})},
		{"open", "auction", bazaar.Written(t, "auction", open), 2, 1, nil},
		{"guesses", "guesses", bazaar.Written(t, "guesses", guesses), 2, 2, changed(t, "guesses", guesses,
			[]string{"n * 2", "n * 3"},
			[]string{"max: 5, visible: none", "max: 4, visible: none", "one_of: [calm, wild, sad]", "one_of: [calm, wild]", `"sad"`, `"calm"`, "tip:", "hint:", "vars.tip", "vars.hint"},
			[]string{"dreams", "sleep", "bets:", "stakes:", `"bets"`, `"stakes"`, "resolve_bets", "resolve_stakes", "'bets'", "'stakes'"})},
		{"parley", "parley", bazaar.Written(t, "parley", parley), 3, 3, changed(t, "parley", parley,
			[]string{"vars.mana + 2", "vars.mana + 1"},
			[]string{"  wound:", "  scar:", "counter, wound]", "counter, scar]", "closed_wound", "closed_scar", "hp: {start: 9", "life: {start: 9", "vars.hp", "vars.life", `"hp"`, `"life"`},
			[]string{"{min: 3, max: 3}", "{min: 2, max: 2}"})},
		{"tiny", "tiny", build(t, tiny), 0, 2, []*rules.Content{
			build(t, edited(t, "content/tiny/game.yaml", "Which die?", "Whose?", "dice: {of: die, label: d, start: [{d6: 3}]", "dice: {of: die, label: g, start: [{d6: 4}]")),
			build(t, edited(t, "content/tiny/game.yaml", "swap, lone", "lone")),
		}},
	} {
		if testing.Short() {
			g.games = 1
		}
		for seed := range uint64(g.games) {
			name := fmt.Sprintf("%s-%d", g.name, seed)
			t.Run(name, func(t *testing.T) {
				var lines []string
				x := wanderer{transcriber{t: t, content: g.content}, random.New(seed, "wander"), g.later}
				if x.Session, x.problem = session.New(g.content, g.id, session.Options{Seed: seed, Players: g.players}); x.problem != nil {
					t.Fatal(x.problem)
				}
				x.Trace(&x.tracer)
				if seed == 0 && (!testing.Short() || i%3 == 0) {
					x.elsewhere()
					lines = append(lines, x.out.String())
					x.out.Reset()
				}
				steps := 16
				if testing.Short() {
					steps = 5 // one of each sort, and two more
				}
				for range steps {
					line, goesOn := x.step()
					if !goesOn {
						break
					}
					lines = append(lines, line+"\n")
				}
				golden.CheckParts(t, "testdata/random/"+name+".golden", lines)
			})
		}
	}
}

// changed builds content from one file with replacements: pairs of old and new
// text for each content.
func changed(t *testing.T, pack, text string, edits ...[]string) (out []*rules.Content) {
	t.Helper()
	for _, pairs := range edits {
		out = append(out, bazaar.Written(t, pack, strings.NewReplacer(pairs...).Replace(text)))
	}
	return out
}

// guesses is a game with values of every type that some player does not know,
// with and without bounds, also in a simultaneous phase.
const guesses = `
kind: game
id: guesses
players: {min: 2, max: 3}
variables:
  bid: {start: 0, min: 0, per: player, visible: owner}
  tip: {start: 2, per: player, visible: owner}
  dust: {start: 0.5, whole: false, min: 0, max: 2, per: player, visible: owner}
  mood: {start: calm, one_of: [calm, wild, sad], per: player, visible: owner}
  ready: {start: false, per: player, visible: owner}
  note: {start: "", per: player, visible: owner}
  goal: {start: 3, min: 1, max: 5, visible: none}
  gold: {start: 7, min: 0, per: player}
zones:
  hand: {of: card, label: h, per: player, visible: owner, start: [ace, king]}
  heap: {of: card, label: p, visible: none, start: [{ace: 2}, king]}
  stack: {of: card, label: s, visible: none, unordered: true, start: [{king: 2}, ace]}
  table: {of: card, label: t}
properties:
  card: {might: {start: 1, min: 0, max: 3, visible: owner}, bent: {start: false, visible: none}, mark: {start: plain, one_of: [plain, star], visible: owner}}
events: {told: {}}
actions:
  bid: {secret: told, cost: {gold: 1}, targets: [{name: n, from: "range(0, vars.gold)"}]}
  play: {targets: [{name: card, from: hand, secret: true}]}
  lay: {targets: [{name: card, from: hand}, {name: how, from: [up, down], labels: {up: Face up}}]}
  dream: {}
  tell: {}
phases:
  bets: {together: vars.gold > 0, actions: [bid, play, dream]}
  moves: {actions: [lay, tell, play]}
heuristic: vars.gold + vars.bid
lua: |
  return {
    do_bid = function(_, n) vars.bid = n vars.tip = n * 2 vars.ready = true vars.mood = n > 2 and "wild" or "sad" end,
    do_play = function(_, card) card.might = card.might + 1 card.bent = true card.mark = "star" move_to(card, "heap") vars.note = card.name if phase() == "moves" then set_player(player() % players() + 1) end end,
    do_lay = function(_, card, how) card.face_up = how == "up" move_to(card, "table") vars.dust = 1.5 emit("told") if count("table") > 3 then enter_phase("bets") else set_player(player() % players() + 1) end end,
    do_dream = function() draw("stack", "hand") shuffle("heap", "dreams") end,
    do_tell = function() emit("told") draw("heap", "hand") set_player(player() % players() + 1) end,
    resolve_bets = function() emit("told") for p = 1, players() do set_var_of(p, "gold", math.max(0, var_of(p, "gold") - 1)) end enter_phase("moves") end,
  }
---
{kind: card, id: ace, name: Ace}
---
{kind: card, id: king, name: King}
---
{kind: bot, id: meek, lua: "return { choose = function() return phase() == 'bets' and 'dream' or 'tell' end }"}
`

// wanderer plays at random.
type wanderer struct {
	transcriber
	luck  random.Stream
	later []*rules.Content // the contents that the game may switch to
}

// part is something that a step writes.
type part struct {
	name  string
	write func()
}

// step runs a random command, and returns it with digests of its consequences.
func (x *wanderer) step() (line string, goesOn bool) {
	if x.Over() {
		return "", false
	}
	player := x.Player()
	if waiting := x.Waiting(); len(waiting) > 0 && x.State().Pending() == nil {
		player = waiting[x.luck.Below(uint64(len(waiting)))]
	}
	c, ok, problem := x.SampleAs(player, &x.luck)
	if problem != nil || !ok {
		return "", false
	}
	line = fmt.Sprintf("%d: player %d does %s:", x.Turn()+1, player, x.Format(c))
	parts := []part{
		{"result", func() { x.result(x.Do(c)) }},
		{"state", x.state},
		{"seats", x.seats},
		{"worlds", x.worlds},
		{"choices", x.choices},
		{"names", x.names},
		{"history", x.history},
	}
	switch x.Turn() % 3 { // these take longer
	case 0:
		parts = append([]part{{"watched", func() { x.watched(c) }}}, append(parts, part{"travels", x.travels})...)
	case 1:
		parts = append([]part{{"secrets", func() { x.secrets(c) }}}, append(parts, part{"arranged", x.arranged})...)
	case 2:
		parts = append([]part{{"texts", x.texts}}, append(parts, part{"swapped", x.swapped})...)
	}
	return line + x.digest(parts...), true
}

// digest writes parts, and returns digests of them.
func (x *wanderer) digest(parts ...part) (line string) {
	for _, part := range parts {
		part.write()
		sum := sha256.Sum256([]byte(x.out.String()))
		line += fmt.Sprintf(" %s %x", part.name, sum[:3])
		if testing.Verbose() {
			x.t.Logf("%s %s\n%s", line, part.name, x.out.String())
		}
		x.out.Reset()
	}
	return line
}

// seats writes what every player may do and know.
func (x *wanderer) seats() {
	for player := 1; player <= x.Players(); player++ {
		x.printf("%d: may act %v, waiting %v, %s\n", player, x.MayAct(player), x.Waiting(), x.SituationOf(player))
		x.As(player, func() {
			x.choice()
			x.offers()
			commands, problem := x.Legal(0)
			x.fault(problem)
			for _, c := range commands[:min(len(commands), 40)] {
				x.printf("  %s%s\n", x.Format(c), warned(&x.transcriber, c))
			}
		})
		layout := x.State().Layout
		for slot := range layout.ZoneSlots() {
			x.printf("  zone %d: hidden %v, %d shown\n", slot, x.HiddenFrom(slot, player), len(x.ListedFor(slot, player)))
			for _, id := range x.State().Zone(slot) {
				x.printf("    %v", x.ConcealedFrom(id, player))
				for i := range x.State().Prototype(id).Kind.Props {
					x.printf(" %v", x.KnowsProp(x.State().Prototype(id).Kind, i, slot, player))
				}
			}
		}
		for slot := range layout.VarSlots() {
			x.printf(" %v", x.KnowsVar(slot, player))
		}
	}
}

// worlds writes worlds that every player, and a watcher, may imagine.
func (x *wanderer) worlds() {
	for player := range x.Players() + 1 {
		luck := random.New(uint64(player), "worlds")
		for range 2 {
			twin := x.Clone(nil)
			twin.Resample(player, &luck)
			y := x.on(twin)
			y.printf("%s\n", twin.Hash())
			y.variables()
			zones(&y.out, twin)
			x.out.WriteString(y.out.String())
		}
	}
	luck := random.New(9, "imagine")
	fork := x.Fork(nil)
	_, problem := fork.Imagine(&luck)
	x.fault(problem)
	x.printf("%s\n", fork.Hash())
	zones(&x.out, fork)
}

func (x *wanderer) variables() {
	for slot := range x.State().Layout.VarSlots() {
		x.printf(" %s", x.State().Var(slot))
	}
	for slot := range x.State().Layout.ZoneSlots() {
		for _, id := range x.State().Zone(slot) {
			for i := range x.State().Prototype(id).Kind.Props {
				x.printf(" %s", x.State().Prop(id, i))
			}
		}
	}
	x.printf("\n")
}

// choices completes every offered command step by step, in a copy, and asks the
// bots.
func (x *wanderer) choices() {
	offers, _ := x.Offers()
	for _, o := range offers {
		fork := x.on(x.Fork(nil))
		fork.result(fork.Begin(o.Command))
		for range 4 {
			fork.choice()
			fork.printf("choosing %v\n", fork.ChoiceStarted())
			options := fork.Choice().Options
			if !fork.ChoiceStarted() || len(options) == 0 {
				break
			}
			fork.result(fork.Pick(options[fork.luck.Below(uint64(len(options)))].Label))
		}
		x.out.WriteString(fork.out.String())
	}
	for _, bot := range x.Game().StandaloneIDs("bot") {
		luck := random.New(3, "bot")
		c, problem := x.Advice("bot/"+bot, &luck)
		x.fault(problem)
		if problem == nil {
			x.printf("%s: %s\n", bot, x.Format(c))
		}
	}
	x.fault(x.Fork(nil).Examine())
}

// names writes how the prompt and scripts refer to everything.
func (x *wanderer) names() {
	for slot := range x.State().Layout.ZoneSlots() {
		for _, id := range x.State().Zone(slot) {
			label := x.Label(id)
			found, ok := x.Find(label)
			byID, known := x.Find(x.Definition(id).ID)
			x.printf("%s: %s, found %v, by its id %v %v\n", label, x.Expression(id), ok && found == id, known, known && byID == id)
		}
	}
	for _, text := range []string{"", "x", "use", "use x", "use h1", "@2 x", "bid", "bid 9", "lay h1", "lay h1 x", "play h9", "spread 1 1", "1", "\"Ace\"", "pass", "ace king"} {
		r := x.Fork(nil).Run(text)
		x.printf("%s: %v\n", text, r.Refusal)
		x.fault(r.Problem)
	}
}

// history saves and loads the game, and undoes and redoes the last command.
func (x *wanderer) history() {
	trace, hash := &x.tracer, x.Hash()
	undo, redo := x.History()
	x.printf("%d %d %v\n", undo, redo, x.Commands())
	if undo > 0 {
		x.printf("%d undone", x.Undo(1))
		x.where()
		x.printf("%d redone", x.Redo(1))
	}
	if x.Hash() != hash {
		x.t.Errorf("after undoing and redoing %q the game is another", x.Commands()[len(x.Commands())-1])
	}
	x.load()
	x.Trace(trace)
}
