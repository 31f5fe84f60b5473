package cli

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"sleight/runtime/content/load"
	"sleight/runtime/game/rules"
	"sleight/runtime/sim/queue"
)

// usualNATS is where a NATS server usually is.
const usualNATS = "nats://127.0.0.1:4222"

func newWorker() *cobra.Command {
	var url string
	var workers int
	c := &cobra.Command{
		Use:   "worker",
		Short: "Play games for sleight sim --nats on other machines",
		Long: `Take games from a queue on a NATS server with JetStream and play them, until
interrupted. Content comes from whoever asks, by its digest; nothing needs to be
installed beside the program. A worker may be started, stopped or killed at any
time: what it was playing is played by another, and nothing counts twice.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			ctx, stop := signal.NotifyContext(c.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			s, err := queue.Connect(ctx, url)
			if err != nil {
				return err
			}
			defer s.Close()
			name, err := os.Hostname()
			if err != nil {
				name = "unknown"
			}
			fmt.Fprintf(c.ErrOrStderr(), "waiting for games on %s\n", url)
			return s.Work(ctx, queue.Work{
				Name: name, Workers: workers, Load: compiled,
				Done: func(game string, games int) {
					fmt.Fprintf(c.ErrOrStderr(), "played %s: %s\n", game, counted(games, "game"))
				},
			})
		},
	}
	c.Flags().StringVar(&url, "nats", usualNATS, "the `URL` of the server")
	c.Flags().IntVar(&workers, "workers", 0, "how many games at a time (default: one for each processor)")
	return c
}

// compiled builds content that came from elsewhere.
func compiled(l *load.Loader) (*rules.Content, error) {
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
