package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sleight/runtime/content/archive"
	"sleight/runtime/sim"
	"sleight/runtime/sim/dispatch"
	"sleight/runtime/sim/experiment"
	"sleight/runtime/sim/queue"
	"sleight/runtime/sim/semantics"
	"sleight/runtime/ui/repl"
)

// defaultWait is how long a server may be unreachable by default.
const defaultWait = 10 * time.Minute

// natsFlags are the flags of sleight sim for workers on a server.
type natsFlags struct {
	nats  string
	chunk int
	job   string
	wait  time.Duration
}

func (f *natsFlags) flags(flags *pflag.FlagSet) {
	flags.StringVar(&f.nats, "nats", "", "have the workers on the NATS server at `URL` play; see sleight worker")
	flags.IntVar(&f.chunk, "chunk", 0, "with --nats, how many `GAMES` a worker takes at a time (default: 1/200 of them)")
	flags.StringVar(&f.job, "job", "", "with --nats, store results under a `NAME`, and resume an interrupted run of this name")
	waitFlag(flags, &f.wait)
}

func waitFlag(flags *pflag.FlagSet, wait *time.Duration) {
	flags.DurationVar(wait, "wait", defaultWait, "how long to wait for an unreachable NATS server (90s, 10m); 0 gives up at once")
}

// check rejects flags that make no sense together.
func (f *natsFlags) check(shard string) error {
	switch {
	case f.wait < 0:
		return fmt.Errorf("--wait %s: expected a time, 0 or more", f.wait)
	case f.chunk < 0:
		return fmt.Errorf("--chunk %d: expected a number of games, or 0 for the default", f.chunk)
	case f.nats == "" && f.job != "":
		return errors.New("--job names a run on a NATS server: give its URL with --nats")
	case f.nats != "" && shard != "":
		return errors.New("--nats and --shard are two ways to share games out: choose one")
	}
	return nil
}

// play runs the games on a server's workers. Call finish after the result has
// been written, to remove the job's data from the server.
func (f *natsFlags) play(ctx context.Context, c *cobra.Command, w *workspace, about experiment.Content, q *experiment.Question, progress func(int)) (result *sim.Result, finish func(), err error) {
	ask := queue.Request{Question: *q, Chunk: f.chunk, Job: f.job, Progress: progress}
	if ask.New, err = archive.Bundle(w.Loader); err != nil {
		return nil, nil, err
	}
	if w.before != nil {
		if ask.Old, err = archive.Bundle(w.before); err != nil {
			return nil, nil, err
		}
	}
	if _, err := q.Plan(ctx, about); err != nil { // before a worker finds it
		return nil, nil, err
	}
	s, err := queue.Connect(ctx, f.nats, queue.Options{Semantics: semantics.Digest(), Wait: f.wait, Notify: noticePrinter(c.ErrOrStderr())})
	if err != nil {
		return nil, nil, fmt.Errorf("--nats %w", err)
	}
	result, job, err := s.Run(ctx, ask)
	if err != nil {
		s.Close()
		switch {
		case job != "" && ctx.Err() == nil && result != nil:
			err = fmt.Errorf("%w; the games played so far are kept: the same command with --job %s continues", err, job)
		case job != "" && ctx.Err() != nil && f.job != "": // workers may have stored games that were not read yet
			printKept(c, job)
		}
		return nil, nil, err
	}
	return result, func() {
		defer s.Close()
		if f.job != "" && result.Played.N() < q.N {
			printKept(c, job)
			return
		}
		if err := s.Forget(job); err != nil {
			fmt.Fprintf(c.ErrOrStderr(), "note: the results of job %s stay on the server for a week: %v\n", job, err)
		}
	}, nil
}

// printKept explains how to resume an interrupted job.
func printKept(c *cobra.Command, job string) {
	fmt.Fprintf(c.ErrOrStderr(), "the games played so far are kept: the same command continues (--job %s)\n", job)
}

// noticePrinter returns a function that prints notices on lines of their own, even if
// the terminal shows a progress bar.
func noticePrinter(w io.Writer) func(dispatch.Notice) {
	begin := ""
	if f, ok := w.(*os.File); ok {
		if _, terminal := repl.TerminalWidth(f); terminal {
			begin = "\r\x1b[K"
		}
	}
	return func(n dispatch.Notice) { fmt.Fprintf(w, "%snote: %s\n", begin, n.Text) }
}
