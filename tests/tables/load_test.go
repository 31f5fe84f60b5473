package tables_test

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// load is the number of tables, and the duration of play.
type load struct {
	tables int
	lasts  time.Duration
}

// TestManyTablesOnOneHost plays tables of four, each at a command a second, and
// reports the time from sending a command until all four seats have received
// their views, and the host's memory. It checks that everyone receives
// everything; times depend on the machine and are only printed.
//
// CI plays 8 tables for a moment. With SLEIGHT_NIGHTLY it plays 1,000 for a
// minute, or the number in SLEIGHT_TABLES.
func TestManyTablesOnOneHost(t *testing.T) {
	t.Parallel() // it mostly waits
	l := load{tables: 8, lasts: 2 * time.Second}
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		l = load{tables: 1000, lasts: time.Minute}
		if n, err := strconv.Atoi(os.Getenv("SLEIGHT_TABLES")); err == nil {
			l.tables = n
		}
	}
	at := address(t)
	p := host(t, "--keep", t.TempDir(), "--http", at, "--per-address", "100000", "--calls", "1000000")
	web := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 10_000}}
	tables := make([]*round, l.tables)
	for i := range tables {
		tables[i] = open(t, web, "http://"+at)
	}
	before, own := cpu(t, p.Process.Pid), cpu(t, os.Getpid())
	began := time.Now()
	var all sync.WaitGroup
	for _, r := range tables {
		all.Go(func() { r.play(t, l.lasts) })
	}
	all.Wait()
	took, spent, clients := time.Since(began), cpu(t, p.Process.Pid)-before, cpu(t, os.Getpid())-own
	var times []time.Duration
	for _, r := range tables {
		times = append(times, r.times...)
	}
	if len(times) < l.tables {
		t.Fatalf("only %d commands were given at %d tables\n%s", len(times), l.tables, p.errs)
	}
	slices.Sort(times)
	part := func(share float64) time.Duration {
		return times[int(share*float64(len(times)-1))].Round(100 * time.Microsecond)
	}
	t.Logf("%d tables of 4, %d commands in %s (%.0f a second): all four views after %s (median), %s (95 %%), %s (99 %%)",
		l.tables, len(times), took.Round(time.Second), float64(len(times))/took.Seconds(), part(0.5), part(0.95), part(0.99))
	t.Logf("the host took %.2f s of processor time (%.2f processors, %.2f ms a command) and %s of memory at most; the clients took %.2f s",
		spent, spent/took.Seconds(), 1000*spent/float64(len(times)), status(t, p, "VmHWM"), clients)
}

// round is a hosted table with four clients.
type round struct {
	web   *http.Client
	base  string
	seats []*client
	times []time.Duration
}

// client is one of them, with the notifications it has received.
type client struct {
	name    string
	version atomic.Int64
	acts    atomic.Bool
	heard   chan struct{}
}

// open opens a table and lets four clients join it.
func open(t *testing.T, web *http.Client, at string) *round {
	t.Helper()
	var o struct {
		Table string
		Seats []string
	}
	if err := call(web, at+"/operator", operator, "", "table/open", map[string]any{"game": "mana_draw", "seats": 4}, &o); err != nil {
		t.Fatal(err)
	}
	r := &round{web: web, base: at + "/t/" + o.Table + "/"}
	for _, token := range o.Seats {
		c := &client{heard: make(chan struct{}, 1)}
		r.seats = append(r.seats, c)
		response, err := web.Get(r.base + "events")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { response.Body.Close() })
		lines := bufio.NewReaderSize(response.Body, 4<<10)
		for c.name == "" {
			line, err := lines.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			c.name = strings.TrimSpace(strings.TrimPrefix(line, "data: "))
			if strings.HasPrefix(line, "event: ") {
				c.name = ""
			}
		}
		var joined struct {
			News struct {
				Version int64
				Acts    bool
			}
		}
		if err := call(web, r.base+"rpc", "", c.name, "seat/join", map[string]any{"table": o.Table, "token": token}, &joined); err != nil {
			t.Fatal(err)
		}
		c.version.Store(joined.News.Version)
		c.acts.Store(joined.News.Acts)
		go c.listen(lines)
	}
	return r
}

// listen reads notifications until the stream ends. It reads only the beginning
// of each, so that the clients take little processor time from the host.
func (c *client) listen(lines *bufio.Reader) {
	for {
		head, err := lines.ReadSlice('\n')
		start := bytes.Clone(head[:min(len(head), 200)])
		for err == bufio.ErrBufferFull {
			_, err = lines.ReadSlice('\n')
		}
		if err != nil {
			return
		}
		if _, after, ok := bytes.Cut(start, []byte(`"method":"news"`)); ok {
			_, number, _ := bytes.Cut(after, []byte(`"version":`))
			version, _, _ := bytes.Cut(number, []byte(","))
			n, _ := strconv.ParseInt(string(version), 10, 64)
			c.acts.Store(bytes.Contains(after, []byte(`"acts":true`)))
			c.version.Store(n)
			select {
			case c.heard <- struct{}{}:
			default:
			}
		}
	}
}

// play sends a command each second, at its own offset.
func (r *round) play(t *testing.T, lasts time.Duration) {
	end := time.After(lasts)
	next := time.NewTimer(rand.N(time.Second))
	for {
		select {
		case <-end:
			return
		case <-next.C:
		}
		next.Reset(time.Second)
		i := slices.IndexFunc(r.seats, func(c *client) bool { return c.acts.Load() })
		if i < 0 {
			continue
		}
		var legal struct{ Commands []string }
		if err := call(r.web, r.base+"rpc", "", r.seats[i].name, "seat/legal", map[string]any{"limit": 20}, &legal); err != nil || len(legal.Commands) == 0 {
			t.Errorf("%v: %v", legal, err)
			return
		}
		began := time.Now()
		var out struct {
			Done    bool
			Version int64
		}
		command := legal.Commands[rand.IntN(len(legal.Commands))]
		if err := call(r.web, r.base+"rpc", "", r.seats[i].name, "seat/act", map[string]any{"command": command}, &out); err != nil || !out.Done {
			t.Errorf("%s: %+v, %v", command, out, err)
			return
		}
		for _, c := range r.seats {
			for late := time.After(30 * time.Second); c.version.Load() < out.Version; {
				select {
				case <-c.heard:
				case <-late:
					t.Errorf("a seat has not heard of version %d after 30 s", out.Version)
					return
				}
			}
		}
		r.times = append(r.times, time.Since(began))
	}
}

// status returns a line of a process's status on Linux, or "?".
func status(t *testing.T, p *process, name string) string {
	t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Process.Pid))
	if err != nil {
		return "?"
	}
	_, rest, _ := strings.Cut(string(data), name+":")
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(line)
}

// cpu returns the processor time of a process so far in seconds, or 0 where it
// is unknown.
func cpu(t *testing.T, pid int) float64 {
	t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	words := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
	user, _ := strconv.ParseFloat(words[11], 64)
	system, _ := strconv.ParseFloat(words[12], 64)
	const ticks = 100 // a second
	return (user + system) / ticks
}
