package studio_test

import (
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sleight/runtime/ui/studio"
)

// TestPagesRequestTheirModulesUpFront checks that each page requests all its
// modules up front instead of discovering some only when others have arrived:
// the studio all there are, the table those that these import.
func TestPagesRequestTheirModulesUpFront(t *testing.T) {
	files, err := filepath.Glob("page/*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	studio, table := fetch(t, "/"), fetch(t, "/table")
	for _, file := range files {
		if name := filepath.Base(file); !strings.HasSuffix(name, ".html") && !strings.Contains(studio, `="`+name+`"`) {
			t.Errorf("the studio does not ask for %s", name)
		}
	}
	imports := regexp.MustCompile(`from "\./(\w+\.js)"`)
	for _, m := range regexp.MustCompile(`="(\w+\.js)"`).FindAllStringSubmatch(table, -1) {
		for _, i := range imports.FindAllStringSubmatch(fetch(t, "/"+m[1]), -1) {
			if !strings.Contains(table, `="`+i[1]+`"`) {
				t.Errorf("the table does not ask for %s, which %s imports", i[1], m[1])
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

func fetch(t *testing.T, path string) string {
	t.Helper()
	w := httptest.NewRecorder()
	studio.Page().ServeHTTP(w, httptest.NewRequest("GET", path, nil))
	if w.Code != 200 {
		t.Fatalf("%s: status %d", path, w.Code)
	}
	return w.Body.String()
}
