package cli

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"sleight/runtime/server/transport"
	"sleight/runtime/ui/studio"
)

func newStudio(w *workspace) *cobra.Command {
	f := &serveFlags{debug: true}
	c := &cobra.Command{
		Use:   "studio [GAME]",
		Short: "Play and design a game in the browser",
		Long: `Play and design a game in the browser: the board, the log and the content side by
side. Saved files are live at once. Open the printed address; it works on this
machine only.`,
		Args: atMost(1),
		RunE: func(c *cobra.Command, args []string) error { return f.studio(c, w, strings.Join(args, "")) },
	}
	c.Flags().StringVar(&f.http, "http", "127.0.0.1:0", "the `HOST:PORT` to open; port 0 takes a free one")
	c.Flags().StringVar(&f.token, "token", "", "the token that the page must send (default: a new one each time)")
	languageFlag(c, &f.lang)
	debugFlag(c, &f.join)
	return c
}

func (f *serveFlags) studio(c *cobra.Command, w *workspace, game string) error {
	ctx, stop := interruptible(c)
	defer stop()
	// Remote clients can play, but change nothing.
	f.debug = transport.Loopback(f.http)
	lang, err := languageOf(f.lang, true)
	if err != nil {
		return err
	}
	if f.join && !f.debug {
		return fmt.Errorf("--debug-listen is for addresses of this machine, such as 127.0.0.1:8080, not %s", f.http)
	}
	s, games, end, err := w.serve(ctx, c, f, lang)
	if err != nil {
		return err
	}
	defer end()
	name, _, err := choose(games, game, 0)
	if err != nil {
		return err
	}
	l, o, err := f.listen()
	if err != nil {
		return err
	}
	o.Page = studio.Page()
	query := url.Values{"token": {o.Token}, "game": {name}}
	fmt.Fprintf(c.OutOrStdout(), "The studio is open: http://%s/?%s\n", o.Hosts[0], query.Encode())
	fmt.Fprintln(c.ErrOrStderr(), "Ctrl-C ends it.")
	return transport.Run(ctx, l, transport.Handler(s, o))
}
