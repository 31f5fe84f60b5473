// Package studio is the web pages on which a game is played, /table, and
// designed, /: plain HTML, CSS and JavaScript, served without a build step.
//
// Layer ui. It only holds files. The pages know the protocol and no game;
// everything they show comes from messages, and content texts never become
// markup.
package studio

import (
	"embed"
	"encoding/json"
	"io/fs"
	"net/http"

	"sleight/runtime/content/icon"
)

//go:embed page
var files embed.FS

// Page returns the files of the pages.
func Page() http.Handler {
	page, err := fs.Sub(files, "page")
	if err != nil {
		panic("studio: " + err.Error()) // the files are embedded in the program
	}
	serve, drawings := http.FileServerFS(page), iconModule()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		switch r.URL.Path {
		case "/icons.js":
			w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
			_, _ = w.Write(drawings) // the client is gone if it fails
		case "/table":
			http.ServeFileFS(w, r, page, "table.html")
		default:
			serve.ServeHTTP(w, r)
		}
	})
}

// iconModule returns the icons as a JavaScript module: by name, the outline and
// the lines.
func iconModule() []byte {
	all := map[string][2]string{}
	for _, i := range icon.All() {
		all[i.Name] = [2]string{i.Fill, i.Lines}
	}
	data, err := json.Marshal(all)
	if err != nil {
		panic("studio: " + err.Error()) // strings always have a JSON form
	}
	return append([]byte("export default "), data...)
}
