// Package studio is the page on which a game is played and designed in a
// browser: plain HTML, CSS and JavaScript, as they are read there.
//
// Layer ui. It holds files only. The page knows the protocol and no game; all
// it shows comes by messages, and texts of content never become markup.
package studio

import (
	"embed"
	"io/fs"
	"net/http"
)

//go:embed page
var files embed.FS

// Page serves the files of the page.
func Page() http.Handler {
	page, err := fs.Sub(files, "page")
	if err != nil {
		panic("studio: " + err.Error()) // the files that it was built with
	}
	serve := http.FileServerFS(page)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		serve.ServeHTTP(w, r)
	})
}
