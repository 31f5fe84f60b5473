package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"sleight/runtime/author/docs"
	"sleight/runtime/content/safefile"
	"sleight/runtime/server/protocol"
	"sleight/schemas"
)

func newDocs() *cobra.Command {
	folder, copies, stubs := "", "", false
	c := &cobra.Command{
		Use:   "docs [content|api|lua|codes]",
		Short: "Write the reference of content, scripts and problems",
		Long: `Write a page of the reference to standard output; or all pages, with the stubs for
Lua editors, into a folder; or the schemas with which editors explain YAML.`,
		Args:      atMost(1),
		ValidArgs: []string{"content", "api", "lua", "codes"},
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) > 0 && !slices.Contains(c.ValidArgs, args[0]) {
				return unknown("unknown page %q", args[0], c.ValidArgs)
			}
			pages, err := docs.Pages(schemas.Files)
			if err != nil {
				return err
			}
			pages = append(pages, docs.Page{Name: "protocol.json", Text: protocol.Schema()})
			switch {
			case copies != "":
				return writeSchemas(copies)
			case folder != "":
				return writePages(folder, pages)
			case stubs:
				return writePage(c, pages, "sleight.lua")
			case len(args) == 1:
				return writePage(c, pages, args[0]+".md")
			}
			return errors.New("name a page (content, api, lua, codes), or use --write DIR, --schemas DIR or --lua-stubs")
		},
	}
	c.Flags().StringVar(&folder, "write", "", "write all pages into the folder `DIR`")
	c.Flags().StringVar(&copies, "schemas", "", "write the schema of every kind into the folder `DIR`")
	c.Flags().BoolVar(&stubs, "lua-stubs", false, "write Lua stubs, from which editors know the API functions")
	return c
}

func writePage(c *cobra.Command, pages []docs.Page, name string) error {
	for _, p := range pages {
		if p.Name == name {
			_, err := c.OutOrStdout().Write(p.Text)
			return err
		}
	}
	return fmt.Errorf("unknown page %s", name)
}

func writeSchemas(folder string) error {
	entries, err := schemas.Files.ReadDir(".")
	if err != nil {
		return err
	}
	var pages []docs.Page
	for _, e := range entries {
		text, err := schemas.Files.ReadFile(e.Name())
		if err != nil {
			return err
		}
		pages = append(pages, docs.Page{Name: e.Name(), Text: text})
	}
	return writePages(folder, pages)
}

func writePages(folder string, pages []docs.Page) error {
	if err := (safefile.Disk{}).MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for _, p := range pages {
		if err := safefile.Overwrite(safefile.Disk{}, filepath.Join(folder, p.Name), safefile.Bytes(p.Text)); err != nil {
			return err
		}
	}
	return nil
}
