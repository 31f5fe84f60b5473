// Package studio is the web page on which a game is played and designed in a
// browser: plain HTML, CSS and JavaScript, served without a build step.
//
// Layer ui. It only holds files. The page knows the protocol and no game;
// everything it shows comes from messages, and content texts never become
// markup.
package studio

import (
	"embed"
	"io/fs"
	"net/http"
)

//go:embed page
var files embed.FS

// Page returns the files of the page.
func Page() http.Handler {
	page, err := fs.Sub(files, "page")
	if err != nil {
		panic("studio: " + err.Error()) // the files are embedded in the program
	}
	serve := http.FileServerFS(page)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		serve.ServeHTTP(w, r)
	})
}
