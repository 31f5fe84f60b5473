package host

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"sleight/runtime/content/locale"
	"sleight/runtime/content/safefile"
	"sleight/runtime/game/board"
	"sleight/runtime/game/random"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/seat"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
	"sleight/runtime/sim"
)

// Table is one game, and the seats around it. Its mutex guards all fields but
// host and id.
type Table struct {
	host *Host
	id   string

	mutex Lock
	head  *header // nil until the file has been read
	file  *file
	// records are those of the file, between its reading and the table's waking in
	// the same call; nil otherwise.
	records []*record
	// session is nil while the table is unloaded.
	session *session.Session
	outline *state.Outliner
	version int
	failure error     // why the table cannot continue
	content contentID // content for the rest of the game
	updated bool      // the last version is a change of content

	seats        []seatState // by player, from 0
	participants map[*Participant]bool
	left         time.Time // when the last client left
	watching     bucket    // of all watchers together
	rng          random.Stream
	timer        *time.Timer // the next move of a bot
	// clocks are the timers of choices whose time is limited.
	clocks       map[clockKey]*runningClock
	stuckVersion int // the version in which a bot had no command
	// failures are the problems of views that have been logged.
	failures []string

	// shown holds each seat's view of this version, recent the events of the last
	// commands as each seat may know them, and caches the parts that seats share,
	// for each language in use. described holds the changes of the last commands in words, by
	// turn.
	shown     map[viewKey]*cachedView
	recent    map[viewKey][]SeatLogEntry
	caches    map[locale.Language]*board.Cache
	described map[int]wording
}

// seatState is a player's seat.
type seatState struct {
	bot         string    // who plays it instead of a client
	sequence    int64     // the number of the seat's last numbered command
	last        ActResult // and the answer to it
	away        time.Time // since when no client is there; zero if one is
	acts, reads bucket
}

// viewKey identifies a view: a seat, or 0 for watchers, and a language.
type viewKey struct {
	player int
	lang   locale.Language
}

func newTable(h *Host, id string) *Table {
	return &Table{host: h, id: id, mutex: NewLock(), participants: map[*Participant]bool{}, clocks: map[clockKey]*runningClock{}, left: h.Now()}
}

// lock locks the table, and prepares its session for use.
func (t *Table) lock() {
	t.mutex.Lock()
	t.resume()
}

// lockWithin is like lock, but returns ok == false if the context ends first.
func (t *Table) lockWithin(ctx context.Context) (ok bool) {
	if ok = t.mutex.LockWithin(ctx); ok {
		t.resume()
	}
	return ok
}

func (t *Table) resume() {
	if t.session != nil {
		t.session.Resume()
	}
}

// unlock unlocks the table. Its session releases what it does not need between
// calls, and a table that was read and not woken releases its records.
func (t *Table) unlock() {
	t.records = nil
	if t.session != nil {
		t.session.Suspend()
	}
	t.mutex.Unlock()
}

func (t *Table) path() string { return filepath.Join(t.host.Folder, t.id+fileEnd) }

// Create opens a table. Its tokens are returned, and kept as digests only.
func (h *Host) Create(o Setup) (*CreatedTable, error) {
	h.mutex.Lock()
	live, full := h.live, len(h.tables) >= h.Limits.Tables
	h.mutex.Unlock()
	if full {
		return nil, fail(LimitExceeded, "there are %d tables already; remove the files of old ones", h.Limits.Tables)
	}
	s, bots, err := o.begin(live)
	if err != nil {
		return nil, err
	}
	out := &CreatedTable{Table: newID(h.Name)}
	t := newTable(h, out.Table)
	t.head = &header{
		Format: format, ID: t.id, Game: o.Game, Seed: s.State().Seed, Seats: s.Players(), StandIn: o.StandIn, Patience: o.Patience, Pinned: o.Pinned,
		Content: contentID{s.Game().Digest(), h.bundles.bundleOf(live)},
	}
	for range s.Players() + 1 {
		token := newToken()
		out.Seats, t.head.Keys = append(out.Seats, token), append(t.head.Keys, digest(token))
	}
	out.Seats, out.Watch = out.Seats[:s.Players()], out.Seats[s.Players()]
	f, err := createFile(h.Disk, t.path(), append([]*record{{Head: t.head}}, bots...)...)
	if err != nil {
		return nil, fail(Unavailable, "the table cannot be written: %s", safefile.Reason(err))
	}
	t.file, t.content = f, t.head.Content
	t.start(s)
	for _, r := range bots {
		t.seats[r.SeatBot.Player-1].bot = r.SeatBot.Bot
	}
	t.version = 1 + len(bots)
	h.mutex.Lock()
	h.tables[t.id] = t
	h.mutex.Unlock()
	return out, nil
}

// begin starts the game of a new table, and returns the records of the bots in its seats.
func (o *Setup) begin(c *rules.Content) (*session.Session, []*record, error) {
	s, problem := session.New(c, o.Game, session.Options{Seed: newSeed(), Players: o.Seats})
	if problem != nil {
		return nil, nil, fail(Invalid, "%s", problem.Message)
	}
	bots := []*record{}
	for _, player := range slices.Sorted(maps.Keys(o.Bots)) {
		if player < 1 || player > s.Players() {
			return nil, nil, fail(Invalid, "there is no seat %d for a bot: the table has %d", player, s.Players())
		}
		bots = append(bots, &record{SeatBot: &seatBot{player, o.Bots[player]}})
	}
	for _, name := range append(slices.Collect(maps.Values(o.Bots)), o.StandIn) {
		if err := botExists(s.Game(), name); err != nil {
			return nil, nil, err
		}
	}
	return s, bots, nil
}

// Check reports why no table can be opened like this, if so, without a host.
func (o *Setup) Check(c *rules.Content) error {
	_, _, err := o.begin(c)
	return err
}

func botExists(g *rules.Game, name string) error {
	if name == "" {
		return nil
	}
	if _, err := sim.NewBot(g, name); err != nil {
		return fail(Invalid, "%v", err)
	}
	return nil
}

// start starts a session at the table.
func (t *Table) start(s *session.Session) {
	t.session, t.outline = s, state.NewOutliner(s.State())
	t.shown, t.recent, t.caches = map[viewKey]*cachedView{}, map[viewKey][]SeatLogEntry{}, map[locale.Language]*board.Cache{}
	t.described = map[int]wording{}
	t.rng = random.New(newSeed(), "bots of a table")
	t.stuckVersion = -1
	if t.seats == nil {
		t.seats = make([]seatState, s.Players())
		for i := range t.seats {
			t.seats[i].away = t.host.Now()
			t.seats[i].acts, t.seats[i].reads = newBucket(t.host.Limits.Acts), newBucket(t.host.Limits.Reads)
		}
		t.watching = newBucket(float64(t.host.Limits.Reads * float64(t.host.Limits.Watchers)))
	}
}

// read reads the head of the table's file, if necessary.
func (t *Table) read() error {
	switch {
	case t.failure != nil:
		return t.failure
	case t.head != nil:
		return nil
	}
	f, records, err := readFile(t.host.Disk, t.path())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return unknownTable()
	case err != nil:
		return t.fail("its file cannot be read: %s", safefile.Reason(err))
	case records[0].Head.Format != format || records[0].Head.ID != t.id:
		return t.fail("its file is that of table %q in format %d", records[0].Head.ID, records[0].Head.Format)
	}
	if f.torn {
		t.host.Log.Warn("the last line of a table was not written completely and never acknowledged; it is left out", "table", t.id)
	}
	t.file, t.head, t.records, t.version = f, records[0].Head, records, len(records)
	return nil
}

// fail records why the table cannot continue.
func (t *Table) fail(format string, args ...any) error {
	reason := fmt.Sprintf(format, args...)
	t.host.Log.Error("a table cannot continue", "table", t.id, "reason", reason)
	t.failure = fail(Unavailable, "this table cannot continue; the log of its host gives the reason")
	return t.failure
}

// wake replays the table's file, unless the table is awake.
func (t *Table) wake() error {
	if err := t.read(); err != nil || t.session != nil {
		return err
	}
	if t.records == nil { // it was unloaded, or read by an earlier call
		f, records, err := readFile(t.host.Disk, t.path())
		if err != nil {
			return t.fail("its file cannot be read: %s", safefile.Reason(err))
		}
		t.file, t.records, t.version = f, records, len(records)
	}
	records := t.records
	t.records = nil
	if err := t.replay(records); err != nil {
		t.session = nil
		return t.fail("%v", err)
	}
	t.swapTo(t.host.Content())
	return nil
}

// replay starts the game again and applies the records.
func (t *Table) replay(records []*record) error {
	h := records[0].Head
	content, err := t.host.bundles.get(t.host.Content(), h.Game, h.Content.Digest, h.Content.Bundle)
	if err != nil {
		return err
	}
	s, problem := session.New(content, h.Game, session.Options{Seed: h.Seed, Players: h.Seats})
	if problem != nil {
		return problem
	}
	t.start(s)
	t.content = h.Content
	for i, r := range records[1:] {
		if err := t.apply(r, i+maxDescribed >= len(records)-1); err != nil {
			return fmt.Errorf("line %d: %w", i+2, err)
		}
	}
	return nil
}

// apply applies a record. If the log lists its changes, they are put into words.
func (t *Table) apply(r *record, listed bool) error {
	s := t.session
	switch {
	case r.Command != nil:
		result := s.Run(r.Command.Text)
		switch outcome := t.outcome(result); {
		case result.Problem != nil:
			return result.Problem
		case result.Refusal != nil:
			return fmt.Errorf("%s is refused: %s", r.Command.Text, result.Refusal)
		case outcome != r.Command.Outcome:
			return fmt.Errorf("%s had a different outcome; this version of Sleight has different rules", r.Command.Text)
		}
		if listed {
			t.recordWords(result)
		}
		if p := r.Command.Player; r.Command.Sequence != 0 && p >= 1 && p <= len(t.seats) {
			t.seats[p-1].sequence, t.seats[p-1].last = r.Command.Sequence, ActResult{Done: true, Command: seat.Of(s, p, nil).Command(s.Turn())}
		}
	case r.Swap != nil:
		c, err := t.host.bundles.get(t.host.Content(), t.head.Game, r.Swap.Digest, r.Swap.Bundle)
		if err != nil {
			return err
		}
		t.setContent(c, *r.Swap)
	case r.SeatBot != nil && r.SeatBot.Player >= 1 && r.SeatBot.Player <= len(t.seats):
		t.seats[r.SeatBot.Player-1].bot = r.SeatBot.Bot
	}
	return nil
}

// outcome identifies the effects of a command.
func (t *Table) outcome(r session.Result) string {
	if !r.OK() {
		return ""
	}
	return save.Outcome(t.outline.Effects(r.Changes))
}

// setContent switches the game to other content if the game can continue with it.
func (t *Table) setContent(c *rules.Content, as contentID) {
	notes := t.session.Swap(c)
	for _, n := range notes {
		t.host.Log.Info("new content at a table", "table", t.id, "note", n.Error())
	}
	t.content, t.updated = as, true
	t.outline = state.NewOutliner(t.session.State())
	clear(t.shown)
	clear(t.recent)
	clear(t.caches)
}

// swapTo switches to new content and notifies all clients, unless the table keeps
// its own, or its file cannot be written.
func (t *Table) swapTo(c *rules.Content) {
	if t.session == nil || t.failure != nil { // it switches to new content when it wakes
		return
	}
	g, ok := c.Game(t.head.Game)
	if !ok || g.Digest() == t.content.Digest || t.head.Pinned && !t.session.Over() {
		return
	}
	as := contentID{g.Digest(), t.host.bundles.bundleOf(c)}
	if _, err := t.file.add(&record{Swap: &as}); err != nil {
		t.host.Log.Warn("a table keeps its content, since its file cannot be written", "table", t.id, "reason", safefile.Reason(err))
		return
	}
	t.version++
	t.setContent(c, as)
	t.notifyAll()
}

// update switches to the live content if the table is awake.
func (t *Table) update() {
	t.lock()
	defer t.unlock()
	t.swapTo(t.host.Content())
}

// unloadIfIdle unloads the table if nobody has been there for a while.
func (t *Table) unloadIfIdle(after time.Duration) {
	t.lock()
	defer t.unlock()
	if len(t.participants) == 0 && t.session != nil && t.host.Now().Sub(t.left) >= after {
		t.unload()
	}
}

func (t *Table) unload() {
	if t.session != nil {
		t.session.Suspend()
	}
	t.session, t.outline, t.shown, t.recent, t.caches = nil, nil, nil, nil, nil
	if t.file != nil {
		t.file.close()
	}
	if t.timer != nil {
		t.timer.Stop()
	}
	t.updateClocks()
}

// close disconnects all clients and unloads the table.
func (t *Table) close(reason string) {
	t.lock()
	defer t.unlock()
	for c := range t.participants {
		t.remove(c, reason)
	}
	t.unload()
}

func (t *Table) info() TableInfo {
	t.lock()
	defer t.unlock()
	out := TableInfo{Table: t.id, Version: t.version, Awake: t.session != nil, Here: len(t.participants)}
	_ = t.read() // a table that cannot be read is listed without its game
	if t.head != nil {
		out.Game, out.Seats, out.Version = t.head.Game, t.head.Seats, t.version
	}
	return out
}

// cache returns the parts of boards that the seats share in a language.
func (t *Table) cache(lang locale.Language) *board.Cache {
	c, ok := t.caches[lang]
	if !ok {
		c = board.NewCache(t.host.textsOf(t.session.Content(), t.session.Game(), lang))
		t.caches[lang] = c
	}
	return c
}

// translator returns the game's texts in a language.
func (t *Table) translator(lang locale.Language) *locale.Translator {
	return t.cache(lang).Texts().Translator()
}

// seat returns the seat of a view.
func (t *Table) seat(k viewKey) *seat.Seat {
	return seat.Of(t.session, k.player, t.translator(k.lang)).Sharing(t.cache(k.lang))
}
