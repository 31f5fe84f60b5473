// Package docs generates the reference pages: the content keys from the
// schemas, the script functions from the API table, the problem codes from
// their list, and stubs of the API for Lua editors.
//
// Layer author. It only reads those tables and returns text. It may not know
// games, sessions or files on disk: callers write the pages. Equal tables give
// equal bytes, so that CI can compare them.
package docs

import "io/fs"

// Page is one file of the reference.
type Page struct {
	// Name is the name of the file, without a folder.
	Name string
	Text []byte
}

// Pages generates the whole reference from schemas in the form of package
// schemas. It returns an error if they cannot be read.
func Pages(schemas fs.FS) ([]Page, error) {
	content, err := Content(schemas)
	if err != nil {
		return nil, err
	}
	return []Page{
		{"content.md", content},
		{"api.md", API()},
		{"lua.md", Lua()},
		{"codes.md", Codes()},
		{"sleight.lua", Stubs()},
	}, nil
}
