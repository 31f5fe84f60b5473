package protocol

import (
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/game/board"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// table is a session with what is kept about it. Its mutex guards all but id
// and what is atomic.
type table struct {
	id      string
	pending atomic.Bool  // watchers will be told of what changes now
	used    atomic.Int64 // when somebody used or watched it last, in nanoseconds
	noticed atomic.Int64 // when they were told last, in nanoseconds
	mutex   sync.Mutex
	session *session.Session
	version int
	closed  bool
	away    bool     // it was stored and is not among the sessions any more
	file    string   // under which it is on the shelf; empty for nowhere
	notes   []string // of loading it from there, until somebody has been told
	// told are the changes of each command, by turn.
	told []telling
	// books are those of the content that bookish is, by language.
	books   map[locale.Language]*locale.Book
	bookish *rules.Content
	// params are values that are being tried.
	params map[string]float64
	// seen are the views that were made of this version.
	seen map[sight]*glimpse
}

// sight is whose eyes see a session, a player from 1 or 0 for whoever acts, and
// in which language.
type sight struct {
	player int
	lang   locale.Language
}

// telling is what players are told of a command: for each language that somebody
// has asked for before it, by player from 0.
type telling map[locale.Language][][]board.Told

// glimpse is a view, and the notification that carries it, written when first
// asked for.
type glimpse struct {
	view *board.Board
	line func() []byte
}

func newTable(id string, s *session.Session) *table {
	t := &table{id: id, session: s, version: 1, seen: map[sight]*glimpse{}}
	t.used.Store(time.Now().UnixNano())
	t.told = make([]telling, s.Turn()+1)
	return t
}

// maxSeen bounds the views that are kept of one version.
const maxSeen = 100

// seat checks whose eyes a call asks for: a player from 1, or 0 for whoever acts.
func (t *table) seat(player int) *Error {
	if most := t.session.Players(); player < 0 || player > most {
		return fail(codeParams, "player: expected a number from 0 to %d, got %d", most, player)
	}
	return nil
}

// view is the session as a player sees it now. It is made once for each
// version, and not to be changed.
func (t *table) view(eyes sight) *board.Board { return t.glimpse(eyes).view }

func (t *table) glimpse(eyes sight) *glimpse {
	g := t.seen[eyes]
	if g == nil {
		if len(t.seen) >= maxSeen {
			clear(t.seen)
		}
		view := board.Of(t.session, eyes.player, t.book(eyes.lang))
		g = &glimpse{view, encoded("changed", Changed{Session: t.id, Version: t.version, View: view})}
		t.seen[eyes] = g
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
func (t *table) changed(eyes sight) []byte {
	if g := t.latest(eyes); g != nil {
		return g.line()
	}
	return encode(notification{"2.0", "changed", Changed{Session: t.id, Version: t.version, Closed: true}})
}

// latest is glimpse for those who do not hold the mutex; nil once the session is
// closed.
func (t *table) latest(eyes sight) *glimpse {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.closed {
		return nil
	}
	return t.glimpse(eyes)
}

// copied writes a save of the session, and returns what else a copy of it needs.
// The caller holds the mutex; copied unlocks it.
func (t *table) copied(w io.Writer) (c *rules.Content, told []telling, err error) {
	defer t.mutex.Unlock()
	return t.session.Content(), slices.Clone(t.told[:min(len(t.told), t.session.Turn()+1)]), t.session.Save(w)
}

// listed is the session in a list.
func (t *table) listed(watchers int) Listed {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return Listed{t.id, t.session.Game().ID(), t.session.Turn(), t.session.Players(), t.session.Over(), watchers, false}
}

// record keeps what a command has changed, in words for each player.
func (t *table) record(r session.Result) {
	if !r.OK() || r.Command == "" {
		return
	}
	turn := t.session.Turn()
	for len(t.told) < turn {
		t.told = append(t.told, nil)
	}
	all := telling{}
	t.book(locale.Language{})
	for lang, book := range t.books {
		for player := range t.session.Players() {
			all[lang] = append(all[lang], board.Tell(t.session, player+1, r.Changes, book))
		}
	}
	t.told = append(t.told[:turn], all)
}

// tellTurn is what somebody is told of the command that led to a turn: as it is
// written when nobody had asked for their language by then.
func (t *table) tellTurn(turn int, eyes sight) []board.Told {
	if turn >= len(t.told) || len(t.told[turn]) == 0 {
		return nil
	}
	all, ok := t.told[turn][eyes.lang]
	if !ok {
		all = t.told[turn][locale.Language{}]
	}
	player := eyes.player
	if player < 1 || player > len(all) {
		player = min(t.session.Player(), len(all))
	}
	return all[player-1]
}

// maxBooks bounds the languages of one session.
const maxBooks = 20

// book is what the session says in a language.
func (t *table) book(lang locale.Language) *locale.Book {
	if content := t.session.Content(); t.bookish != content || len(t.books) >= maxBooks {
		asked := t.books
		t.books, t.bookish = map[locale.Language]*locale.Book{}, content
		if len(asked) < maxBooks {
			for l := range asked {
				t.book(l)
			}
		}
	}
	book, ok := t.books[lang]
	if !ok {
		book = locale.Open(t.session.Content().Catalog, t.session.Game().Definition, lang)
		t.books[lang] = book
	}
	return book
}

// said are messages in the language of a book.
func said(book *locale.Book, all []session.Message) []session.Message {
	if book == nil {
		return all
	}
	out := make([]session.Message, len(all))
	for i, m := range all {
		out[i] = session.Message{Text: book.Say(m.Text), Warning: m.Warning}
	}
	return out
}

// swap puts new content under the session, with the values that are tried as
// far as it knows them.
func (t *table) swap(c *rules.Content) diag.List {
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
