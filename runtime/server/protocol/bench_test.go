package protocol

import (
	"encoding/json"
	"fmt"
	"testing"

	"sleight/runtime/game/random"
	"sleight/runtime/server/host"
	"sleight/tests/clock"
	"sleight/tests/shipped"
)

// dinner is a table of Mana Draw for four, with a client in each seat.
type dinner struct {
	*testing.B
	host   *host.Host
	server *Server
	seats  []*Client
}

func (d *dinner) ask(c *Client, method, params string) []byte {
	return c.Handle(d.Context(), fmt.Appendf(nil, `{"jsonrpc": "2.0", "id": 1, "method": %q, "params": %s}`, method, params))
}

// open opens another table and lets the clients join it.
func (d *dinner) open() {
	o, err := d.host.Create(host.Setup{Game: "mana_draw", Seats: 4})
	if err != nil {
		d.Fatal(err)
	}
	for _, c := range d.seats {
		c.Close()
	}
	d.seats = nil
	for _, token := range o.Seats {
		c := d.server.Connect(Rights{Seats: true})
		d.ask(c, "seat/join", fmt.Sprintf(`{"table": %q, "token": %q}`, o.Table, token))
		d.seats = append(d.seats, c)
	}
	d.listen()
}

// listen reads the messages to the seats, and returns their number of bytes.
func (d *dinner) listen() (bytes int) {
	for _, c := range d.seats {
		for message := c.nextMessage(); message != nil; message = c.nextMessage() {
			bytes += len(message())
		}
	}
	return bytes
}

// next returns a legal command, and the seat that may give it; nil at the end of
// a game.
func (d *dinner) next(luck *random.Stream) (*Client, string) {
	for _, c := range d.seats {
		var answer struct{ Result host.Commands }
		if err := json.Unmarshal(d.ask(c, "seat/legal", `{"limit": 20}`), &answer); err != nil {
			d.Fatal(err)
		}
		if n := len(answer.Result.Commands); n > 0 {
			return c, answer.Result.Commands[luck.Below(uint64(n))]
		}
	}
	return nil, ""
}

// BenchmarkTable measures a command at a table of Mana Draw for four: reading
// the call, playing it, writing it to disk, and the messages to the four seats.
// It reports the processor time and the bytes sent to the seats for each
// command.
func BenchmarkTable(b *testing.B) {
	const commands = 60 // at one table
	content := shipped.Content(b)
	h, err := host.Open(host.Options{Folder: b.TempDir(), Content: content, Limits: host.Limits{Acts: 1e9, Reads: 1e9, Tables: 1e6}})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(h.Close)
	d := &dinner{B: b, host: h, server: NewServer(Options{Content: content, Host: h})}
	luck := random.New(1, "bench")
	sent, done := 0, 0
	began := clock.Now()
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		start := clock.Now()
		if done%commands == 0 {
			d.open()
		}
		seat, command := d.next(&luck)
		for ; seat == nil; seat, command = d.next(&luck) {
			d.open()
		}
		done++
		began += clock.Now() - start
		b.StartTimer()
		d.ask(seat, "seat/act", fmt.Sprintf(`{"command": %q}`, command))
		sent += d.listen()
	}
	b.ReportMetric(float64((clock.Now()-began).Microseconds())/float64(b.N), "cpu-µs/op")
	b.ReportMetric(float64(sent)/float64(b.N), "sent-B/op")
}
