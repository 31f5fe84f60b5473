package api

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/state"
	"sleight/runtime/lua"
)

// ChosenPrefix begins the name of the hook that continues with the answer to a
// question.
const ChosenPrefix = "chosen_"

// Reserved are the words that answer a question with what has been picked so
// far. No option may be one of them.
var Reserved = [...]string{"done", "skip"}

var questions = []Function{
	{
		Name: "ask", Group: "questions", Cost: "4, 2 for each option, and what the state charges for the change",
		Params: params(
			Param{Name: "name", Type: Question, Doc: "the question; the hook chosen_NAME continues with the answer"},
			Param{Name: "how", Type: Options, Doc: "the options, and how many may be picked", Fields: askFields},
		),
		Doc:     "Asks a player to choose, once the running command is done; the hook chosen_NAME of this definition, or else of the game, then receives the picks.",
		Example: `ask("discard", {from = "hand", prompt = "Discard a card."})`,
		run:     func(c *Call) { c.ask() },
	},
	{
		Name: "asking", Group: "questions", Cost: "4", Reads: true,
		Doc: "Names the question that waits for an answer.", Result: "its name, or nil", ResultType: "string?", Example: `asking() == "discard"`,
		run: func(c *Call) {
			if q := c.host.pendingQuestion(); q != nil {
				c.result(lua.Text(q.Name))
			} else {
				c.result(lua.Nil)
			}
		},
	},
	{
		Name: "choices", Group: "questions", Cost: "100, and 2 for each item", Reads: true,
		Doc: "Lists the options of the question that waits for an answer.", Result: "a list, empty without a question", ResultType: "any[]", Example: `choices()[1]`,
		run: func(c *Call) {
			var live []state.Value
			if q := c.host.pendingQuestion(); q != nil {
				live = c.host.visibleOptions(q)
			}
			c.result(c.host.newList(live))
		},
	},
}

// askFields describes the fields of the table that ask takes.
var askFields = []Param{
	{Name: "from", Type: ListOrZone, Doc: "the options: a zone, as it is when the player answers, or a list of entities, texts, numbers or definitions"},
	{Name: "prompt", Type: Text, Optional: true, Default: "the name of the question", Doc: "what to ask"},
	{Name: "count", Type: Whole, Optional: true, Default: "1", Low: 0, High: state.MaxPicks, Doc: "how many to pick exactly; the hook then gets a list"},
	{Name: "min", Type: Whole, Optional: true, Default: "0 with max", Low: 0, High: state.MaxPicks, Doc: "the smallest number of picks; the hook then gets a list"},
	{Name: "max", Type: Whole, Optional: true, Default: "all options with min", Low: 0, High: state.MaxPicks, Doc: "the largest number of picks; the hook then gets a list"},
	{Name: "skip", Type: Flag, Optional: true, Default: "false", Doc: "whether the player may pick nothing"},
	{Name: "auto", Type: Flag, Optional: true, Default: "false", Doc: "whether a question with one possible answer is answered without asking"},
	{Name: "kind", Type: Kind, Optional: true, Default: "none", Doc: "the kind of definitions that the texts in from are ids of"},
	{Name: "titles", Type: List, Optional: true, Default: "those of entities and definitions", Doc: "a title for each option of a list, in its order"},
	{Name: "ordered", Type: Flag, Optional: true, Default: "false", Doc: "whether the order of the picks matters; otherwise they come in the order of the options"},
	{Name: "repeats", Type: Flag, Optional: true, Default: "false", Doc: "whether an option may be picked more than once"},
	{Name: "blind", Type: Flag, Optional: true, Default: "false", Doc: "whether the player sees no more of the options than otherwise"},
	{Name: "secret", Type: Flag, Optional: true, Default: "false", Doc: "whether the other players do not learn the answer: they read … in the log"},
	{Name: "revealed_by", Type: Event, Optional: true, Default: "none", Doc: "the event that reveals a secret answer"},
	{Name: "player", Type: Whole, Optional: true, Default: "the acting one", Low: 1, High: 100, Doc: "who answers, counted from 1; the hook then runs on behalf of that player"},
	{Name: "with", Type: List, Optional: true, Default: "none", Doc: "further arguments for the hook, after what was picked: at most 8 numbers, texts, booleans or entities; an entity that is gone by then is nil"},
}

// pendingQuestion returns the question to be answered next, or nil.
func (h *Host) pendingQuestion() *state.Question {
	if p := h.State.Pending(); p != nil && len(p.Questions) > 0 {
		return p.Questions[0]
	}
	return nil
}

// visibleOptions returns the options of a question as the script may know them, until it is
// called again.
func (h *Host) visibleOptions(q *state.Question) []state.Value {
	h.options = h.State.AvailableOptions(q, h.options[:0])
	out := h.options
	if h.Veil != nil {
		if q.Player != h.Veil.Player {
			h.secretRead("the question that another player is asked")
		}
		if h.Veil.Report == nil {
			h.Veil.Sort(out)
		}
	}
	return out
}

// optionsTable is a table of options being read.
type optionsTable struct {
	c     *Call
	table *lua.Table
}

// fail reports a wrong field.
func (t optionsTable) fail(name, format string, args ...any) {
	t.c.host.VM.Fail(diag.New("script/arguments", diag.Place{}, t.c.f.Name+": "+name+" "+format, args...).
		WithHint("%s", t.c.f.Usage()))
}

// rejectUnknown refuses fields that the parameter does not have.
func (t optionsTable) rejectUnknown(all []Param) {
	t.table.Each(func(k, _ lua.Value) {
		name, ok := k.Text()
		if !ok || !slices.ContainsFunc(all, func(p Param) bool { return p.Name == name }) {
			var names []string
			for _, p := range all {
				names = append(names, p.Name)
			}
			t.c.host.VM.Fail(diag.New("script/unknown-name", diag.Place{}, "%s has no field %q", t.c.f.Name, k.String()).Suggest(name, names))
		}
	})
}

func (t optionsTable) text(name, other string) string {
	v := t.table.Get(name)
	if v.IsNil() {
		return other
	}
	if v.Type() != lua.TypeText {
		t.fail(name, "must be a text, not %s", t.c.host.describe(v))
	}
	return t.c.host.textData(v).Str
}

func (t optionsTable) flag(name string) bool {
	v := t.table.Get(name)
	if !v.IsNil() && v.Type() != lua.TypeBool {
		t.fail(name, "must be true or false, not %s", t.c.host.describe(v))
	}
	return v.True()
}

// number reads a whole number from 0; ok is false if the field is absent.
func (t optionsTable) number(name string, most int) (n int, ok bool) {
	v := t.table.Get(name)
	if v.IsNil() {
		return 0, false
	}
	x, ok := v.Number()
	if !ok || x != float64(int(x)) || x < 0 || x > float64(most) {
		t.fail(name, "must be a whole number from 0 to %d, not %s", most, t.c.host.describe(v))
	}
	return int(x), true
}

// list returns a list that may be absent.
func (t optionsTable) list(name string, most int) *lua.Table {
	v := t.table.Get(name)
	if v.IsNil() {
		return t.c.host.emptyList
	}
	if v.Table() == nil {
		t.fail(name, "must be a list, not %s", t.c.host.describe(v))
	}
	if n := v.Table().Len(); n > most {
		t.fail(name, "has %d items, but may have at most %d", n, most)
	}
	return v.Table()
}

func (c *Call) ask() {
	c.mayWrite()
	h := c.host
	f := optionsTable{c, c.raw[1].Table()}
	f.rejectUnknown(askFields)
	running := h.ledger.open[len(h.ledger.open)-1]
	q := state.Question{
		Name: c.args[0].Str, Owner: h.runningOwner(), Asker: running.self.Entity, Player: h.Acting, Zone: -1, Single: true, Min: 1, Max: 1,
		Prompt:  f.text("prompt", ""),
		Ordered: f.flag("ordered"), Repeats: f.flag("repeats"), Auto: f.flag("auto"), Blind: f.flag("blind"), Skip: f.flag("skip"),
		Secret: f.flag("secret"), Until: f.text("revealed_by", ""),
	}
	if q.Until != "" {
		if !q.Secret {
			f.fail("revealed_by", "names the event that reveals a secret answer, but this one is not secret")
		}
		c.findDeclared(Event, q.Until)
	}
	if n, ok := f.number("player", h.Game.Layout.Players); ok {
		if q.Player = n; n == 0 {
			f.fail("player", "is counted from 1")
		}
	}
	c.readOptions(f, &q)
	c.readPickCounts(f, &q)
	if with := f.list("with", state.MaxWith); with.Len() > 0 {
		q.With = h.values.New(with.Len())
		for i := range q.With {
			q.With[i] = h.value(with.At(i + 1))
		}
	}
	c.check(h.Flow.Question(q))
}

// keyOf returns the kind/id of a definition.
func (h *Host) keyOf(d *def.Definition) string {
	key, ok := h.keys[d]
	if !ok {
		key = d.Key()
		h.keys[d] = key
	}
	return key
}

// runningOwner returns the definition whose hook is running, as kind/id, or nothing
// for code that somebody typed.
func (h *Host) runningOwner() string {
	if of := h.ledger.open[len(h.ledger.open)-1].hook.Owner; of != nil {
		return h.keyOf(of)
	}
	return ""
}

// readPickCounts reads the number of options that may be picked.
func (c *Call) readPickCounts(f optionsTable, q *state.Question) {
	if n, ok := f.number("count", state.MaxPicks); ok {
		q.Min, q.Max, q.Single = n, n, false
		if !f.table.Get("min").IsNil() || !f.table.Get("max").IsNil() {
			f.fail("count", "replaces min and max")
		}
	}
	least, some := f.number("min", state.MaxPicks)
	most, bounded := f.number("max", state.MaxPicks)
	if some || bounded {
		if q.Min, q.Max, q.Single = least, most, false; !bounded {
			q.Max = state.MaxPicks
		}
		if q.Min > q.Max {
			f.fail("min", "is %d, more than max, which is %d", q.Min, q.Max)
		}
	}
}

// readOptions reads the options of a question.
func (c *Call) readOptions(f optionsTable, q *state.Question) {
	h, from := c.host, f.table.Get("from")
	if from.Type() == lua.TypeText {
		q.Zone = h.zone(from)
		h.chargeList(len(h.State.Zone(q.Zone)))
		return
	}
	if from.Table() == nil {
		f.fail("from", "must be a list or the name of a zone, not %s", h.describe(from))
	}
	list, titles := f.list("from", state.MaxOptions), f.list("titles", state.MaxOptions)
	kind := f.text("kind", "")
	h.chargeList(list.Len())
	q.Options = h.candidates.New(list.Len())
	seen := map[state.Value]bool{}
	for i := range list.Len() {
		o := state.Candidate{Value: c.readOption(f, list.At(i+1), kind), Home: state.Limbo}
		if o.Value.Type == state.Ref {
			if !h.State.Alive(o.Value.ID()) {
				h.gone("entity")
			}
			o.Home = h.State.ZoneOf(o.Value.ID())
		}
		if title := titles.At(i + 1); !title.IsNil() {
			if title.Type() != lua.TypeText {
				f.fail("titles", "must be texts, not %s", h.describe(title))
			}
			o.Title = h.textData(title).Str
		}
		if seen[o.Value] {
			f.fail("from", "has %s twice", h.describe(list.At(i+1)))
		}
		seen[o.Value] = true
		q.Options[i] = o
	}
}

// readOption converts one option. A definition, or the id of one if kind is
// given, becomes its kind/id.
func (c *Call) readOption(f optionsTable, v lua.Value, kind string) state.Value {
	h := c.host
	if t := v.Table(); t != nil && t.Frozen() {
		if key, ok := t.Get("key").Text(); ok {
			return state.Str(key)
		}
	}
	out := h.value(v)
	switch {
	case out.Type == state.Nil || out.Type == state.Bool:
		f.fail("from", "cannot have %s as an option", h.describe(v))
	case out.Type == state.Text && kind != "":
		id := out.Str[strings.IndexByte(out.Str, '/')+1:]
		d, ok := h.Game.Catalog.Find(id, kind)
		if !ok {
			h.unknownDefinition(out.Str)
		}
		return state.Str(h.keyOf(d))
	case out.Type == state.Text && (out.Str == Reserved[0] || out.Str == Reserved[1]):
		f.fail("from", "cannot have the option %q: that word answers with what has been picked so far", out.Str)
	}
	return out
}
