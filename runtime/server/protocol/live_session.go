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
func (s *liveSession) attachDebugger(target *debug.Target) {
	if !target.Play(s.session, s.mutex) && s.session.Probed() {
		s.session.SetProbe(nil) // the debugger has left, or has stopped another session
	}
}

// maxViews is the maximum number of cached views of one version.
const maxViews = 100

// checkPlayer validates the player of a call: a player from 1, or 0 for whoever
// acts.
func (s *liveSession) checkPlayer(player int) *Error {
	if most := s.session.Players(); player < 0 || player > most {
		return fail(codeParams, "player: expected a number from 0 to %d, got %d", most, player)
	}
	return nil
}

// view returns the session as a player sees it now. It is built once per
// version and must not be modified.
func (s *liveSession) view(who viewKey) *board.Board { return s.cached(who).view }

func (s *liveSession) cached(who viewKey) *cachedView {
	g := s.views[who]
	if g == nil {
		if len(s.views) >= maxViews {
			clear(s.views)
		}
		viewer := board.NewViewer(s.session, who.player, s.translator(who.lang))
		view, steps := viewer.Board(), viewer.Steps(s.played.Changes, s.played.Events)
		g = &cachedView{view, steps, encoded("changed", SessionChanged{Session: s.id, Version: s.version, Steps: steps, View: view})}
		s.views[who] = g
	}
	return g
}

// touch records that the session has changed; r is the result of the command
// that did it, or zero.
func (s *liveSession) touch(r session.Result) {
	s.version++
	s.played = session.Result{}
	if r.OK() && r.Command != "" {
		s.played = r
	}
	clear(s.views)
}

// changedNotification returns the notification of the session's current state,
// as of when it is sent. It is encoded once for all clients with the same view,
// while the game goes on.
func (s *liveSession) changedNotification(who viewKey) []byte {
	if g := s.latest(who); g != nil {
		return g.line()
	}
	return encode(notification{"2.0", "changed", SessionChanged{Session: s.id, Version: s.version, Closed: true}})
}

// latest is cached for callers that do not hold the mutex; it returns nil once
// the session is closed.
func (s *liveSession) latest(who viewKey) *cachedView {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.closed {
		return nil
	}
	return s.cached(who)
}

// copyAndUnlock writes a save of the session, and returns everything else that a
// copy needs. The caller holds the mutex; copyAndUnlock unlocks it.
func (s *liveSession) copyAndUnlock(w io.Writer) (c *rules.Content, changes []turnChanges, err error) {
	defer s.mutex.Unlock()
	return s.session.Content(), slices.Clone(s.changes[:min(len(s.changes), s.session.Turn()+1)]), s.session.Save(w)
}

// info describes the session in a list.
func (s *liveSession) info(watchers int) SessionInfo {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return SessionInfo{s.id, s.session.Game().ID(), s.session.Turn(), s.session.Players(), s.session.Over(), watchers, false}
}

// record stores the changes of a command, described for each player.
func (s *liveSession) record(r session.Result) {
	if !r.OK() || r.Command == "" {
		return
	}
	turn := s.session.Turn()
	for len(s.changes) < turn {
		s.changes = append(s.changes, nil)
	}
	all := turnChanges{}
	s.translator(locale.Language{})
	for lang, translator := range s.translators {
		for player := range s.session.Players() {
			all[lang] = append(all[lang], board.Describe(s.session, player+1, r.Changes, translator))
		}
	}
	s.changes = append(s.changes[:turn], all)
}

// changesAt returns the changes that a player may know of the command that led
// to a turn, untranslated if nobody had requested the player's language by
// then.
func (s *liveSession) changesAt(turn int, who viewKey) []board.Change {
	if turn >= len(s.changes) || len(s.changes[turn]) == 0 {
		return nil
	}
	all, ok := s.changes[turn][who.lang]
	if !ok {
		all = s.changes[turn][locale.Language{}]
	}
	return all[cmp.Or(who.player, s.session.Player())-1]
}

// maxLanguages is the maximum number of languages of one session.
const maxLanguages = 20

// translator returns the session's texts in a language.
func (s *liveSession) translator(lang locale.Language) *locale.Translator {
	if content := s.session.Content(); s.translatedContent != content || len(s.translators) >= maxLanguages {
		asked := s.translators
		s.translators, s.translatedContent = map[locale.Language]*locale.Translator{}, content
		if len(asked) < maxLanguages {
			for l := range asked {
				s.translator(l)
			}
		}
	}
	translator, ok := s.translators[lang]
	if !ok {
		translator = locale.Open(s.session.Content().Catalog, s.session.Game().Definition, lang)
		s.translators[lang] = translator
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
func (s *liveSession) swap(c *rules.Content) diag.List {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	defer s.touch(session.Result{})
	if len(s.params) > 0 {
		if tuned, problems := c.With(s.params); tuned != nil {
			c = tuned
		} else {
			s.params = nil
			return append(problems, s.session.Swap(c)...)
		}
	}
	return s.session.Swap(c)
}
