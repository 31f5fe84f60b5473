package protocol

import (
	"cmp"
	"io"
	"slices"
	"sync/atomic"
	"time"

	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/game/board"
	"sleight/runtime/game/debug"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/server/host"
)

// liveSession is a session in memory, with its server state. Its mutex guards all
// fields except id and the atomic ones.
type liveSession struct {
	id       string
	pending  atomic.Bool  // the watchers will be notified of the current changes
	used     atomic.Int64 // when it was last used or watched, in nanoseconds
	noticed  atomic.Int64 // when the watchers were last notified, in nanoseconds
	mutex    host.Lock
	session  *session.Session
	version  int
	closed   bool
	unloaded bool     // it was stored and removed from the sessions
	file     string   // its name in the store; empty if it has none
	notes    []string // from loading it from the store, until a client has received them
	// changes holds the described changes of each command, by turn.
	changes []turnChanges
	// translators holds the translators of the texts in translatedContent, by language.
	translators       map[locale.Language]*locale.Translator
	translatedContent *rules.Content
	// params holds the values being tried.
	params map[string]float64
	// views holds the views made of this version.
	views map[viewKey]*cachedView
	// played is the result of the command that led to this version, if one did.
	// Its changes are valid until the next.
	played session.Result
}

// viewKey identifies a view of a session: the player, from 1 or 0 for whoever
// acts, and the language.
type viewKey struct {
	player int
	lang   locale.Language
}

// turnChanges holds the described changes of one command for each language
// requested by then, by player from 0.
type turnChanges map[locale.Language][][]board.Change

// cachedView is a view, and the notification that carries it, which is encoded
// on first use.
type cachedView struct {
	view  *board.Board
	steps []board.Step
	line  func() []byte
}

func newLiveSession(id string, s *session.Session) *liveSession {
	t := &liveSession{id: id, mutex: host.NewLock(), session: s, version: 1, views: map[viewKey]*cachedView{}}
	t.used.Store(time.Now().UnixNano())
	t.changes = make([]turnChanges, s.Turn()+1)
	return t
}

// attachDebugger lets the debugger of target follow the session, which is about
// to be used.
func (t *liveSession) attachDebugger(target *debug.Target) {
	if !target.Play(t.session, t.mutex) && t.session.Probed() {
		t.session.SetProbe(nil) // the debugger has left, or has stopped another session
	}
}

// maxViews is the maximum number of cached views of one version.
const maxViews = 100

// checkPlayer validates the player of a call: a player from 1, or 0 for whoever
// acts.
func (t *liveSession) checkPlayer(player int) *Error {
	if most := t.session.Players(); player < 0 || player > most {
		return fail(codeParams, "player: expected a number from 0 to %d, got %d", most, player)
	}
	return nil
}

// view returns the session as a player sees it now. It is built once per
// version and must not be modified.
func (t *liveSession) view(who viewKey) *board.Board { return t.cached(who).view }

func (t *liveSession) cached(who viewKey) *cachedView {
	g := t.views[who]
	if g == nil {
		if len(t.views) >= maxViews {
			clear(t.views)
		}
		viewer := board.NewViewer(t.session, who.player, t.translator(who.lang))
		view, steps := viewer.Board(), viewer.Steps(t.played.Changes, t.played.Events)
		g = &cachedView{view, steps, encoded("changed", SessionChanged{Session: t.id, Version: t.version, Steps: steps, View: view})}
		t.views[who] = g
	}
	return g
}

// touch records that the session has changed; r is the result of the command
// that did it, or zero.
func (t *liveSession) touch(r session.Result) {
	t.version++
	t.played = session.Result{}
	if r.OK() && r.Command != "" {
		t.played = r
	}
	clear(t.views)
}

// changedNotification returns the notification of the session's current state,
// as of when it is sent. It is encoded once for all clients with the same view,
// while the game goes on.
func (t *liveSession) changedNotification(who viewKey) []byte {
	if g := t.latest(who); g != nil {
		return g.line()
	}
	return encode(notification{"2.0", "changed", SessionChanged{Session: t.id, Version: t.version, Closed: true}})
}

// latest is cached for callers that do not hold the mutex; it returns nil once
// the session is closed.
func (t *liveSession) latest(who viewKey) *cachedView {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.closed {
		return nil
	}
	return t.cached(who)
}

// copyAndUnlock writes a save of the session, and returns everything else that a
// copy needs. The caller holds the mutex; copyAndUnlock unlocks it.
func (t *liveSession) copyAndUnlock(w io.Writer) (c *rules.Content, changes []turnChanges, err error) {
	defer t.mutex.Unlock()
	return t.session.Content(), slices.Clone(t.changes[:min(len(t.changes), t.session.Turn()+1)]), t.session.Save(w)
}

// info describes the session in a list.
func (t *liveSession) info(watchers int) SessionInfo {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return SessionInfo{t.id, t.session.Game().ID(), t.session.Turn(), t.session.Players(), t.session.Over(), watchers, false}
}

// record stores the changes of a command, described for each player.
func (t *liveSession) record(r session.Result) {
	if !r.OK() || r.Command == "" {
		return
	}
	turn := t.session.Turn()
	for len(t.changes) < turn {
		t.changes = append(t.changes, nil)
	}
	all := turnChanges{}
	t.translator(locale.Language{})
	for lang, translator := range t.translators {
		for player := range t.session.Players() {
			all[lang] = append(all[lang], board.Describe(t.session, player+1, r.Changes, translator))
		}
	}
	t.changes = append(t.changes[:turn], all)
}

// changesAt returns the changes that a player may know of the command that led
// to a turn, untranslated if nobody had requested the player's language by
// then.
func (t *liveSession) changesAt(turn int, who viewKey) []board.Change {
	if turn >= len(t.changes) || len(t.changes[turn]) == 0 {
		return nil
	}
	all, ok := t.changes[turn][who.lang]
	if !ok {
		all = t.changes[turn][locale.Language{}]
	}
	return all[cmp.Or(who.player, t.session.Player())-1]
}

// maxLanguages is the maximum number of languages of one session.
const maxLanguages = 20

// translator returns the session's texts in a language.
func (t *liveSession) translator(lang locale.Language) *locale.Translator {
	if content := t.session.Content(); t.translatedContent != content || len(t.translators) >= maxLanguages {
		asked := t.translators
		t.translators, t.translatedContent = map[locale.Language]*locale.Translator{}, content
		if len(asked) < maxLanguages {
			for l := range asked {
				t.translator(l)
			}
		}
	}
	translator, ok := t.translators[lang]
	if !ok {
		translator = locale.Open(t.session.Content().Catalog, t.session.Game().Definition, lang)
		t.translators[lang] = translator
	}
	return translator
}

// messagesFor returns the messages addressed to a player, translated.
func messagesFor(s *session.Session, translator *locale.Translator, all []session.Message, player int) (out []session.Message) {
	for _, m := range all {
		if !m.For(player) {
			continue
		}
		if translator != nil {
			m.Text = translator.Message(s.Sentence(m.Text))
		}
		out = append(out, m)
	}
	return out
}

// swap switches the session to new content, with those of the values being
// tried that the content still defines.
func (t *liveSession) swap(c *rules.Content) diag.List {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	defer t.touch(session.Result{})
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
