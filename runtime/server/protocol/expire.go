package protocol

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"sleight/runtime/content/safefile"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// DefaultIdle is how long a session stays in memory when nobody uses or watches
// it.
const DefaultIdle = time.Hour

// sessionID returns the id of the n-th session of a server.
func sessionID(n int) string { return strconv.Itoa(n) }

// Expire stores the sessions that nobody has used or watched for Options.Idle,
// until the context ends. Without a store, sessions never expire.
func (s *Server) Expire(ctx context.Context) {
	if s.options.SessionStore == nil {
		return
	}
	tick := time.NewTicker(max(time.Second, s.options.Idle/60))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		for _, t := range s.unwatched() {
			if time.Since(time.Unix(0, t.used.Load())) >= s.options.Idle {
				s.unload(t)
			}
		}
	}
}

// unwatched lists the sessions that nobody watches, least recently used first.
// Watched sessions count as used now.
func (s *Server) unwatched() []*liveSession {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	watched := s.watched()
	var out []*liveSession
	for _, t := range s.sessions {
		if watched[t.id] > 0 {
			t.used.Store(time.Now().UnixNano())
		} else {
			out = append(out, t)
		}
	}
	slices.SortFunc(out, func(a, b *liveSession) int { return cmp.Compare(a.used.Load(), b.used.Load()) })
	return out
}

// watched counts the clients that watch each session. The caller holds the
// mutex.
func (s *Server) watched() map[string]int {
	out := map[string]int{}
	for client := range s.clients {
		for id := range client.watching {
			out[id]++
		}
	}
	return out
}

// unload stores a session and removes it from memory, unless it cannot be
// written or is in use. It reports whether the session was removed.
func (s *Server) unload(t *liveSession) bool {
	if s.options.SessionStore == nil || !t.mutex.TryLock() {
		return false
	}
	defer t.mutex.Unlock()
	if t.closed || t.unloaded { // in the meantime
		return false
	}
	file, err := s.options.SessionStore.put(t.file, t.store)
	if err != nil {
		s.log.Warn("an unused session cannot be stored", "session", t.id, "reason", safefile.Reason(err))
		return false
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	t.file = file
	if s.watched()[t.id] > 0 {
		return false
	}
	t.unloaded = true
	delete(s.sessions, t.id)
	listed := SessionInfo{t.id, t.session.Game().ID(), t.session.Turn(), t.session.Players(), t.session.Over(), 0, true}
	s.stored[t.id] = &stored{file: file, listed: &listed}
	for len(s.stored) > maxStored {
		oldest := slices.MinFunc(slices.Collect(maps.Keys(s.stored)), byID)
		s.drop(s.stored[oldest].file)
		s.log.Warn("there are too many stored sessions: the oldest is gone", "session", oldest)
		delete(s.stored, oldest)
	}
	return true
}

// byID orders ids by their numbers.
func byID(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) }

// lockSession finds a session, fetching it from the store if necessary, and locks it.
// It stops waiting when the context ends.
func (s *Server) lockSession(ctx context.Context, id string) (*liveSession, *Error) {
	for {
		t, err := s.find(ctx, id)
		if err != nil {
			return nil, err
		}
		if !t.mutex.LockWithin(ctx) {
			return nil, fail(codeLimit, "the session %q was busy for too long", id)
		}
		if !t.unloaded && !t.closed {
			t.used.Store(time.Now().UnixNano())
			return t, nil
		}
		t.mutex.Unlock() // it was stored or closed in the meantime
		if t.closed {
			return nil, fail(codeNotFound, "unknown session %q", id)
		}
	}
}

// find finds a session, fetching it from the store if necessary.
func (s *Server) find(ctx context.Context, id string) (*liveSession, *Error) {
	s.mutex.Lock()
	t, kept := s.sessions[id], s.stored[id]
	s.mutex.Unlock()
	switch {
	case t != nil:
		return t, nil
	case kept == nil:
		return nil, fail(codeNotFound, "unknown session %q", id)
	}
	return s.fetch(ctx, id, kept)
}

// fetch loads a session from the store. Its file stays there until the session
// is closed or stored again, so that a crash loses only what came after.
func (s *Server) fetch(ctx context.Context, id string, kept *stored) (*liveSession, *Error) {
	if !s.fetching.LockWithin(ctx) {
		return nil, fail(codeLimit, "the session %q was busy for too long", id)
	}
	defer s.fetching.Unlock()
	s.mutex.Lock()
	t := s.sessions[id]
	s.mutex.Unlock()
	if t != nil { // another call has fetched it
		return t, nil
	}
	data, err := s.options.SessionStore.get(kept.file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fail(codeContent, "the session %q was stored, and its file is gone", id)
	}
	if err != nil {
		return nil, fail(codeContent, "the session %q was stored and cannot be read: %s", id, safefile.Reason(err))
	}
	live := s.live()
	t, failed := s.wake(ctx, live, data, kept.file)
	if failed != nil {
		return nil, failed
	}
	if err := s.lockWithRoom(); err != nil {
		return nil, err
	}
	t.id = id
	s.sessions[id] = t
	delete(s.stored, id)
	s.mutex.Unlock()
	s.follow(t, live)
	return t, nil
}

// lockWithRoom locks the server's mutex when there is room for one more session.
// If necessary, it stores the least recently used one that nobody watches.
func (s *Server) lockWithRoom() *Error {
	for {
		s.mutex.Lock()
		if len(s.sessions) < maxSessions {
			return nil
		}
		s.mutex.Unlock()
		if !slices.ContainsFunc(s.unwatched(), s.unload) {
			return fail(codeLimit, "there are %d sessions already: close one first", maxSessions)
		}
	}
}

// add adds a session that was started when the content from was live. If other
// content has gone live since then, the session switches to it, as existing
// sessions did.
func (s *Server) add(begun *session.Session, from *rules.Content) (*liveSession, *Error) {
	if err := s.lockWithRoom(); err != nil {
		return nil, err
	}
	s.opened++
	t := newLiveSession(sessionID(s.opened), begun)
	s.sessions[t.id] = t
	s.mutex.Unlock()
	s.follow(t, from)
	t.mutex.Lock()
	t.attachDebugger(s.options.Target)
	t.mutex.Unlock()
	return t, nil
}

// follow updates a session that was started with content to the live content.
func (s *Server) follow(t *liveSession, from *rules.Content) {
	for live := s.live(); live != from; live = s.live() {
		t.swap(live)
		from = live
	}
}
