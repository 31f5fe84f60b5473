package cli

import (
	"github.com/spf13/cobra"

	"sleight/runtime/ship"
)

func newPackInstall(w *workspace) *cobra.Command {
	asJSON, from := false, &desk{}
	c := &cobra.Command{
		Use:   "install [SOURCE…]",
		Short: "Install packs, and what they require",
		Long: `Install packs in the workspace where you stand, and what they require. A SOURCE is
an archive, a folder with packs below content/, or a reference: oci://HOST/NAME:TAG
for a registry, oci:FOLDER:TAG for a folder in the layout of one. Without a tag
the newest version is taken that goes together with everything else. What they require is looked
for among the packs that are given, installed, brought along by the program, and
kept from earlier installations. Without a SOURCE what sleight.lock says is put
back, where it is missing or is not what was installed.

A pack that was signed when it was first installed must stay so, with the same
key. It happens whole or not at all.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error { return w.install(c, args, from, asJSON) },
	}
	c.Flags().BoolVar(&asJSON, "json", false, "write what was done as JSON")
	from.flags(c)
	return c
}

func (w *workspace) install(c *cobra.Command, args []string, from *desk, asJSON bool) error {
	dir, err := w.own()
	if err != nil {
		return err
	}
	i, err := installation(dir)
	if err != nil {
		return err
	}
	if err := from.open(i); err != nil {
		return err
	}
	var sources []ship.Source
	for _, name := range args {
		s, err := from.source(i, from.named(dir, name))
		if err != nil {
			return err
		}
		sources = append(sources, s)
	}
	around, err := w.around(i)
	if err != nil {
		return err
	}
	changes, err := i.Install(c.Context(), around, sources...)
	if err != nil {
		return err
	}
	if err := tellChanges(c.OutOrStdout(), changes, asJSON); err != nil {
		return err
	}
	return from.keep(i, c.ErrOrStderr())
}
