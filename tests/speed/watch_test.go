package speed

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sleight/runtime/server/protocol"
	"sleight/runtime/server/transport"
	"sleight/tests/shipped"
)

// watchers is how many clients watch a session.
const watchers = 20

// BenchmarkWatched measures what watchers cost: it compares, in turns, a
// session of Manipulation that 20 clients watch with one that nobody watches,
// both played at full speed by one client that gets the board after every
// command. The watchers read every notification, in the process or over HTTP.
func BenchmarkWatched(b *testing.B) {
	b.Run("here", func(b *testing.B) { watched(b, watchHere) })
	b.Run("http", func(b *testing.B) { watched(b, watchHTTP) })
}

func watched(b *testing.B, watch func(b *testing.B, s *protocol.Server) (notices func() int)) {
	s := protocol.NewServer(protocol.Options{Content: shipped.Content(b)})
	player := s.Connect(protocol.Rights{})
	defer player.Close()
	for range 2 {
		call(b, player, `"session/new", "params": {"game": "manipulation"}`)
	}
	notices := watch(b, s) // session 2
	const commands = 200
	block := func(session int) time.Duration {
		return took(func() {
			for range commands {
				call(b, player, fmt.Sprintf(`"do", "params": {"session": "%d", "command": "hold d1"}`, session))
			}
		})
	}
	var ratios []float64
	var all time.Duration
	block(1)
	for b.Loop() {
		var took [3]time.Duration // by session
		first := 1 + len(ratios)%2
		for _, session := range []int{first, 3 - first} {
			took[session] = block(session)
		}
		all += took[2]
		ratios = append(ratios, took[2].Seconds()/took[1].Seconds())
	}
	slices.Sort(ratios)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(ratios[len(ratios)/2], "×alone")
	b.ReportMetric(float64(commands*b.N)/all.Seconds(), "commands/s")
	b.ReportMetric(float64(notices())/watchers/all.Seconds(), "notices/s")
}

func call(t testing.TB, c *protocol.Client, what string) {
	t.Helper()
	if answer := string(c.Handle(context.Background(), []byte(`{"jsonrpc": "2.0", "id": 1, "method": `+what+`}`))); strings.Contains(answer, `"error":{`) {
		t.Fatal(answer)
	}
}

const watchIt = `"session/watch", "params": {"session": "2"}`

// watchHere makes clients in the process watch.
func watchHere(b *testing.B, s *protocol.Server) func() int {
	ctx, stop := context.WithCancel(b.Context())
	var group sync.WaitGroup
	var heard [watchers]int
	for i := range watchers {
		c := s.Connect(protocol.Rights{})
		call(b, c, watchIt)
		group.Go(func() {
			defer c.Close()
			for ok := true; ok; heard[i]++ {
				_, ok = c.Next(ctx)
			}
		})
	}
	return func() (n int) {
		stop()
		group.Wait()
		for _, one := range heard {
			n += one
		}
		return n
	}
}

// watchHTTP makes clients watch over HTTP.
func watchHTTP(b *testing.B, s *protocol.Server) func() int {
	var h http.Handler
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.ServeHTTP(w, r) }))
	h = transport.Handler(s, transport.Options{Token: "x", Hosts: []string{strings.TrimPrefix(site.URL, "http://")}})
	var group sync.WaitGroup
	var heard [watchers]int
	for i := range watchers {
		stream, err := http.Get(site.URL + "/events?token=x")
		if err != nil {
			b.Fatal(err)
		}
		lines := bufio.NewReaderSize(stream.Body, 1<<16)
		name := ""
		for name == "" {
			line, err := lines.ReadString('\n')
			if err != nil {
				b.Fatal(err)
			}
			name, _ = strings.CutPrefix(line, "data: ")
			if name == line {
				name = ""
			}
		}
		body := `{"jsonrpc": "2.0", "id": 1, "method": ` + watchIt + `}`
		r, err := http.NewRequestWithContext(b.Context(), http.MethodPost, site.URL+"/rpc?token=x", strings.NewReader(body))
		if err != nil {
			b.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Sleight-Client", strings.TrimSpace(name))
		answer, err := http.DefaultClient.Do(r)
		if err != nil || answer.StatusCode != http.StatusOK {
			b.Fatal(answer, err)
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
		group.Go(func() {
			defer stream.Body.Close()
			for {
				line, err := lines.ReadSlice('\n')
				if err == nil && len(line) > 1 {
					heard[i]++
				}
				if err != nil && err != bufio.ErrBufferFull {
					return
				}
			}
		})
	}
	return func() (n int) {
		site.CloseClientConnections()
		site.Close()
		group.Wait()
		for _, one := range heard {
			n += one
		}
		return n
	}
}

func took(job func()) time.Duration {
	began := time.Now()
	job()
	return time.Since(began)
}
