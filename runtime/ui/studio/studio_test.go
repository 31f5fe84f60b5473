package studio_test

import (
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/ui/studio"
)

// TestPagesRequestTheirModulesUpFront checks that each page requests all its
// modules up front instead of discovering some only when others have arrived:
// the studio all there are but those of a seat and the editor, which is loaded
// when it is opened, the table and the seat those that
// these import.
func TestPagesRequestTheirModulesUpFront(t *testing.T) {
	files, err := filepath.Glob("page/*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	studio, table := fetch(t, "/"), fetch(t, "/table")
	for _, file := range files {
		if name := filepath.Base(file); !strings.HasSuffix(name, ".html") && !strings.HasPrefix(name, "seat") && name != "editor.js" && name != "vendor" && !strings.Contains(studio, `="`+name+`"`) {
			t.Errorf("the studio does not ask for %s", name)
		}
	}
	imports := regexp.MustCompile(`from "\./(\w+\.js)"`)
	for name, page := range map[string]string{"table": table, "seat": fetch(t, "/seat.html")} {
		for _, m := range regexp.MustCompile(`="(\w+\.js)"`).FindAllStringSubmatch(page, -1) {
			for _, i := range imports.FindAllStringSubmatch(fetch(t, "/"+m[1]), -1) {
				if !strings.Contains(page, `="`+i[1]+`"`) {
					t.Errorf("the %s does not ask for %s, which %s imports", name, i[1], m[1])
				}
			}
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

// TestAssetsAreKeptAndCompressed checks the whole answer to a browser: the
// headers, plain and compressed; nothing if it has the asset; and the sum of the
// text as its mark, which a change alters.
func TestAssetsAreKeptAndCompressed(t *testing.T) {
	ask := func(path string, header ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", path, nil)
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		studio.Page().ServeHTTP(w, r)
		return w
	}
	text, err := os.ReadFile("page/index.html")
	if err != nil {
		t.Fatal(err)
	}
	tag := fmt.Sprintf("%x", sha256.Sum256(text))[:16]
	plain := http.Header{
		"Cache-Control": {"no-cache"}, "Content-Type": {"text/html; charset=utf-8"}, "Vary": {"Accept-Encoding"}, "Etag": {`"` + tag + `"`},
		"Accept-Ranges": {"bytes"}, "Content-Length": {strconv.Itoa(len(text))},
	}
	w := ask("/")
	if diff := cmp.Diff(plain, w.Header()); diff != "" || w.Body.String() != string(text) {
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
	if diff := cmp.Diff(packed, got); diff != "" || string(unpacked) != string(text) || err != nil {
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
