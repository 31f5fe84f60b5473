package seat_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/game/seat"
	"sleight/runtime/game/session"
)

// mill has a command for each thing that a preview can say.
const mill = `
kind: game
id: sealed
name: Mill
players: {min: 2, max: 2}
variables:
  gold: {start: 5, min: 0, max: 20, name: Gold}
  steps: {start: 0, name: Steps}
  debt: {start: -9, name: Debt}
zones:
  deck: {of: card, label: k, visible: none, start: [{ruby: 12}, {flaw: 1}]}
  pit: {of: enemy, label: p, visible: none, start: [{rat: 2}, {mouse: 2}]}
  row: {of: card, label: r, start: [ruby, flaw]}
  used: {of: card, label: u}
  rats: {of: enemy, label: e, start: [rat, mouse]}
actions:
  work: {}
  spend: {targets: [{name: one, from: "range(1, 3)", prompt: "How much?"}, {name: two, from: [1, 2], prompt: "And then?"}]}
  pay: {targets: [{name: sum, from: "range(1, 4)", where: "sum < 3", else: Too much., prompt: "How much?"}]}
  beg: {targets: [{name: sum, from: [8, 9], where: "sum < 3", else: Too much., prompt: "How much?"}]}
  pull: {targets: [{name: lever, from: [left, right, both]}]}
  drag: {targets: [{name: lever, from: [both, left]}]}
  sniff: {targets: [{name: card, from: row, where: "top('pit').name == 'Rat'", else: A mouse.}]}
  probe: {targets: [{name: card, from: row, where: "top('pit').name == 'Rat' or top('used').name == ''"}]}
  borrow: {}
  slip: {}
  some: {targets: [{name: n, from: "range(1, 16)"}]}
  many: {targets: [{name: n, from: "range(1, 17)"}]}
  name: {targets: [{name: card, from: row}, {name: n, from: [1, 2]}]}
  broke: {targets: [{name: n, from: "range(1, #at('used', 1).name)"}]}
  burst: {targets: [{name: n, from: [1, 2]}, {name: m, from: "range(1, #at('row', n + 1).name)"}]}
  crack: {}
  deny: {}
  doubt: {}
  guess: {targets: [{name: n, from: [1, 2]}]}
  peek: {requires: [{that: "top('pit').name == 'Rat'", else: A mouse.}]}
  roll: {}
  toss: {}
  hunt: {}
  grind: {targets: [{name: n, from: [1, 2]}]}
  long: {}
  dear: {}
  over: {}
phases:
  turn: {actions: [work, spend, pay, beg, pull, drag, sniff, probe, borrow, slip, some, many, name, broke, burst, crack, deny, doubt, guess, peek, roll, toss, hunt, grind, long, dear, over]}
lua: |
  local function pull(_, lever)
    vars.steps = 1
    if lever ~= "left" then vars.gold = random("lever", 1, 6) end
  end
  local function toil(n) for i = 1, n do vars.gold = 7 end end
  return {
    start = function() shuffle("deck", "deal") shuffle("pit", "deal") end,
    do_work = function()
      vars.gold = vars.gold + 2
      local c = at("row", 1)
      move_to(c, "used")
      c.face_up = not c.face_up
      at("rats", 1).hp = 2
    end,
    do_spend = function(_, one, two) vars.gold = vars.gold - one vars.steps = 3 - two end,
    do_pay = function(_, sum) vars.steps = 1 vars.gold = vars.gold - sum end,
    do_pull = pull,
    do_drag = pull,
    do_sniff = function() vars.gold = 9 end,
    do_probe = function() vars.gold = 9 end,
    do_borrow = function() vars.debt = -random("borrow", 1, 3) end,
    do_slip = function()
      vars.gold = vars.gold + 1
      vars.steps = 1
      if random("fall", 1, 6) == 6 then vars.steps = 6 end
    end,
    do_some = function() vars.gold = 6 end,
    do_many = function() vars.gold = 6 end,
    do_beg = function() end,
    do_broke = function() end,
    do_burst = function() end,
    do_name = function(_, card, n) move_to(card, "used") vars.steps = n end,
    do_crack = function() error("It cracks.") end,
    do_deny = function() refuse("Not today.") end,
    do_doubt = function() if top("deck").name ~= "Ruby" then refuse("A flaw.") end vars.gold = random("doubt", 1, 6) end,
    do_guess = function(_, n) if n == 2 then refuse("No.") end vars.gold = 4 end,
    do_peek = function() vars.gold = 9 end,
    do_roll = function()
      vars.gold = vars.gold + 1
      vars.steps = 1
      local n = random("roll", 1, 6)
      if n > 3 then vars.steps = n end
    end,
    do_toss = function() at("rats", 1).hp = random("toss", 1, 6) at("rats", 2).hp = random("toss", 1, 3) end,
    do_hunt = function()
      local n = random("hunt", 1, 6)
      vars.gold = n
      if n == 6 then remove(at("rats", 1)) else at("rats", 1).hp = n end
    end,
    do_grind = function(_, n) vars.steps = 4 if n == 2 then toil(900000) end end,
    do_long = function() toil(720000) end,
    do_dear = function() toil(200000) vars.gold = random("dear", 1, 6) end,
    do_over = function() win() end,
  }
---
{kind: card, id: ruby, name: Ruby}
---
{kind: card, id: flaw, name: Flaw}
---
{kind: enemy, id: rat, name: Rat, hp: 5}
---
{kind: enemy, id: mouse, name: Mouse, hp: 3}
`

// pawn has commands that depend on what the other player keeps secret.
const pawn = `
kind: game
id: sealed
name: Pawnshop
players: {min: 2, max: 2}
variables:
  gold: {start: 5, min: 0, max: 20, name: Gold}
  purse: {start: 1, min: 0, max: 3, per: player, visible: owner, name: Purse}
zones:
  deck: {of: card, label: k, visible: none}
  row: {of: card, label: r, start: [{ruby: 4}]}
actions:
  price: {requires: [{that: "var_of(2, 'purse') < 2", else: Too rich.}]}
  help: {}
  more: {}
  much: {}
  gift: {}
  stow: {}
phases:
  turn: {actions: [price, help, more, much, gift, stow]}
lua: |
  return {
    do_price = function() vars.gold = 9 end,
    do_help = function() vars.gold = 9 if var_of(2, "purse") > 1 then refuse("No.") end end,
    do_more = function() vars.gold = 9 if var_of(2, "purse") > 1 then error("no") end end,
    do_much = function() if var_of(2, "purse") < 9 then refuse("No.") end end,
    do_gift = function() vars.gold = 9 set_var_of(2, "purse", 2) end,
    do_stow = function() for _, c in ipairs(all("row")) do move_to(c, "deck") end shuffle("deck") end,
  }
---
{kind: card, id: ruby, name: Ruby}
`

// described returns everything in a preview, a line for each part.
func described(t *testing.T, s *session.Session, player int, text string, picks ...string) string {
	t.Helper()
	p, refusal, problem := seat.Of(s, player, nil).Preview(text, picks)
	var out []string
	line := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if refusal != nil {
		line("refusal %s: %s", refusal.Code, refusal)
	}
	if problem != nil {
		line("problem %s: %s", problem.Code, problem.Message)
	}
	for _, c := range p.Changes {
		line("%s", c.Text)
	}
	for _, step := range p.Steps {
		all, err := json.Marshal(step)
		if err != nil {
			t.Fatal(err)
		}
		line("%s", all)
	}
	if p.Chance {
		line("chance")
	}
	for _, o := range p.Odds {
		line("%s%d %s: %g to %g, mean %g", o.Figure, o.ID, o.Title, o.Low, o.High, o.Mean)
	}
	if p.Next != nil {
		line("%s %q", p.Next.Prompt, p.Next.Options)
		if p.Next.Options == nil {
			line("no list")
		}
	}
	return strings.Join(out, "\n")
}

// checkPreviews previews the commands of a transcript, each a line that begins
// with ">", and compares everything it says with the transcript. Picks follow
// the text of the command, after a comma.
func checkPreviews(t *testing.T, s *session.Session, want string) {
	t.Helper()
	var out strings.Builder
	for line := range strings.Lines(want) {
		ask, ok := strings.CutPrefix(strings.TrimSpace(line), "> ")
		if !ok {
			continue
		}
		words := strings.Split(ask, ", ")
		fmt.Fprintf(&out, "> %s\n%s\n", ask, described(t, s, 1, words[0], words[1:]...))
	}
	if got := out.String(); got != strings.TrimPrefix(want, "\n") {
		t.Errorf("got:\n%s", got)
	}
}

// TestPreviewsOfPicks compares whole previews while picks are open: what is the
// same for every pick, and what can be picked.
func TestPreviewsOfPicks(t *testing.T) {
	checkPreviews(t, beginWith(t, mill), `
> work
u1 Ruby: face up
e1 Rat: hp 5 → 2
Row → Used: Ruby
Gold 5 → 7
{"op":"var","name":"gold","was":5,"is":7}
{"op":"move","id":16777234,"from":"row","to":"used"}
{"op":"set","id":16777236,"name":"hp","was":5,"is":2}
> spend
How much? ["1" "2" "3"]
> spend, 2
Gold 5 → 3
{"op":"var","name":"gold","was":5,"is":3}
And then? ["1" "2"]
> spend 2
Gold 5 → 3
{"op":"var","name":"gold","was":5,"is":3}
And then? ["1" "2"]
> spend, 2, 1
Gold 5 → 3
Steps 0 → 2
{"op":"var","name":"gold","was":5,"is":3}
{"op":"var","name":"steps","was":0,"is":2}
> pay
Steps 0 → 1
{"op":"var","name":"steps","was":0,"is":1}
How much? ["1" "2"]
> guess
Gold 5 → 4
{"op":"var","name":"gold","was":5,"is":4}
Select n… ["1" "2"]
> pull
Steps 0 → 1
{"op":"var","name":"steps","was":0,"is":1}
chance
Select lever… ["left" "right" "both"]
> pull, left
Steps 0 → 1
{"op":"var","name":"steps","was":0,"is":1}
> pull, both
Steps 0 → 1
{"op":"var","name":"steps","was":0,"is":1}
chance
gold0 Gold: 1 to 6, mean 3.35
> drag
Steps 0 → 1
{"op":"var","name":"steps","was":0,"is":1}
chance
Select lever… ["both" "left"]
> name
Select card… ["Ruby" "Flaw"]
> name, r1
Row → Used: Ruby
{"op":"move","id":16777234,"from":"row","to":"used"}
Select n… ["1" "2"]
`)
}

// TestPreviewsTryUpToSixteenPicks compares whole previews of commands with
// sixteen and with seventeen ways to complete them, and of one whose ways depend
// on the first pick.
func TestPreviewsTryUpToSixteenPicks(t *testing.T) {
	checkPreviews(t, beginWith(t, mill), `
> some
Gold 5 → 6
{"op":"var","name":"gold","was":5,"is":6}
Select n… ["1" "2" "3" "4" "5" "6" "7" "8" "9" "10" "11" "12" "13" "14" "15" "16"]
> many
Select n… ["1" "2" "3" "4" "5" "6" "7" "8" "9" "10" "11" "12" "13" "14" "15" "16" "17"]
> burst, 1
Select m… ["1" "2" "3" "4"]
`)
}

// TestPreviewsThatFail compares the refusals and the problems of previews, also
// of those that come only in a situation that the seat cannot know.
func TestPreviewsThatFail(t *testing.T) {
	checkPreviews(t, beginWith(t, mill), `
> beg
refusal by-rules: Too much.
> broke
problem script/runtime: nil has no field 'name'
> crack
problem script/runtime: It cracks.
> deny
refusal by-rules: Not today.
> guess 2
refusal by-rules: No.
> peek
refusal by-rules: A mouse.
> sniff r1
refusal by-rules: A mouse.
> probe r1
problem script/runtime: nil has no field 'name'
> work 3
refusal takes-no-target: Work takes no targets; "3" is one too many.
`)
}

// TestPreviewsOfChance compares whole previews of commands that chance decides:
// what happens before, and the odds of numbers that exist after every try. A
// command that is refused in some tries has no odds. Borrow and slip have odds
// below 0, and an outcome that only the first try has.
func TestPreviewsOfChance(t *testing.T) {
	checkPreviews(t, beginWith(t, mill), `
> roll
Gold 5 → 6
chance
steps0 Steps: 1 to 6, mean 2.4
> toss
chance
16777236 Rat: 1 to 6, mean 4.7
16777237 Mouse: 1 to 3, mean 2.05
> hunt
chance
gold0 Gold: 1 to 6, mean 2.95
> borrow
chance
debt0 Debt: -3 to -1, mean -2.05
> slip
Gold 5 → 6
chance
steps0 Steps: 1 to 6, mean 1.5
> doubt
chance
`)
}

// TestPreviewsOfLongCommands compares whole previews of commands that take much
// work: five tries are allowed, twenty more for the odds are not.
func TestPreviewsOfLongCommands(t *testing.T) {
	checkPreviews(t, beginWith(t, mill), `
> grind
Select n… ["1" "2"]
> grind 1
Steps 0 → 4
{"op":"var","name":"steps","was":0,"is":4}
> long
Gold 5 → 7
{"op":"var","name":"gold","was":5,"is":7}
> dear
chance
`)
}

// TestPreviewsOfSecrets compares whole previews that depend on a value of the
// other player. Situations that the rules do not allow are left out.
func TestPreviewsOfSecrets(t *testing.T) {
	checkPreviews(t, beginWith(t, pawn), `
> price
chance
> help
Gold 5 → 9
{"op":"var","name":"gold","was":5,"is":9}
chance
> more
Gold 5 → 9
{"op":"var","name":"gold","was":5,"is":9}
chance
> much
chance
> gift
Gold 5 → 9
{"op":"var","name":"gold","was":5,"is":9}
chance
`)
}

// TestPreviewsUseTheHookImagine checks that a preview reports the problem of a
// hook that changes what the player sees.
func TestPreviewsUseTheHookImagine(t *testing.T) {
	wrong := strings.Replace(pawn, "  return {", "  return {\n    imagine = function() vars.gold = 2 end,", 1)
	checkPreviews(t, beginWith(t, wrong), `
> gift
problem content/rule: the hook imagine changed something that player 1 sees
`)
}

// TestSeatsReadWhyTheyMayNotAct compares the refusals of each seat during a game
// without clocks and after its end.
func TestSeatsReadWhyTheyMayNotAct(t *testing.T) {
	s := beginWith(t, mill)
	check := func(text string, want ...string) {
		t.Helper()
		for player, want := range want {
			_, refusal, problem := seat.Of(s, player, nil).Parse(text)
			got := ""
			if refusal != nil {
				got = refusal.Code + ": " + refusal.String()
			}
			if got != want || problem != nil {
				t.Errorf("seat %d says %q and reads %q %v, expected %q", player, text, got, problem, want)
			}
		}
	}
	check("long", "other-turn: It is player 1's turn.", "", "other-turn: It is player 1's turn.")
	check("timeout", "other-turn: It is player 1's turn.", "unknown-action: There is no action timeout.", "other-turn: It is player 1's turn.")
	give(t, s, 1, "over")
	for player := range 3 {
		if seat.Of(s, player, nil).Turn() {
			t.Errorf("seat %d may act after the end", player)
		}
	}
	over := "game-over: The game is over."
	check("long", over, over, over)
	check("timeout", over, over, over)
}

// TestSeatsDoNotLearnWhatAShuffleMoved checks that a seat reads of a shuffle of
// a closed zone even if everyone saw what it holds: saying nothing would tell
// the seats that the zone held nothing else.
func TestSeatsDoNotLearnWhatAShuffleMoved(t *testing.T) {
	want := []string{"Row → Deck: something unseen", "Row → Deck: something unseen", "Row → Deck: something unseen", "Row → Deck: something unseen", "Deck is in a new order"}
	for player, told := range give(t, beginWith(t, pawn), 1, "stow") {
		if !slices.Equal(told.Changes, want) {
			t.Errorf("seat %d reads %q", player, told.Changes)
		}
	}
}
