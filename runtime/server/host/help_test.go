package host

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"sleight/runtime/content/archive"
	"sleight/runtime/content/load"
	"sleight/runtime/content/locale"
	"sleight/runtime/game/rules"
)

// sealed is a game with secrets, simultaneous choices, a failure and an end.
const sealed = `
kind: game
id: sealed
name: Sealed
players: {min: 2, max: 3}
variables:
  bid: {start: 0, min: 0, per: player, visible: owner}
  sum: {start: 0}
zones:
  hand: {of: card, label: h, per: player, visible: owner, start: [{ruby: 1}, {pearl: 1}]}
  field: {of: card, label: f}
actions:
  bid: {secret: true, targets: [{name: amount, from: [1, 2, 3]}]}
  show: {targets: [{name: card, from: hand}]}
  risk: {warning: {text: Mind the risk., when: "true"}}
  pass: {}
  fail: {}
  finish: {}
phases:
  play: {actions: [bid, show, risk, pass, fail, finish]}
  all: {together: true, clock: 30, actions: [bid]}
lua: |
  local function turn() set_player(player() % players() + 1) end
  return {
    do_bid = function(_, amount) vars.bid = amount; vars.sum = STEP * (vars.sum + random("sum", 1, 6)); if phase() == "play" then turn() end end,
    do_show = function(_, card) move_to(card, "field"); tell(player(), "Shown."); turn() end,
    do_risk = function() vars.sum = vars.sum + 1 turn() end,
    do_pass = function() turn() end,
    do_fail = function() error("hidden is " .. var_of(2, "bid")) end,
    do_finish = function() enter_phase("all") end,
    resolve_all = function() say("The sum is " .. vars.sum) win("done") end,
  }
---
{kind: card, id: ruby, name: Ruby}
---
{kind: card, id: pearl, name: Pearl}
`

// contents returns the game in an edition, with a bundle of it.
func contents(t testing.TB, edition string) (*rules.Content, []byte) {
	t.Helper()
	files := fstest.MapFS{}
	for i, part := range strings.Split(strings.ReplaceAll(sealed, "STEP", edition), "\n---\n") {
		files["content/sealed/"+string(rune('a'+i))+".yaml"] = &fstest.MapFile{Data: []byte(part)}
	}
	l := load.NewLoader(load.Root{FS: files, Name: "test"})
	catalog, problems := l.Load()
	if catalog == nil {
		t.Fatal(problems)
	}
	c, problems := rules.Build(catalog, nil)
	if c == nil {
		t.Fatal(problems)
	}
	bundle, err := archive.Bundle(l)
	if err != nil {
		t.Fatal(err)
	}
	return c, bundle
}

// room is a host in a folder, which can be opened again.
type room struct {
	*testing.T
	*Host
	folder string
	log    journal
	now    time.Time
	limits Limits
}

// journal is a log that tables write while a test reads it.
type journal struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.text.String()
}

func (j *journal) Reset() {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	j.text.Reset()
}

// openRoom opens a folder of tables with the first edition of the game.
func openRoom(t *testing.T, change ...func(*Options)) *room {
	t.Helper()
	r := &room{T: t, folder: t.TempDir(), now: time.Unix(1e9, 0), limits: Limits{Acts: 1e9, Reads: 1e9, BotDelay: time.Millisecond}}
	r.open("1", change...)
	t.Cleanup(func() { r.Host.Close() })
	return r
}

// open opens the folder again, as after a crash.
func (r *room) open(edition string, change ...func(*Options)) {
	r.Helper()
	if err := r.tryOpen(edition, change...); err != nil {
		r.Fatal(err)
	}
}

func (r *room) tryOpen(edition string, change ...func(*Options)) error {
	r.Helper()
	c, bundle := contents(r.T, edition)
	o := Options{
		Folder: r.folder, Content: c, Bundle: func() ([]byte, error) { return bundle, nil }, Limits: r.limits,
		Now: func() time.Time { return r.now }, Log: slog.New(slog.NewTextHandler(&r.log, nil)),
	}
	for _, f := range change {
		f(&o)
	}
	h, err := Open(o)
	if err == nil {
		r.Host = h
	}
	return err
}

// table opens a table.
func (r *room) table(o Setup) *CreatedTable {
	r.Helper()
	o.Game = "sealed"
	opening, err := r.Create(o)
	if err != nil {
		r.Fatal(err)
	}
	return opening
}

// sitter is a client in a test, and the notifications it has received.
type sitter struct {
	*testing.T
	*Participant
	mutex   sync.Mutex // clocks notify from goroutines of their own
	notices []Notice
	heard   []string
}

// notify records a notification.
func (s *sitter) notify(n Notice) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.notices = append(s.notices, n)
}

// notified returns the notifications since the last call, one of each, in the
// order in which a client gets them, news last.
func (s *sitter) notified() []Notice {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	list := s.notices
	s.notices = nil
	slices.SortFunc(list, func(a, b Notice) int { return int(b - a) })
	return slices.Compact(list)
}

// sit joins a table with a token.
func (r *room) sit(table, token string) *sitter {
	r.Helper()
	s := &sitter{T: r.T}
	c, news, err := r.Join(context.Background(), table, token, locale.Language{}, s.notify)
	if err != nil {
		r.Fatal(err)
	}
	s.Participant = c
	s.heard = append(s.heard, text(news))
	return s
}

func text(v any) string {
	out, _ := json.Marshal(v)
	return string(out)
}

// hear fetches pending notifications, as an awake client does.
func (s *sitter) hear() {
	for _, n := range s.notified() {
		switch n {
		case SeatChanged:
			s.heard = append(s.heard, string(s.News(func(n *TableUpdate) []byte { return []byte(text(n)) })))
		case PresenceChanged:
			s.heard = append(s.heard, text(s.Presence()))
		case SeatLost:
			gone, _ := s.Gone()
			s.heard = append(s.heard, text(gone))
		}
	}
}

// must gives a command that is done.
func (s *sitter) must(command string) ActResult {
	s.Helper()
	out, err := s.Act(context.Background(), Act{Command: command})
	if err != nil || !out.Done {
		s.Fatalf("%s: %+v, %v", command, out, err)
	}
	return out
}

func (s *sitter) view() *TableUpdate {
	s.Helper()
	n, err := s.View(context.Background())
	if err != nil {
		s.Fatal(err)
	}
	return n
}

func kindOf(err error) ErrorKind {
	if f, ok := err.(*Error); ok {
		return f.Kind
	}
	return -1
}

func unmarshal(t *testing.T, data string, to any) {
	t.Helper()
	if err := json.Unmarshal([]byte(data), to); err != nil {
		t.Fatalf("%v: %s", err, data)
	}
}
