// Package studio is the web pages on which a game is played, /table, and
// designed, /: plain HTML, CSS and JavaScript, served without a build step.
//
// Layer ui. It only holds files. The pages know the protocol and no game;
// everything they show comes from messages, and content texts never become
// markup.
package studio

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
	"sync"
	"time"

	"sleight/runtime/content/icon"
)

//go:embed page pages
var files embed.FS

// kinds lists the media types of the files; the system's list may be wrong.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
}

// asset is a file of the pages, as it is and compressed. It is compressed when it is
// first requested: all files together take longer than the rest of a server's start,
// and most of that is for the editor's, which few sessions open.
type asset struct {
	kind, tag string
	plain     []byte
	packed    func() []byte
}

// comments matches the lines of a script that only comment. They are a seventh of what a
// browser would load; the empty lines that replace them keep the numbers of the others.
var comments = regexp.MustCompile(`(?m)^[ \t]*//.*$`)

// library is the script that other programs copy, comments included.
const library = "seatclient.js"

// Page returns the files of the pages. Browsers ask each time whether a file has
// changed, and get it compressed if it has.
func Page() http.Handler {
	assets := map[string]*asset{"/icons.js": newAsset("icons.js", iconModule())}
	err := fs.WalkDir(files, "page", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := files.ReadFile(name)
		if path.Dir(name) == "page" && path.Ext(name) == ".js" && path.Base(name) != library {
			data = comments.ReplaceAll(data, nil)
		}
		assets[strings.TrimPrefix(name, "page")] = newAsset(name, data)
		return err
	})
	if err != nil {
		panic("studio: " + err.Error()) // the files are embedded in the program
	}
	for _, p := range pages {
		assets["/"+p.file], assets["/"+p.Sheet] = newAsset(p.file, p.html()), newAsset(p.Sheet, p.css())
	}
	assets["/"], assets["/table"] = assets["/index.html"], assets["/table.html"]
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a := assets[r.URL.Path]; a != nil {
			a.serve(w, r)
			return
		}
		http.NotFound(w, r)
	})
}

func newAsset(name string, data []byte) *asset {
	sum := sha256.Sum256(data)
	packed := sync.OnceValue(func() []byte { return compressed(data) })
	return &asset{kind: kinds[path.Ext(name)], tag: fmt.Sprintf("%x", sum[:8]), plain: data, packed: packed}
}

func compressed(data []byte) []byte {
	var packed bytes.Buffer
	in, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	_, _ = in.Write(data) // a buffer takes everything
	_ = in.Close()
	return packed.Bytes()
}

func (a *asset) serve(w http.ResponseWriter, r *http.Request) {
	h, data, tag := w.Header(), a.plain, a.tag
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Type", a.kind)
	h.Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		data, tag = a.packed(), a.tag+"-gzip"
	}
	h.Set("Etag", `"`+tag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
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
