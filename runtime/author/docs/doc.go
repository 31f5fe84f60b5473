// Package docs writes the reference pages: the keys of content from the
// schemas, the functions of scripts from the table of the API, the codes of
// problems from their list, and stubs of the API for Lua editors.
//
// Layer author. It only reads those tables and gives text. It may not know games,
// sessions or files on disk: whoever calls it writes the pages. Equal tables
// give equal bytes, so that CI can compare.
package docs

import "io/fs"

// Page is one file of the reference.
type Page struct {
	// Name is the file's name, without a folder.
	Name string
	Text []byte
}

// Pages makes the whole reference. The schemas are those of package schemas,
// or others in the same form; what cannot be read of them is the error.
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
