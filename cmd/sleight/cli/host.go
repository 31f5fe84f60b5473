package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sleight/runtime/content/archive"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/packs/install"
	"sleight/runtime/server/host"
	"sleight/runtime/server/protocol"
	"sleight/runtime/server/transport"
	"sleight/runtime/sleight"
	"sleight/runtime/ui/studio"
)

// operatorVariable names the environment variable with the operator's token.
const operatorVariable = "SLEIGHT_OPERATOR"

// hostGarbage is how much garbage a host accumulates before a collection, in
// percent of live memory. It is below Go's default because a thousand tables keep
// much memory live while the boards made for clients are garbage at once.
const hostGarbage = 75

// hostFlags are the flags of sleight host.
type hostFlags struct {
	setup    host.Setup
	limits   host.Limits
	bots     []string
	patience time.Duration
	http     string
	url      string
	keep     string
	name     string
	proxy    bool
	streams  int
	each     int
	calls    float64
}

func newHost(w *workspace) *cobra.Command {
	f := &hostFlags{}
	c := &cobra.Command{
		Use:   "host [GAME]",
		Short: "Open a table at which people play one game, each in a browser",
		Long: `Open a table at which people play one game, each in a browser: it prints a link
for each seat, and one for watchers. Whoever has a link has the seat; send each to
its player. Every command is on disk before it is announced, so a table survives a
crash. Without GAME, existing tables continue and no new one is opened.

On standard input, "bot TABLE SEAT NAME" gives a seat to a bot, "bot TABLE SEAT" takes
it back, and "tables" lists the tables. With the variable ` + operatorVariable + `, whoever
sends that token may open tables through the protocol. docs/hosting.md explains how to
host on the internet.`,
		Args: atMost(1),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c, w, strings.Join(args, "")) },
	}
	flags := c.Flags()
	flags.IntVar(&f.setup.Seats, "seats", 0, "the number of players (default: as few as the game allows)")
	flags.StringArrayVar(&f.bots, "bot", nil, "let a bot play a seat whenever its player is away: `SEAT=NAME`; may be repeated")
	flags.StringVar(&f.setup.StandIn, "stand-in", "", "the `BOT` that plays for players who have been away for a while")
	flags.DurationVar(&f.patience, "patience", 2*time.Minute, "how long a player may be away before the stand-in plays")
	flags.BoolVar(&f.setup.Pinned, "pin", false, "hold new content back until the game at the table is over")
	flags.StringVar(&f.http, "http", "127.0.0.1:8642", "serve on `HOST:PORT`; :8642 listens on all network interfaces")
	flags.StringVar(&f.url, "url", "", "the `URL` at which players reach the host, if it differs, as behind a proxy")
	flags.BoolVar(&f.proxy, "proxy", false, "take the addresses of players from X-Forwarded-For, which a proxy sets")
	flags.StringVar(&f.keep, "keep", "", "keep the tables in `DIR` (default: a folder of the workspace in the user's cache)")
	flags.StringVar(&f.name, "name", "t", "begin the ids of tables with `NAME`, so that a load balancer can find this machine")
	flags.IntVar(&f.limits.Tables, "tables", 0, "the maximum number of tables in the folder (default 5000)")
	flags.IntVar(&f.streams, "clients", 0, "the maximum number of clients at a time (default 10000)")
	flags.IntVar(&f.each, "per-address", 0, "the maximum number of clients from one address (default 40)")
	flags.Float64Var(&f.calls, "calls", 0, "the maximum number of calls per second from one address (default 100)")
	return c
}

func (f *hostFlags) run(c *cobra.Command, w *workspace, game string) error {
	if err := f.check(); err != nil {
		return err
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(hostGarbage)
	}
	ctx, stop := interruptible(c)
	defer stop()
	log := slog.New(slog.NewTextHandler(c.ErrOrStderr(), nil))
	l, hosts, err := transport.Listen(f.http)
	if err != nil {
		return err
	}
	defer l.Close()
	s, h, end, err := f.open(w, log, game)
	if err != nil {
		return err
	}
	defer end()
	base := strings.TrimSuffix(f.url, "/")
	if base == "" {
		base = "http://" + hosts[0]
	}
	if game != "" {
		if err := f.openTable(c.OutOrStdout(), h, base); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(c.OutOrStdout(), "Serving %s at %s; existing links still work.\n", counted(h.TableCount(), "table"), base)
	}
	go h.UnloadIdle(ctx)
	go f.listen(c.InOrStdin(), c.ErrOrStderr(), h)
	return transport.Run(ctx, l, transport.Tables(s, transport.TableOptions{
		Hosts: hosts, URL: f.url, Page: studio.Page(), Operator: os.Getenv(operatorVariable), Proxy: f.proxy,
		Streams: f.streams, StreamsEach: f.each, CallsEach: f.calls,
	}))
}

// check checks the flags that do not depend on content.
func (f *hostFlags) check() error {
	if err := host.CheckName(f.name); err != nil {
		return err
	}
	if f.url != "" {
		u, err := url.Parse(f.url)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return fmt.Errorf("--url %s: expected an address such as https://play.example.org", f.url)
		}
		if strings.Trim(u.Path, "/") != "" {
			return fmt.Errorf("--url %s: tables are served at the root of a host, without a path", f.url)
		}
	}
	if f.setup.Patience = int(f.patience.Seconds()); f.patience < time.Second {
		return fmt.Errorf("--patience %s: expected at least 1s", f.patience)
	}
	f.setup.Bots = map[int]string{}
	for _, text := range f.bots {
		seat, bot, ok := strings.Cut(text, "=")
		n, err := strconv.Atoi(seat)
		if !ok || err != nil || bot == "" {
			return fmt.Errorf("--bot %s: expected SEAT=NAME, as in 2=greedy", text)
		}
		f.setup.Bots[n] = bot
	}
	return nil
}

// checkTable checks the flags for a new table of a game, and chooses it.
func (f *hostFlags) checkTable(games *rules.Content, game string) (err error) {
	if game == "" {
		return nil
	}
	if f.setup.Game, _, err = choose(games, game, f.setup.Seats); err != nil {
		return err
	}
	return f.setup.Check(games)
}

// open opens the content and the folder of tables, once the flags for a new table, if
// game is not empty, have been checked. Edits of content reach the tables until end is
// called.
func (f *hostFlags) open(w *workspace, log *slog.Logger, game string) (s *protocol.Server, h *host.Host, end func(), err error) {
	folder := f.keep
	if folder == "" {
		cache, err := install.CacheDir()
		if err != nil {
			return nil, nil, nil, fmt.Errorf("name a folder for the tables with --keep: %w", err)
		}
		folder = filepath.Join(filepath.Dir(cache), "tables")
	}
	s, closeContent, err := w.server(func(live *rules.Content) (_ *protocol.Server, err error) {
		if err := f.checkTable(live, game); err != nil {
			return nil, err
		}
		h, err = host.Open(host.Options{
			Folder: folder, Name: f.name, Content: live, Limits: f.limits, Log: log,
			Bundle: func() ([]byte, error) { return archive.Bundle(w.Loader) },
		})
		if err != nil {
			return nil, fmt.Errorf("cannot open the tables in %s: %w", folder, err)
		}
		logErrors(log, "the content has errors", w.problems())
		return protocol.NewServer(protocol.Options{Content: live, Problems: w.problems(), Host: h, Log: log}), nil
	}, func(edit sleight.Edit) { logEdit(log, edit) })
	if err != nil {
		return nil, nil, nil, err
	}
	return s, h, func() { closeContent(); h.Close() }, nil
}

// logEdit logs what became of an edit of the content.
func logEdit(log *slog.Logger, edit sleight.Edit) {
	problems := edit.Problems.Internals()
	if edit.Published {
		log.Info("the saved content is live", "files", strings.Join(edit.Files, ", "))
		logErrors(log, "the content has errors", problems)
		return
	}
	logErrors(log, "the saved content has errors; tables go on with what was live before", problems)
}

// logErrors logs the first few errors among some problems, and what is left out of
// the content because of them; sleight validate shows all.
func logErrors(log *slog.Logger, what string, problems diag.List) {
	const few = 5
	shown := 0
	for _, p := range problems {
		if p.Severity != diag.Error && p.Code != "pack/excluded" {
			continue
		}
		if shown++; shown > few {
			log.Warn("there are more errors; sleight validate shows all of them")
			return
		}
		log.Warn(what, "problem", p.Error())
	}
}

// openTable opens a table and prints its links.
func (f *hostFlags) openTable(out io.Writer, h *host.Host, base string) error {
	o, err := h.Create(f.setup)
	if err != nil {
		return err
	}
	link := func(token string) string { return base + "/t/" + o.Table + "/#" + token }
	for i, token := range o.Seats {
		fmt.Fprintf(out, "Player %d: %s\n", i+1, link(token))
	}
	fmt.Fprintf(out, "Watchers: %s\n", link(o.Watch))
	return nil
}

// listen runs the operator's commands, one on each line of the input.
func (f *hostFlags) listen(in io.Reader, out io.Writer, h *host.Host) {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) == 0 {
			continue
		}
		if err := runLine(out, h, words); err != nil {
			fmt.Fprintf(out, "error: %v\n", err)
		}
	}
}

func runLine(out io.Writer, h *host.Host, words []string) error {
	switch {
	case words[0] == "tables" && len(words) == 1:
		for _, t := range h.Tables() {
			fmt.Fprintf(out, "%s: %s for %d, version %d, %s there\n", t.Table, t.Game, t.Seats, t.Version, counted(t.Here, "client"))
		}
		return nil
	case words[0] == "bot" && (len(words) == 3 || len(words) == 4):
		seat, err := strconv.Atoi(words[2])
		if err != nil {
			return fmt.Errorf("%s is not a seat number", words[2])
		}
		bot := strings.Join(words[3:], "")
		if err := h.SetSeatBot(words[1], seat, bot); err != nil {
			return err
		}
		player := "no bot"
		if bot != "" {
			player = "the bot " + bot
		}
		fmt.Fprintf(out, "%s: seat %d has %s now\n", words[1], seat, player)
		return nil
	}
	return errors.New(`unknown line: write "tables", "bot TABLE SEAT NAME" or "bot TABLE SEAT"`)
}
