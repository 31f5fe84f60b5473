package studio_test

import (
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sleight/runtime/ui/studio"
)

// TestPageRequestsAllModulesUpFront checks that the page requests all its
// modules up front instead of discovering some only when others have arrived,
// and that they are small altogether.
func TestPageRequestsAllModulesUpFront(t *testing.T) {
	w := httptest.NewRecorder()
	studio.Page().ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	page, err := io.ReadAll(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("page/*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	size := int64(0)
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
		name := filepath.Base(file)
		if name != "index.html" && !strings.Contains(string(page), `="`+name+`"`) {
			t.Errorf("the page does not ask for %s", name)
		}
	}
	if size > 250_000 {
		t.Errorf("the page takes %d bytes", size)
	}
}
