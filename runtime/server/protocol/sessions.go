package protocol

import (
	"bytes"
	"context"
	"maps"
	"math"
	"slices"
	"strconv"

	"sleight/runtime/content/locale"
	"sleight/runtime/diag"
	"sleight/runtime/diag/strictjson"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/sim"
)

func (c *Client) hello(_ context.Context, p Greeting) (Hello, *Error) {
	if p.Language != "" {
		lang, ok := locale.Parse(p.Language)
		if !ok {
			return Hello{}, fail(codeParams, "%q is not a language tag; write a tag such as de or pt-BR", p.Language)
		}
		c.setLanguage(lang)
	}
	catalog, lang := c.server.live().Catalog, c.lang()
	h := Hello{Protocol: Version, Debug: c.rights.Debug, Games: []Game{}, Languages: locale.All(catalog)}
	h.Words, h.Forms = locale.FrontEndTexts(catalog, lang)
	if lang != (locale.Language{}) {
		h.Language = lang.String()
	}
	if c.rights.Debug {
		h.Root = c.server.options.Root
	}
	for _, g := range c.server.live().Games() {
		d := g.Definition
		translator := locale.Open(catalog, d, lang)
		h.Games = append(h.Games, Game{
			ID: g.ID(), Title: translator.Name(d), Text: translator.Describe(d, g.Printed(d)), MinPlayers: g.MinPlayers, MaxPlayers: g.MaxPlayers,
			Secrets: g.Private, Bots: sim.Bots(g), Languages: locale.Of(catalog, d),
		})
	}
	return h, nil
}

// seedOf reads a seed.
func seedOf(text Digits) (uint64, *Error) {
	if text == "" {
		return 1, nil
	}
	seed, err := strconv.ParseUint(string(text), 10, 64)
	if err != nil {
		return 0, fail(codeParams, "seed: expected a whole number from 0 to %d, got %.40q", uint64(math.MaxUint64), text)
	}
	return seed, nil
}

func (c *Client) newSession(_ context.Context, p New) (*OpenedSession, *Error) {
	seed, err := seedOf(p.Seed)
	if err != nil {
		return nil, err
	}
	var profile rules.Profile
	if len(p.Profile) > 0 {
		if err := strictjson.Unmarshal(p.Profile, &profile); err != nil {
			return nil, fail(codeParams, "profile: %v", err)
		}
	}
	content := c.server.live()
	s, problem := session.New(content, p.Game, session.Options{Seed: seed, Players: p.Players, Profile: profile})
	if problem != nil {
		return nil, c.server.problemError(*problem)
	}
	return c.opened(s, content, nil)
}

// problemError converts a problem to an error.
func (s *Server) problemError(d diag.Diagnostic) *Error {
	e := fail(codeContent, "%s", d.Message)
	if d.Code == "content/reference" {
		e.Code = codeNotFound
	}
	e.Data = s.explain(diag.List{d})
	return e
}

// opened adds a session that was started when the content was live.
func (c *Client) opened(s *session.Session, content *rules.Content, notes []string) (*OpenedSession, *Error) {
	t, err := c.server.add(s, content)
	if err != nil {
		return nil, err
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return c.shown(t, notes, 0), nil
}

// shown returns a session as a player sees it; the caller holds its mutex.
func (c *Client) shown(t *liveSession, notes []string, player int) *OpenedSession {
	notes, t.notes = append(t.notes, notes...), nil
	out := &OpenedSession{Session: t.id, Notes: notes, Version: t.version, View: t.view(viewKey{player, c.lang()})}
	if c.rights.Debug {
		out.Seed = strconv.FormatUint(t.session.State().Seed, 10)
	}
	return out
}

func (c *Client) load(ctx context.Context, p Load) (*OpenedSession, *Error) {
	content := c.server.live()
	s, notes, problem := session.LoadWithin(ctx, content, bytes.NewReader(p.Save), "(save)")
	if problem != nil {
		return nil, c.server.problemError(*problem)
	}
	return c.opened(s, content, notes)
}

func (c *Client) save(ctx context.Context, p SessionRef) (SavedSession, *Error) {
	t, err := c.server.lockSession(ctx, p.Session)
	if err != nil {
		return SavedSession{}, err
	}
	defer t.mutex.Unlock()
	var out bytes.Buffer
	if err := t.session.Save(&out); err != nil {
		return SavedSession{}, fail(codeContent, "the session cannot be saved: %v", err)
	}
	return SavedSession{out.Bytes()}, nil
}

func (c *Client) profile(ctx context.Context, p SessionRef) (SessionProfile, *Error) {
	t, err := c.server.lockSession(ctx, p.Session)
	if err != nil {
		return SessionProfile{}, err
	}
	defer t.mutex.Unlock()
	values := t.session.Profile()
	if values == nil {
		values = rules.Profile{}
	}
	return SessionProfile{encode(values)}, nil
}

func (c *Client) branch(ctx context.Context, p SessionRef) (*OpenedSession, *Error) {
	t, err := c.server.lockSession(ctx, p.Session)
	if err != nil {
		return nil, err
	}
	live := c.server.live()
	var out bytes.Buffer
	content, changes, failed := t.copyAndUnlock(&out) // which unlocks it
	if failed != nil {
		return nil, fail(codeContent, "the session cannot be copied: %v", failed)
	}
	s, notes, problem := session.LoadWithin(ctx, content, &out, "(branch)")
	if problem != nil {
		return nil, c.server.problemError(*problem)
	}
	o, err := c.opened(s, live, notes)
	if err != nil {
		return nil, err
	}
	if other, err := c.server.lockSession(ctx, o.Session); err == nil {
		other.changes = changes
		other.mutex.Unlock()
	}
	return o, nil
}

func (c *Client) list(ctx context.Context, _ None) ([]SessionInfo, *Error) {
	s := c.server
	s.mutex.Lock()
	watchers, sessions, away := s.watched(), slices.Collect(maps.Values(s.sessions)), maps.Clone(s.stored)
	s.mutex.Unlock()
	out := []SessionInfo{}
	for _, t := range sessions {
		out = append(out, t.info(watchers[t.id]))
	}
	for id, kept := range away {
		if ctx.Err() != nil {
			return nil, fail(codeLimit, "there are too many stored sessions to list in time")
		}
		if one, err := s.describe(id, kept); err == nil {
			out = append(out, one)
		} else {
			s.log.Warn("a stored session cannot be read", "file", kept.file, "reason", err)
		}
	}
	slices.SortFunc(out, func(a, b SessionInfo) int {
		return byID(a.Session, b.Session)
	})
	return out, nil
}

func (c *Client) closeSession(ctx context.Context, p SessionRef) (None, *Error) {
	t, err := c.server.lockSession(ctx, p.Session)
	if err != nil {
		return None{}, err
	}
	t.closed = true
	if t.file != "" {
		c.server.drop(t.file)
	}
	t.mutex.Unlock()
	c.server.notify(t)
	c.server.mutex.Lock()
	defer c.server.mutex.Unlock()
	delete(c.server.sessions, t.id)
	for client := range c.server.clients {
		delete(client.watching, t.id)
	}
	return None{}, nil
}

func (c *Client) watch(ctx context.Context, p ViewRequest) (*OpenedSession, *Error) {
	t, err := c.server.lockSession(ctx, p.Session)
	if err != nil {
		return nil, err
	}
	defer t.mutex.Unlock()
	if err := t.checkPlayer(p.Player); err != nil {
		return nil, err
	}
	c.server.mutex.Lock()
	c.watching[t.id] = p.Player
	c.server.mutex.Unlock()
	return c.shown(t, nil, p.Player), nil
}

func (c *Client) unwatch(_ context.Context, p SessionRef) (None, *Error) {
	c.server.mutex.Lock()
	defer c.server.mutex.Unlock()
	delete(c.watching, p.Session)
	return None{}, nil
}
