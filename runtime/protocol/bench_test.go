package protocol_test

import (
	"context"
	"strconv"
	"sync"
	"testing"

	"sleight/runtime/protocol"
)

// BenchmarkWatched measures a command with its view for the player, alone and
// while 20 other clients watch the session and read all they are told.
func BenchmarkWatched(b *testing.B) {
	for _, watchers := range []int{0, 20} {
		b.Run(strconv.Itoa(watchers), func(b *testing.B) {
			s := benchServer(b)
			player := s.Connect(false)
			defer player.Close()
			player.Handle([]byte(`{"jsonrpc": "2.0", "id": 1, "method": "session/new", "params": {"game": "pairs"}}`))
			ctx, stop := context.WithCancel(context.Background())
			var group sync.WaitGroup
			for range watchers {
				c := s.Connect(false)
				c.Handle([]byte(`{"jsonrpc": "2.0", "id": 1, "method": "session/watch", "params": {"session": "1"}}`))
				group.Go(func() {
					defer c.Close()
					for ok := true; ok; {
						_, ok = c.Next(ctx)
					}
				})
			}
			pass := []byte(`{"jsonrpc": "2.0", "id": 1, "method": "do", "params": {"session": "1", "command": "pass"}}`)
			b.ReportAllocs()
			for b.Loop() {
				player.Handle(pass)
			}
			b.StopTimer()
			stop()
			group.Wait()
		})
	}
}

func benchServer(b *testing.B) *protocol.Server {
	b.Helper()
	s, _ := server(b)
	return s
}
