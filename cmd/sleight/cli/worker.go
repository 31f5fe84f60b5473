package cli

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/sim/queue"
	"sleight/runtime/sim/semantics"
)

// defaultNATS is the default address of a NATS server.
const defaultNATS = "nats://127.0.0.1:4222"

func newWorker() *cobra.Command {
	var url string
	var workers int
	var wait time.Duration
	c := &cobra.Command{
		Use:   "worker",
		Short: "Play games for sleight sim --nats on other machines",
		Long: `Take games from the jobs on a NATS server with JetStream and play them, until
interrupted. Jobs share the workers evenly. Content comes from the sender of
the job, by its digest; nothing needs to be installed except the program,
which must have the same semantics digest as the sender (sleight version). A worker
may be started, stopped or killed at any time: another worker plays its games
again, and nothing counts twice. While the server is unreachable, the worker keeps
trying for as long as --wait says.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			ctx, stop := signal.NotifyContext(c.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			if wait < 0 {
				return fmt.Errorf("--wait %s: expected a time, 0 or more", wait)
			}
			s, err := queue.Connect(ctx, url, queue.Options{Semantics: semantics.Digest(), Wait: wait, Notify: noticePrinter(c.ErrOrStderr())})
			if err != nil {
				return stopped(c, ctx, err, "no game was played")
			}
			defer s.Close()
			name, err := os.Hostname()
			if err != nil {
				name = "unknown"
			}
			fmt.Fprintf(c.ErrOrStderr(), "waiting for games on %s\n", url)
			return s.Work(ctx, queue.WorkerOptions{
				Name: name, Workers: workers, Load: buildReceived,
				Done: func(game string, games int) {
					fmt.Fprintf(c.ErrOrStderr(), "played %s: %s\n", game, counted(games, "game"))
				},
			})
		},
	}
	c.Flags().StringVar(&url, "nats", defaultNATS, "the `URL` of the server")
	waitFlag(c.Flags(), &wait)
	c.Flags().IntVar(&workers, "workers", 0, "how many games to play at a time (default: one per processor)")
	return c
}

// buildReceived builds content received from elsewhere.
func buildReceived(l *load.Loader) (*rules.Content, error) {
	catalog, problems := l.Load()
	if catalog == nil {
		return nil, problems
	}
	content, problems := rules.Build(catalog, nil)
	if content == nil {
		return nil, problems
	}
	return content, nil
}
