package locale_test

import (
	"strings"
	"testing"

	"sleight/runtime/content/locale"
)

// TestWhichTextsAreShown checks the texts of a definition that are to be translated,
// section by section.
func TestWhichTextsAreShown(t *testing.T) {
	game := func(sections string) string {
		return "kind: game\nid: tale\nname: Tale\n" + sections
	}
	relic := func(keys string) string { return tale + "---\n{kind: relic, id: x, name: X, " + keys + "}\n" }
	for _, x := range []struct{ key, file, want string }{
		{"game/tale", tale, "name=Tale"},
		{"game/tale", "{kind: game, id: tale}", "name=Tale"},
		{"relic/x", relic("text: ''"), "name=X"},
		{"relic/x", relic("text: Long."), "name=X text=Long."},
		{"die/d6", tale + "---\n{kind: die, id: d6, faces: [1, two, 3, four]}\n", "name=d6 faces[two]=two faces[four]=four"},
		{"relic/x_plus", relic("text: Long., params: {n: 1}, upgrade: {params: {n: 2}}"), "text=Long."},
		{"relic/x_plus", relic("text: Long., params: {n: 1}, upgrade: {name: Y, params: {n: 2}}"), "name=Y text=Long."},
		{"bot/b", tale + "---\n{kind: bot, id: b, game: tale, name: B, lua: 'return {choose = function() return 1 end}'}\n", ""},
		{
			"game/tale", game("variables: {gold: {start: 0, text: Wealth.}, luck: {start: 0, show: false, text: Hidden.}, cost: {start: 0, show: false, name: Cost}}\n"),
			"name=Tale variables.gold.name=Gold variables.gold.text=Wealth. variables.cost.name=Cost",
		},
		{"game/tale", game("profile: {wins: {start: 0, name: Won}, losses: {start: 0, show: false}}\n"), "name=Tale profile.wins.name=Won"},
		{
			"game/tale", game("variables: {mood: {start: calm, type: string, one_of: [calm, wild]}}\n"),
			"name=Tale variables.mood.name=Mood variables.mood.one_of[calm]=calm variables.mood.one_of[wild]=wild",
		},
		{
			"game/tale", game("zones: {bag: {of: relic, details: {worth: {value: '1', labels: {'1': little}}}}, box: {of: relic, show: false, name: Box}}\n"),
			"name=Tale zones.bag.name=Bag zones.bag.details.worth.name=Worth zones.bag.details.worth.labels.1=little",
		},
		{
			"game/tale", game("properties: {relic: {worn_out: {start: 0}, old: {start: 0, name: Old age}}}\n"),
			"name=Tale properties.relic.worn_out.name=worn out properties.relic.old.name=Old age",
		},
		{
			"game/tale", game("views: {sum: {value: '1', text: All.}}\nlayout: [{of: bag, at: near}, {name: Mine, of: bag, at: near}, {name: 'My [bag]', of: bag, at: near}]\nzones: {bag: {of: relic}}\n"),
			"name=Tale zones.bag.name=Bag views.sum.name=Sum views.sum.text=All. layout[Mine].name=Mine layout[2].name=My [bag]",
		},
		{
			"game/tale", game("data: {a: One word, b: Word, c: ' Word ', d: [Two words, {name: e, f: More words}, {g: Even more}, [1, true, In a list]], 'h.i': Not read., 'j]': Nor this., 'k[': Nor that.}\n"),
			"name=Tale data.a=One word data.d[0]=Two words data.d[e].f=More words data.d[2].g=Even more data.d[3][2]=In a list",
		},
		{
			"enemy/x", tale + "---\n{kind: enemy, id: x, hp: 1, moves: {bite: {damage: 1, text: Bites.}, run_off: {name: Flee}}}\n",
			"name=X moves.bite.name=Bite moves.bite.text=Bites. moves.run_off.name=Flee",
		},
		{"game/tale", game(`phases: {p: {prompt: 'Now?', text: Play., actions: [go]}}
actions:
  go:
    text: Go.
    requires: [{that: "true", else: No.}, {that: "true", else: Not so.}]
    warning: {text: 'Sure?'}
    targets:
      - {name: a, from: [x, y], prompt: 'Which?', none: None., labels: {x: Up, y: Down}}
      - {name: b, from: bag, else: Bad., requires: [{that: a, else: First a.}, {that: b, else: First b.}]}
zones: {bag: {of: relic}}
lua: "return {do_go = function() end}"
`), "name=Tale zones.bag.name=Bag phases.p.name=P phases.p.text=Play. phases.p.prompt=Now? actions.go.name=Go actions.go.text=Go. " +
			"actions.go.requires[0].else=No. actions.go.requires[1].else=Not so. actions.go.warning.text=Sure? actions.go.targets[a].prompt=Which? actions.go.targets[a].none=None. " +
			"actions.go.targets[a].labels.x=Up actions.go.targets[a].labels.y=Down actions.go.targets[b].else=Bad. actions.go.targets[b].requires[0].else=First a. actions.go.targets[b].requires[1].else=First b."},
		{
			"consumable/x", tale + "---\n{kind: consumable, id: x, use: {name: Drink, text: Drink it., targets: [{name: n, from: [1, 2], prompt: How.}]}, lua: 'return {use = function() end}'}\n",
			"name=X use.name=Drink use.text=Drink it. use.targets[n].prompt=How.",
		},
	} {
		d := found(t, loaded(t, map[string]string{"tale/game.yaml": x.file}), x.key)
		var all []string
		for s := range locale.Texts(d) {
			all = append(all, s.Path+"="+s.Text)
		}
		if got := strings.Join(all, " "); got != x.want {
			t.Errorf("%s of\n%s\n got %s\nwant %s", x.key, x.file, got, x.want)
		}
		for stop := range all {
			n := 0
			for s := range locale.Texts(d) {
				if got := s.Path + "=" + s.Text; got != all[n] {
					t.Errorf("text %d is %s, want %s", n, got, all[n])
				}
				if n++; n > stop {
					break
				}
			}
		}
	}
}

// TestParametersAreTranslated checks the translated texts of a parameter.
func TestParametersAreTranslated(t *testing.T) {
	c := loaded(t, map[string]string{
		"tale/game.yaml": tale + "---\n{kind: relic, id: x, params: {n: {default: 1, text: How many., unit: coins, breaks: '>5: rich'}, m: {default: 2, text: How many., unit: coins}, k: 3}}\n",
		"tale/locales/fr.yaml": "kind: locale\nid: fr\ntexts:\n  relic/x:\n    params.n.text: {from: How many., to: Combien.}\n    params.n.unit: {from: coins, to: pièces}\n" +
			"    params.n.breaks: {from: '>5: rich', to: '>5: riche'}\n    params.m.unit: {from: coins, to: sous}\n",
	})
	b, d := openTranslator(t, c, "fr"), found(t, c, "relic/x")
	var got []string
	for _, p := range d.Params {
		before := p
		p = b.Param(d, p)
		got = append(got, strings.Join([]string{p.Name, p.Text, p.Unit, p.Breaks}, "/"))
		if p.Default != before.Default {
			t.Errorf("%s is %v", p.Name, p.Default)
		}
	}
	if text := strings.Join(got, " "); text != "n/Combien./pièces/>5: riche m/Combien./sous/ k///" {
		t.Errorf("they are %s", text)
	}
}
