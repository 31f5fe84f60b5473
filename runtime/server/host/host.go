// Package host keeps tables at which people and bots play one game together:
// seats with secret tokens, and a file for each table to which every command is
// written before anyone is notified of it.
//
// Layer server. It knows sessions and seats, and shows players only what
// package seat does. It knows neither the text form of messages nor transports.
package host

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"sleight/runtime/content/locale"
	"sleight/runtime/content/safefile"
	"sleight/runtime/game/board"
	"sleight/runtime/game/rules"
)

// Options configure a host.
type Options struct {
	// Folder holds the tables. Only one host at a time may use it.
	Folder string
	Disk   safefile.Disk
	// Name is the prefix of its tables' ids, by which a load balancer finds the
	// machine.
	Name    string
	Content *rules.Content
	// Bundle packs the live content; tables that must keep older content are
	// restarted from such bundles. If nil, a table can be restarted only while
	// the live content is what it was played with.
	Bundle func() ([]byte, error)
	Limits Limits
	Log    *slog.Logger
	// Now is the clock; nil is time.Now.
	Now func() time.Time
}

// Limits bounds what tables and clients may use. Zero means the default.
type Limits struct {
	Tables int // in the folder
	// Seat is the number of clients that may share a player's seat, and Watchers
	// that of clients that watch one table.
	Seat, Watchers int
	// Acts is the number of commands, and Reads that of all other calls, per second
	// in one seat; bursts of twice as many are allowed.
	Acts, Reads float64
	// Idle is the time after which a table without clients is unloaded.
	Idle time.Duration
	// BotDelay is the delay before a bot acts, so that people can follow.
	BotDelay time.Duration
}

// defaultLimits holds the defaults of the limits.
var defaultLimits = Limits{Tables: 5000, Seat: 4, Watchers: 50, Acts: 10, Reads: 20, Idle: 2 * time.Minute, BotDelay: 600 * time.Millisecond}

func (l Limits) orDefaults() Limits {
	return Limits{
		cmp.Or(l.Tables, defaultLimits.Tables), cmp.Or(l.Seat, defaultLimits.Seat), cmp.Or(l.Watchers, defaultLimits.Watchers), cmp.Or(l.Acts, defaultLimits.Acts),
		cmp.Or(l.Reads, defaultLimits.Reads), cmp.Or(l.Idle, defaultLimits.Idle), cmp.Or(l.BotDelay, defaultLimits.BotDelay),
	}
}

// Host holds tables. It is safe for concurrent use.
type Host struct {
	Options
	thinking chan struct{} // held by bots while they think
	bundles  *bundleStore

	mutex  sync.Mutex // guards the fields below
	tables map[string]*Table
	live   *rules.Content
	// texts are the texts of the games being played, since the content last
	// changed or there were too many.
	texts map[gameLanguage]*board.Texts
}

// maxTexts is the maximum number of games and languages whose texts are kept for
// several tables. Clients choose their languages, so the number must be limited.
const maxTexts = 64

// gameLanguage is a game in a language.
type gameLanguage struct {
	game *rules.Game
	lang locale.Language
}

// tableName matches the names of hosts and the ids of tables.
var tableName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// fileEnd is the file name suffix of tables.
const fileEnd = ".table"

// Open opens a folder of tables, or creates it. Tables are loaded when someone
// joins them.
func Open(o Options) (*Host, error) {
	o.Name = cmp.Or(o.Name, "t")
	if err := CheckName(o.Name); err != nil {
		return nil, err
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Limits = o.Limits.orDefaults()
	if err := os.MkdirAll(o.Folder, 0o700); err != nil {
		return nil, err
	}
	if err := safefile.Clean(o.Disk, o.Folder); err != nil {
		return nil, err
	}
	h := &Host{Options: o, thinking: make(chan struct{}, 1), tables: map[string]*Table{}, live: o.Content, texts: map[gameLanguage]*board.Texts{}}
	h.bundles = newBundleStore(o.Disk, o.Folder)
	entries, err := o.Disk.ReadDir(o.Folder)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if id, ok := strings.CutSuffix(e.Name(), fileEnd); ok && e.Type().IsRegular() && tableName.MatchString(id) {
			h.tables[id] = newTable(h, id)
		}
	}
	h.storeBundle(o.Content)
	return h, nil
}

// CheckName reports why a name cannot be that of a host, if so.
func CheckName(name string) error {
	if !tableName.MatchString(name) {
		return fail(Invalid, "the name of a host has letters from a to z and digits, not %q", name)
	}
	return nil
}

// storeBundle stores the live content, so that tables can be restarted with it
// after it has changed.
func (h *Host) storeBundle(c *rules.Content) {
	if h.Bundle == nil {
		return
	}
	bundle, err := h.Bundle()
	if err == nil {
		err = h.bundles.store(c, bundle)
	}
	if err != nil {
		h.Log.Warn("the content cannot be stored beside the tables; they can be restarted only with this content", "reason", safefile.Reason(err))
	}
}

// Content returns the live content.
func (h *Host) Content() *rules.Content {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.live
}

// SetContent makes other content live. Tables use it at once, and pinned ones when
// their game is over.
func (h *Host) SetContent(c *rules.Content) {
	h.storeBundle(c)
	h.mutex.Lock()
	h.live = c
	clear(h.texts)
	tables := slices.Collect(maps.Values(h.tables))
	h.mutex.Unlock()
	for _, t := range tables {
		t.update()
	}
}

// textsOf returns the texts of a game in a language, which its tables share.
func (h *Host) textsOf(c *rules.Content, g *rules.Game, lang locale.Language) *board.Texts {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	key := gameLanguage{g, lang}
	if h.texts[key] == nil {
		if len(h.texts) >= maxTexts {
			clear(h.texts) // tables keep those that they use
		}
		h.texts[key] = board.NewTexts(g, locale.Open(c.Catalog, g.Definition, lang))
	}
	return h.texts[key]
}

// TableCount returns the number of tables. Unlike Tables, it reads none of them.
func (h *Host) TableCount() int {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return len(h.tables)
}

// Tables lists the tables by id.
func (h *Host) Tables() []TableInfo {
	h.mutex.Lock()
	tables := slices.Collect(maps.Values(h.tables))
	h.mutex.Unlock()
	out := []TableInfo{}
	for _, t := range tables {
		out = append(out, t.info())
	}
	slices.SortFunc(out, func(a, b TableInfo) int { return strings.Compare(a.Table, b.Table) })
	return out
}

// find returns a table. The same error answers an unknown table and a wrong
// token.
func (h *Host) find(id string) (*Table, error) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if t := h.tables[id]; t != nil {
		return t, nil
	}
	return nil, unknownTable()
}

func unknownTable() error {
	return fail(Forbidden, "there is no such table, or the token is not one of its tokens")
}

// UnloadIdle unloads tables at which nobody has been for Limits.Idle, until the
// context ends.
func (h *Host) UnloadIdle(ctx context.Context) {
	tick := time.NewTicker(max(10*time.Millisecond, h.Limits.Idle/4))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		h.mutex.Lock()
		tables := slices.Collect(maps.Values(h.tables))
		h.mutex.Unlock()
		for _, t := range tables {
			t.unloadIfIdle(h.Limits.Idle)
		}
	}
}

// Close unloads all tables. Their files are complete at any time; Close only
// frees memory and files.
func (h *Host) Close() {
	h.mutex.Lock()
	tables := slices.Collect(maps.Values(h.tables))
	h.mutex.Unlock()
	for _, t := range tables {
		t.close("the host has stopped")
	}
}
