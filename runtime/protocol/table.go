package protocol

import (
	"sync"
	"sync/atomic"

	"sleight/runtime/board"
	"sleight/runtime/diag"
	"sleight/runtime/engine"
)

// table is a session with what is kept about it. Its mutex guards all but id
// and what is atomic.
type table struct {
	id      string
	pending atomic.Bool  // watchers will be told of what changes now
	noticed atomic.Int64 // when they were told last, in nanoseconds
	mutex   sync.Mutex
	session *engine.Session
	version int
	closed  bool
	// told are the changes of each command, by turn and then by player from 0.
	told [][][]board.Told
	// params are values that are being tried.
	params map[string]float64
	// seen are the views that were made of this version, by player.
	seen map[int]*glimpse
}

// glimpse is a view, and the notification that carries it, written when first
// asked for.
type glimpse struct {
	view *board.Board
	line func() []byte
}

func newTable(id string, s *engine.Session) *table {
	t := &table{id: id, session: s, version: 1, seen: map[int]*glimpse{}}
	t.told = make([][][]board.Told, s.Turn()+1)
	return t
}

// view is the session as a player sees it now. It is made once for each
// version, and not to be changed.
func (t *table) view(player int) *board.Board { return t.glimpse(player).view }

func (t *table) glimpse(player int) *glimpse {
	g := t.seen[player]
	if g == nil {
		view := board.Of(t.session, player, nil)
		g = &glimpse{view, encoded("changed", Changed{Session: t.id, Version: t.version, View: view})}
		t.seen[player] = g
	}
	return g
}

// touch notes that the session has changed.
func (t *table) touch() {
	t.version++
	clear(t.seen)
}

// changed is the notification that it has, as it stands when it is sent. It is
// written once for all who see the same, while the game goes on.
func (t *table) changed(player int) []byte {
	t.mutex.Lock()
	if t.closed {
		defer t.mutex.Unlock()
		return encode(notification{"2.0", "changed", Changed{Session: t.id, Version: t.version, Closed: true}})
	}
	g := t.glimpse(player)
	t.mutex.Unlock()
	return g.line()
}

// record keeps what a command has changed, in words for each player.
func (t *table) record(r engine.Result) {
	if !r.OK() || r.Command == "" {
		return
	}
	turn := t.session.Turn()
	for len(t.told) < turn {
		t.told = append(t.told, nil)
	}
	var all [][]board.Told
	for player := range t.session.Players() {
		all = append(all, board.Tell(t.session, player+1, r.Changes, nil))
	}
	t.told = append(t.told[:turn], all)
}

// tellTurn is what a player is told of the command that led to a turn.
func (t *table) tellTurn(turn, player int) []board.Told {
	if turn >= len(t.told) || len(t.told[turn]) == 0 {
		return nil
	}
	if player < 1 || player > len(t.told[turn]) {
		player = min(t.session.Player(), len(t.told[turn]))
	}
	return t.told[turn][player-1]
}

// swap puts new content under the session, with the values that are tried as
// far as it knows them.
func (t *table) swap(c *engine.Content) diag.List {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	defer t.touch()
	if len(t.params) > 0 {
		if tuned, problems := c.With(t.params); tuned != nil {
			c = tuned
		} else {
			t.params = nil
			return append(problems, t.session.Swap(c)...)
		}
	}
	return t.session.Swap(c)
}
