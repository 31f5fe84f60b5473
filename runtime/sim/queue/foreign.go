package queue

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sleight/runtime/sim/dispatch"
)

// foreignVersion returns the protocol version in a message's subject if it differs
// from this program's, otherwise "".
func foreignVersion(subject string) string {
	parts := strings.Split(subject, ".")
	if len(parts) < 2 || parts[1] == "v"+version {
		return ""
	}
	return strings.TrimPrefix(parts[1], "v")
}

// maxRefused is the maximum number of foreign machines that are remembered.
const maxRefused = 1000

// reportForeign reports a machine that uses another version of the protocol, once.
// It relies only on the fields of the machine's announcement.
func (n *node) reportForeign(theirs string, m dispatch.Message) {
	who, cost := "worker "+m.Name, "gets no games"
	if m.Kind != dispatch.Hello {
		who, cost = "job "+m.Job, "is left to others"
	}
	if m.Kind != dispatch.Hello && m.Kind != dispatch.Open || n.reported[who] || len(n.reported) >= maxRefused {
		return
	}
	n.reported[who] = true
	n.Notify(dispatch.Notice{About: dispatch.Mismatch, Text: fmt.Sprintf(
		"%s uses version %s of the queue's protocol with semantics %s, not version %s with semantics %s, and %s: install the same version of the program",
		who, theirs, m.Semantics, version, n.server.options.Semantics, cost)})
}

// The names that version 1 of the protocol used. Its workers pull chunks from a
// stream and announce nothing.
const (
	firstJobs     = "SLEIGHT_JOBS"
	firstConsumer = "workers"
)

// watchFirst reports workers that wait for chunks of version 1, once, until the
// context ends. Otherwise they would wait without any notice.
func (s *Server) watchFirst(ctx context.Context) {
	tick := time.NewTicker(5 * s.config.Beat)
	defer tick.Stop()
	for {
		if s.waitingFirst(ctx) {
			s.notify(dispatch.Notice{About: dispatch.Mismatch, Text: fmt.Sprintf(
				"the server has workers that use version 1 of the queue's protocol, not version %s with semantics %s, and get no games: install the same version of the program there",
				version, s.options.Semantics)})
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// waitingFirst reports whether workers of version 1 wait for chunks.
func (s *Server) waitingFirst(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	js, _, _ := s.handles()
	consumer, err := js.Consumer(ctx, firstJobs, firstConsumer)
	if err != nil {
		return false // version 1 was never used on this server, or cannot be seen now
	}
	return consumer.CachedInfo().NumWaiting > 0
}
