package studio_test

import (
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/ui/studio"
)

// TestPagesRequestTheirModulesUpFront checks that each page requests all modules
// that it needs to draw the board up front, instead of discovering some only when
// others have arrived. The panels wait until it is drawn, and the editor until it is
// opened.
func TestPagesRequestTheirModulesUpFront(t *testing.T) {
	common := "board dice dom fit icons keys motion others picker pictures rpc sounds texts things words"
	for path, want := range map[string]string{
		"/":          common + " curtain dock main messages resume",
		"/table":     common + " curtain dock main messages resume",
		"/seat.html": common + " countdown log messages seat seatclient",
	} {
		names := strings.Fields(want)
		slices.Sort(names)
		var got []string
		for _, m := range regexp.MustCompile(`(?:src|href)="(\w+)\.js"`).FindAllStringSubmatch(fetch(t, path), -1) {
			got = append(got, m[1])
		}
		slices.Sort(got)
		if diff := cmp.Diff(names, got); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
}

// TestPagesShareTheirFrame checks the result of the template for each page: its
// style sheets, its class, its header and its panels.
func TestPagesShareTheirFrame(t *testing.T) {
	for path, want := range map[string][]string{
		"/":          {`<link rel="stylesheet" href="index.css">`, `<body>`, `id="tab-balance"`, `id="undo"`},
		"/table":     {`<link rel="stylesheet" href="players.css">`, `<body>`, `popovertarget="menu"`, `id="undo"`},
		"/seat.html": {`<link rel="stylesheet" href="seats.css">`, `<body class="seated">`, `<ul id="present" data-say="Players" aria-label="Players">`},
	} {
		text := fetch(t, path)
		for _, part := range append(want, `<main id="board"`, `rel="stylesheet"`, `<dialog id="keys"`) {
			if strings.Count(text, part) != 1 {
				t.Errorf("%s has %d times %s", path, strings.Count(text, part), part)
			}
		}
		if strings.Contains(text, "{{") || strings.Contains(text, "\n\n") {
			t.Errorf("%s shows its template:\n%s", path, text)
		}
	}
}

// TestPagesHaveOneStyleSheet checks that a page gets all its styles at once, the
// common ones first.
func TestPagesHaveOneStyleSheet(t *testing.T) {
	common := fetch(t, "/style.css") + fetch(t, "/table.css") + fetch(t, "/over.css")
	for sheet, own := range map[string]string{"/index.css": fetch(t, "/studio.css") + fetch(t, "/charts.css"), "/players.css": "", "/seats.css": fetch(t, "/seat.css")} {
		if got := fetch(t, sheet); got != common+own {
			t.Errorf("%s has %d bytes, not the %d of its files", sheet, len(got), len(common+own))
		}
	}
}

// TestIconsAreAModule checks that pages get the icons as a script.
func TestIconsAreAModule(t *testing.T) {
	w := httptest.NewRecorder()
	studio.Page().ServeHTTP(w, httptest.NewRequest("GET", "/icons.js", nil))
	if kind := w.Header().Get("Content-Type"); !strings.HasPrefix(kind, "text/javascript") || !strings.HasPrefix(w.Body.String(), `export default {"apple":["M`) {
		t.Errorf("got %s: %.40s", kind, w.Body)
	}
}

// TestScriptsAreServedWithoutComments checks that scripts lose the lines that only comment,
// but keep the numbers of the others, and that the client library is served whole.
func TestScriptsAreServedWithoutComments(t *testing.T) {
	comment := regexp.MustCompile(`(?m)^\s*//.*\n`)
	for _, name := range []string{"main.js", "fit.js", "seatclient.js"} {
		data, err := os.ReadFile("page/" + name)
		if err != nil {
			t.Fatal(err)
		}
		source, served := string(data), fetch(t, "/"+name)
		switch {
		case name == "seatclient.js":
			if served != source {
				t.Errorf("%s is not served as it is", name)
			}
		case comment.MatchString(served) || !comment.MatchString(source):
			t.Errorf("%s has comments: %q", name, comment.FindString(served))
		case strings.Count(served, "\n") != strings.Count(source, "\n"):
			t.Errorf("%s has %d lines instead of %d", name, strings.Count(served, "\n"), strings.Count(source, "\n"))
		case strings.Join(strings.Fields(served), " ") != strings.Join(strings.Fields(comment.ReplaceAllString(source, "")), " "):
			t.Errorf("%s has lost more than comments", name)
		}
	}
}

// TestAssetsAreCachedAndCompressed checks the whole answer to a browser: the
// headers, plain and compressed; nothing if it has the asset; and a checksum of
// the text as its ETag, which a change alters.
func TestAssetsAreCachedAndCompressed(t *testing.T) {
	ask := func(path string, header ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", path, nil)
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		studio.Page().ServeHTTP(w, r)
		return w
	}
	text := fetch(t, "/")
	tag := fmt.Sprintf("%x", sha256.Sum256([]byte(text)))[:16]
	plain := http.Header{
		"Cache-Control": {"no-cache"}, "Content-Type": {"text/html; charset=utf-8"}, "Vary": {"Accept-Encoding"}, "Etag": {`"` + tag + `"`},
		"Accept-Ranges": {"bytes"}, "Content-Length": {strconv.Itoa(len(text))},
	}
	w := ask("/")
	if diff := cmp.Diff(plain, w.Header()); diff != "" || w.Body.String() != text {
		t.Errorf("%s, %d bytes", diff, w.Body.Len())
	}
	w = ask("/index.html", "Accept-Encoding", "br, gzip")
	packed := plain.Clone()
	packed.Set("Content-Encoding", "gzip")
	packed.Set("Etag", `"`+tag+`-gzip"`)
	packed.Del("Content-Length")
	got := w.Header().Clone()
	got.Del("Content-Length")
	in, err := gzip.NewReader(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := io.ReadAll(in)
	if diff := cmp.Diff(packed, got); diff != "" || string(unpacked) != text || err != nil {
		t.Errorf("%s, %d bytes, %v", diff, len(unpacked), err)
	}
	if w := ask("/", "If-None-Match", `"`+tag+`"`); w.Code != http.StatusNotModified || w.Body.Len() != 0 {
		t.Errorf("what the browser has is sent again: %d", w.Code)
	}
	if w := ask("/", "If-None-Match", `"`+tag+`"`, "Accept-Encoding", "gzip"); w.Code != http.StatusOK {
		t.Errorf("the plain page stands for the compressed one: %d", w.Code)
	}
	if w := ask("/page/index.html"); w.Code != http.StatusNotFound {
		t.Errorf("status %d for what is not there", w.Code)
	}
	if fetch(t, "/table") != fetch(t, "/table.html") || fetch(t, "/table") == fetch(t, "/") {
		t.Error("the table has another page")
	}
}

func fetch(t *testing.T, path string) string {
	t.Helper()
	w := httptest.NewRecorder()
	studio.Page().ServeHTTP(w, httptest.NewRequest("GET", path, nil))
	if w.Code != 200 {
		t.Fatalf("%s: status %d", path, w.Code)
	}
	return w.Body.String()
}
