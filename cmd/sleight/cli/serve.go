package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"sleight/runtime/content/locale"
	"sleight/runtime/content/safefile"
	"sleight/runtime/game/rules"
	"sleight/runtime/packs/install"
	"sleight/runtime/server/protocol"
	"sleight/runtime/server/transport"
	"sleight/runtime/sleight"
)

// serveFlags are the flags of sleight serve.
type serveFlags struct {
	stdio bool
	http  string
	debug bool
	saves bool
	idle  time.Duration
	keep  string
	token string
	lang  string
	join  bool // editors may debug the sessions
}

func newServe(w *workspace) *cobra.Command {
	f := &serveFlags{}
	c := &cobra.Command{
		Use:   "serve (--stdio | --http HOST:PORT)",
		Short: "Let other programs play through JSON-RPC messages",
		Long: `Let other programs play through JSON-RPC messages: one message a line on standard
input and output, or over HTTP, where calls are POSTs to /rpc and notifications
come from /events. docs/protocol.md describes the protocol. Saved files are live
at once.`,
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c, w) },
	}
	c.Flags().BoolVar(&f.stdio, "stdio", false, "serve one client on standard input and output")
	c.Flags().StringVar(&f.http, "http", "", "serve over HTTP on `HOST:PORT`; port 0 takes a free one")
	c.Flags().BoolVar(&f.debug, "debug", false, "let clients evaluate Lua, try values and write content; on this machine only")
	c.Flags().BoolVar(&f.saves, "saves", false, "let clients download games as saves, which contain the seed and everything hidden")
	c.Flags().DurationVar(&f.idle, "idle", protocol.DefaultIdle, "store a session that nobody has used or watched for this long; any call restores it")
	c.Flags().StringVar(&f.keep, "keep", "", "store such sessions in `DIR` (default: a folder of the workspace in the user's cache)")
	c.Flags().StringVar(&f.token, "token", "", "the token that HTTP clients must send (default: a new one each time)")
	languageFlag(c, &f.lang)
	return c
}

func (f *serveFlags) run(c *cobra.Command, w *workspace) error {
	switch {
	case f.stdio == (f.http != ""):
		return errors.New("use either --stdio or --http HOST:PORT")
	case f.debug && f.http != "" && !transport.Loopback(f.http):
		return fmt.Errorf("--debug is for addresses of this machine, such as 127.0.0.1:8080, not %s", f.http)
	}
	lang, err := languageOf(f.lang, false)
	if err != nil {
		return err
	}
	ctx, stop := interruptible(c)
	defer stop()
	s, _, end, err := w.serve(ctx, c, f, lang)
	if err != nil {
		return err
	}
	defer end()
	if f.stdio {
		return transport.Stream(ctx, s, c.InOrStdin(), c.OutOrStdout(), f.rights())
	}
	l, o, err := f.listen()
	if err != nil {
		return err
	}
	fmt.Fprintf(c.OutOrStdout(), "Serving http://%s/rpc?token=%s\n", o.Hosts[0], o.Token)
	return transport.Run(ctx, l, transport.Handler(s, o))
}

// rights returns what clients may do.
func (f *serveFlags) rights() protocol.Rights { return protocol.Rights{Debug: f.debug, Saves: f.saves} }

// openSessionStore opens the folder for unused sessions; nil if there is none,
// so that sessions stay in memory.
func (f *serveFlags) openSessionStore(log *slog.Logger) *protocol.SessionStore {
	folder := f.keep
	if folder == "" {
		cache, err := install.CacheDir()
		here, wrong := os.Getwd()
		if err != nil || wrong != nil {
			return nil
		}
		sum := sha256.Sum256([]byte(here))
		folder = filepath.Join(filepath.Dir(cache), "sessions", hex.EncodeToString(sum[:6]))
		if os.Getenv(install.CacheVariable) != "" {
			folder = filepath.Join(cache, "sessions", hex.EncodeToString(sum[:6]))
		}
	}
	sessions, err := protocol.OpenSessionStore(folder)
	if err != nil {
		log.Warn("unused sessions cannot be stored and do not expire", "folder", folder, "reason", safefile.Reason(err))
	}
	return sessions
}

// listen opens the address.
func (f *serveFlags) listen() (l net.Listener, o transport.Options, err error) {
	o = transport.Options{Token: f.token, Rights: f.rights()}
	if o.Token == "" {
		o.Token = transport.Token()
	}
	l, o.Hosts, err = transport.Listen(f.http)
	return l, o, err
}

// server opens the content and calls start to create a server for it. The
// server picks up edits until end is called, and passes each on to edited unless
// that is nil.
func (w *workspace) server(start func(games *rules.Content) (*protocol.Server, error), edited func(sleight.Edit)) (s *protocol.Server, end func(), err error) {
	if err := w.open(); err != nil {
		return nil, nil, err
	}
	made := make(chan struct{}) // closed once the server exists, or will not
	err = w.content.Watch(context.Background(), func(edit sleight.Edit) {
		if <-made; s != nil {
			s.HandleEdit(edit.Internals())
			if edited != nil {
				edited(edit)
			}
		}
	})
	if err == nil {
		if games, ok := w.Live(); ok {
			s, err = start(games)
		} else {
			err = w.problems()
		}
	}
	close(made)
	if err != nil {
		w.content.Close()
		return nil, nil, err
	}
	return s, w.content.Close, nil
}

// serve returns a server for the content. It picks up edits until end is
// called.
func (w *workspace) serve(ctx context.Context, c *cobra.Command, f *serveFlags, lang locale.Language) (s *protocol.Server, games *rules.Content, end func(), err error) {
	var withdraw func()
	s, closeContent, err := w.server(func(live *rules.Content) (_ *protocol.Server, err error) {
		games = live
		o := protocol.Options{Content: games, Problems: w.problems(), Source: w.Loader.Source, Files: w.Loader.Files, WriteFile: w.Store, Language: lang}
		if root, err := filepath.Abs("."); err == nil {
			o.Root = (&url.URL{Scheme: "file", Path: filepath.ToSlash(root)}).String()
		}
		if folder, err := w.folder(); err == nil {
			o.Folder = folder
		}
		if len(w.dirs) == 0 {
			o.Editor = func(ctx context.Context, stream io.ReadWriteCloser) error {
				return languageServer(ctx, stream, c.ErrOrStderr())
			}
		}
		o.Log = slog.New(slog.NewTextHandler(c.ErrOrStderr(), nil))
		if len(w.dirs) == 0 {
			o.Committed = w.Committed()
		}
		o.Idle, o.SessionStore = f.idle, f.openSessionStore(o.Log)
		o.Target, withdraw, err = w.debugTarget(c, f.join, "")
		if err != nil {
			return nil, err
		}
		return protocol.NewServer(o), nil
	}, nil)
	if err != nil {
		return nil, nil, nil, err
	}
	go s.Expire(ctx)
	return s, games, func() { withdraw(); closeContent() }, nil
}
