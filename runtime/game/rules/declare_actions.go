package rules

import (
	"slices"
	"strconv"
	"strings"
	"unique"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/state"
)

func (b *builder) declareActions(data *def.Node) {
	g := b.game
	for _, f := range data.Each("actions") {
		hook := f.Value.TextOr("hook", "do_"+f.Key)
		own := b.ownHook(g.Definition, hook)
		if f.Key == "use" || f.Key == "lua" || f.Key == Timeout {
			b.report(diag.New("content/rule", f.KeyPlace(), "no action can be called %s: commands begin with it that mean something else", f.Key).
				WithHint("give the action another name"))
		}
		if own == nil && !b.scriptFaulty(g.Definition) {
			b.report(b.missingHook(f, hook, data))
		}
		a := b.action(f.Key, f.Value, g.Definition, own)
		a.Off = SwitchedOff(g.Definition, f.Value)
		g.Actions = append(g.Actions, a)
	}
	g.After = b.actionsNamed(data.All("after"), names(data.Each("actions")))
	g.phases = map[string]*Phase{}
	for _, f := range data.Each("phases") {
		b.declarePhase(f, names(data.Each("actions")))
	}
	b.declareWindows(data)
	for _, p := range g.Phases {
		p.Enter = b.ownHook(g.Definition, "enter_"+p.Name)
		if p.Clock != nil {
			p.Clock.Hook = b.ownHook(g.Definition, TimeoutPrefix+p.Name)
		}
		if p.Resolve = b.ownHook(g.Definition, "resolve_"+p.Name); p.Together != nil && p.Resolve == nil && !b.scriptFaulty(g.Definition) {
			b.report(b.missingResolve(p))
		}
	}
	if len(g.Phases) == 0 {
		b.report(diag.New("content/rule", g.Definition.Place, "game %s has no phases", g.ID()).WithHint("declare at least one under phases:"))
	}
}

// missingHook reports that an action has no hook, at the hook that was probably
// meant if there is one with a similar name.
func (b *builder) missingHook(action def.Field, hook string, data *def.Node) diag.Diagnostic {
	var needed []string
	for _, f := range data.Each("actions") {
		needed = append(needed, f.Value.TextOr("hook", "do_"+f.Key))
	}
	if d, ok := b.misspeltHook(hook, "do_", needed); ok {
		return d.WithNote(action.KeyPlace(), "action %s needs it", action.Key)
	}
	return diag.New("script/unknown-hook", action.KeyPlace(), "action %s needs a hook %s in the game's script", action.Key, hook).
		WithHint("add %s = function(self%s) … end", hook, targetList(action.Value))
}

// missingResolve reports that a phase in which all choose has no hook to go on with.
func (b *builder) missingResolve(p *Phase) diag.Diagnostic {
	var needed []string
	for _, phase := range b.game.Phases {
		if phase.Together != nil {
			needed = append(needed, "resolve_"+phase.Name)
		}
	}
	hook := "resolve_" + p.Name
	if d, ok := b.misspeltHook(hook, "resolve", needed); ok {
		return d.WithNote(p.Place, "phase %s needs it when all players have chosen", p.Name)
	}
	return diag.New("script/unknown-hook", p.Place, "no hook %s continues when all players have chosen", hook).
		WithHint("add %s = function(self) … end to the script", hook)
}

// misspeltHook reports the hook of the game's script that was probably meant to be
// one of those needed: its name begins with the prefix.
func (b *builder) misspeltHook(hook, prefix string, needed []string) (d diag.Diagnostic, ok bool) {
	p := b.scripts[b.game.Definition]
	if p == nil {
		return d, false
	}
	for _, h := range p.Hooks() {
		near, ok := diag.Nearest(h.Name, needed)
		if ok && near == hook && strings.HasPrefix(h.Name, prefix) && !slices.Contains(needed, h.Name) {
			return diag.New("script/unknown-hook", h.Place, "nothing calls the hook %s", h.Name).WithHint("did you mean %q?", hook), true
		}
	}
	return d, false
}

// missingUse reports that an item has no hook use, at the hook that was
// probably meant if there is one.
func (b *builder) missingUse(owner *def.Definition, n *def.Node) diag.Diagnostic {
	if p := b.scripts[owner]; p != nil {
		for _, h := range p.Hooks() {
			if near, ok := diag.Nearest(h.Name, []string{"use"}); ok {
				return diag.New("script/unknown-hook", h.Place, "nothing calls the hook %s", h.Name).
					WithHint("did you mean %q?", near).WithNote(n.Place(), "%s is used, and needs it", owner.Key())
			}
		}
	}
	return diag.New("script/unknown-hook", n.Place(), "%s has use: but its script has no hook use", owner.Key()).
		WithHint("add use = function(self%s) … end", targetList(n))
}

func targetList(action *def.Node) string {
	out := ""
	for _, t := range action.All("targets") {
		out += ", " + t.TextOr("name", "target")
	}
	return out
}

// actionsNamed returns the actions that a list names, without those that are
// switched off.
func (b *builder) actionsNamed(list []*def.Node, known []string) []*Action {
	var out []*Action
	for _, a := range list {
		if b.mustKnow("action", a.Text(), a.Place(), known) {
			i := slices.IndexFunc(b.game.Actions, func(x *Action) bool { return x.Name == a.Text() })
			if !b.game.Actions[i].Off {
				out = append(out, b.game.Actions[i])
			}
		}
	}
	return out
}

func (b *builder) declarePhase(f def.Field, actions []string) {
	g, n, name := b.game, f.Value, unique.Make(f.Key)
	p := &Phase{
		Name: name.Value(), interned: name, Title: n.TextOr("name", title(f.Key)), Text: n.TextOr("text", ""),
		Prompt: diag.Text(n.TextOr("prompt", "")), Idle: n.TextOr("state", "IDLE"), Place: f.KeyPlace(),
	}
	p.Actions = b.actionsNamed(n.All("actions"), actions)
	if together := n.Get("together"); together != nil && (together.Type() != def.Bool || together.Bool()) {
		p.Together = b.condition(g.Definition, together)
		b.together = true
	}
	p.Clock = b.clock(n.Get("clock"), p.Actions)
	for _, z := range n.All("use") {
		if b.mustKnow("zone", z.Text(), z.Place(), b.zoneNames()) {
			p.Use = append(p.Use, z.Text())
			p.UseZones = append(p.UseZones, slices.Index(b.zoneNames(), z.Text()))
		}
	}
	g.Phases = append(g.Phases, p)
	g.phases[p.Name] = p
}

// action reads an action of the game, or the use of an item.
func (b *builder) action(name string, n *def.Node, owner *def.Definition, hook *api.Hook) *Action {
	a := &Action{
		Name: name, Title: n.TextOr("name", title(name)), Text: n.TextOr("text", ""), Place: n.Place(), Hook: hook, Secret: b.secret(n),
	}
	if name == "use" && owner != b.game.Definition {
		a.Title, a.During = owner.Name, b.during(n)
		if hook == nil && !b.scriptFaulty(owner) {
			b.report(b.missingUse(owner, n))
		}
	}
	var picked []string
	for _, t := range n.All("targets") {
		target := b.target(t, owner, picked)
		if slices.Contains(picked, target.Name) {
			b.report(diag.New("content/rule", t.Place(), "two targets have the name %q", target.Name))
		}
		a.Targets = append(a.Targets, target)
		picked = append(picked, target.Name)
	}
	for _, f := range n.Each("cost") {
		a.Costs = append(a.Costs, b.cost(f, owner, picked))
	}
	for _, r := range n.All("requires") {
		if that := r.Get("that"); that != nil {
			a.Requires = append(a.Requires, Requirement{
				That: b.condition(owner, that), Reason: Reason(r.TextOr("else", ""), "not-now"), Place: r.Place(),
			})
		}
	}
	if w := n.Get("warning"); w != nil {
		a.Warning = Warning{Text: w.TextOr("text", "")}
		if when := w.Get("when"); when != nil {
			a.Warning.When = b.condition(owner, when)
		}
	}
	return a
}

// secret reads whether other players may not know of an action or a target.
func (b *builder) secret(n *def.Node) Secret {
	until := n.Get("secret")
	switch {
	case until == nil || until.Type() == def.Bool && !until.Bool():
		return Secret{}
	case until.Type() == def.Bool:
		return Secret{On: true}
	}
	var known []string
	for _, e := range b.game.Events {
		known = append(known, e.Name)
	}
	b.mustKnow("event", until.Text(), until.Place(), known)
	return Secret{On: true, Until: until.Text()}
}

// condition compiles a condition, which may also be a plain true or false.
func (b *builder) condition(owner *def.Definition, n *def.Node, params ...string) *api.Hook {
	if n.Type() == def.Bool {
		n = def.NewText(n.Position(), strconv.FormatBool(n.Bool()))
	}
	return b.expression(owner, n, params...)
}

func (b *builder) cost(f def.Field, owner *def.Definition, picked []string) Cost {
	c := Cost{Variable: f.Key}
	name := title(f.Key)
	if known := b.varNames(); b.mustKnow("variable", f.Key, f.KeyPlace(), known) {
		i := slices.Index(known, f.Key)
		c.Number = reservedVars + i
		if t := b.vars[i].Type; t != state.Number {
			b.report(diag.New("content/rule", f.KeyPlace(), "a cost must be a number, but the variable %s is a %s", f.Key, t).
				WithNote(b.vars[i].Place, "it is declared here"))
		}
		name = b.game.Definition.Data.Get("variables").Get(f.Key).TextOr("name", name)
		name = b.game.Definition.Data.Get("profile").Get(f.Key).TextOr("name", name)
	}
	c.Short = Refuse("unaffordable", strings.ToLower(name))
	if f.Value.Text() == AllOfIt && !slices.Contains(picked, AllOfIt) {
		c.All = true
		return c
	}
	c.Amount = b.amount(owner, f.Value, picked...)
	if c.Amount.Hook != nil {
		for i, name := range picked {
			if mentions(f.Value.Text(), name) {
				c.After = i + 1
			}
		}
	}
	return c
}

// mentions reports whether a name occurs in an expression as a word.
func mentions(source, name string) bool {
	for i := 0; ; {
		k := strings.Index(source[i:], name)
		if k < 0 {
			return false
		}
		start, end := i+k, i+k+len(name)
		if (start == 0 || !wordByte(source[start-1])) && (end == len(source) || !wordByte(source[end])) {
			return true
		}
		i = end
	}
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func (b *builder) target(n *def.Node, owner *def.Definition, picked []string) *Target {
	t := &Target{
		ZoneNumber: -1, Name: n.TextOr("name", "target"), Prompt: diag.Text(n.TextOr("prompt", "")), Place: n.Place(),
		Auto: n.BoolOr("auto", false), Labels: map[string]string{}, Secret: b.secret(n),
	}
	t.State = n.TextOr("state", "CHOOSING_"+strings.ToUpper(t.Name))
	words := strings.ReplaceAll(t.Name, "_", " ")
	if t.Prompt == nil {
		t.Prompt = &diag.Message{Format: "Select {thing}…", Args: []any{words}}
	}
	t.Empty = Refuse("target-none", words)
	if none := n.TextOr("none", ""); none != "" {
		t.None = Refuse(ByRules, none)
	}
	for _, f := range n.Each("labels") {
		t.Labels[f.Key] = owner.Fill(Literal(f.Value).String())
	}
	from := n.Get("from")
	switch {
	case from == nil:
		b.report(diag.New("content/missing-key", n.Place(), "target %s needs from:", t.Name))
	case from.Type() == def.List:
		for _, item := range from.Items() {
			t.Literals = append(t.Literals, Literal(item))
		}
	case slices.Contains(b.zoneNames(), from.Text()):
		t.ZoneNumber, t.zoneName = slices.Index(b.zoneNames(), from.Text()), from.Text()
	case isWord(from.Text()):
		b.mustKnow("zone", from.Text(), from.Place(), b.zoneNames())
	default:
		t.List = b.expression(owner, from, picked...)
	}
	if when := n.Get("when"); when != nil {
		t.When = b.condition(owner, when, picked...)
	}
	withOwn := append(slices.Clone(picked), t.Name)
	if where := n.Get("where"); where != nil {
		t.Requires = append(t.Requires, Requirement{b.condition(owner, where, withOwn...), Reason(n.TextOr("else", ""), "target-unfit"), n.Place()})
	}
	for _, r := range n.All("requires") {
		if that := r.Get("that"); that != nil {
			t.Requires = append(t.Requires, Requirement{b.condition(owner, that, withOwn...), Reason(r.TextOr("else", ""), "target-unfit"), r.Place()})
		}
	}
	if words := n.Get("title"); words != nil {
		t.Title = b.expression(owner, words, withOwn...)
	}
	return t
}

func isWord(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return r > 127 || !wordByte(byte(r)) }) < 0
}

// declareMetrics reads the declarations for simulations and bots.
func (b *builder) declareMetrics(data *def.Node) {
	for _, f := range data.Each("metrics") {
		m := &Metric{Name: f.Key, Title: f.Value.TextOr("name", title(f.Key)), Text: f.Value.TextOr("text", ""), Place: f.KeyPlace()}
		m.PerPlayer = f.Value.TextOr("per", "") == "player"
		if of := f.Value.TextOr("of", "all"); of != "all" {
			m.Of = of
		}
		if value := f.Value.Get("value"); value != nil {
			m.Value = b.condition(b.game.Definition, value)
		}
		b.game.Metrics = append(b.game.Metrics, m)
	}
	if winner := data.Get("winner"); winner != nil {
		b.game.Winner = b.condition(b.game.Definition, winner)
	}
	if ranks := data.Get("ranks"); ranks != nil {
		b.game.Ranks = b.condition(b.game.Definition, ranks)
		if winner := data.Get("winner"); winner != nil {
			b.report(diag.New("content/rule", ranks.Place(), "a game declares either ranks or winner, not both: who has rank 1 has won").
				WithNote(winner.Place(), "winner is declared here"))
		}
	}
	if worth := data.Get("heuristic"); worth != nil {
		b.game.Heuristic = b.condition(b.game.Definition, worth)
	}
}

func (b *builder) declareViews(data *def.Node) {
	for i, f := range data.Each("views") {
		v := &View{
			Name: f.Key, Title: f.Value.TextOr("name", title(f.Key)), Text: f.Value.TextOr("text", ""),
			Place: f.KeyPlace(), Index: i,
		}
		if value := f.Value.Get("value"); value != nil {
			v.Value = b.condition(b.game.Definition, value)
		}
		b.game.Views = append(b.game.Views, v)
	}
}

// declareDetails reads what zones show about each entity in them.
func (b *builder) declareDetails(data *def.Node) {
	b.game.Details = map[string][]*Detail{}
	for _, zone := range data.Each("zones") {
		for _, f := range zone.Value.Each("details") {
			d := &Detail{Zone: zone.Key, Name: f.Key, Title: f.Value.TextOr("name", title(f.Key)), Icon: f.Value.TextOr("icon", ""), Labels: map[string]string{}}
			for _, label := range f.Value.Each("labels") {
				d.Labels[label.Key] = Literal(label.Value).String()
			}
			if value := f.Value.Get("value"); value != nil {
				d.Value = b.condition(b.game.Definition, value, "item")
			}
			b.game.Details[zone.Key] = append(b.game.Details[zone.Key], d)
		}
	}
}
