package registry

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	server "github.com/google/go-containerregistry/pkg/registry"
	"go.uber.org/goleak"

	"sleight/runtime/diag"
	"sleight/tests/memory"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(memory.Tests{M: m, Parallel: 4}) }

// quick are the limits used in tests.
var quick = Limits{Manifest: 32 << 10, Archive: 1 << 20, Signature: 4 << 10, Idle: 20 * time.Second, Total: time.Minute}

var luck = Pack{
	ID: "luck", Version: "1.0.0", Title: "Luck", Text: "More of it.", Licence: "MIT",
	Manifest: []byte("kind: pack\nid: luck\n"),
	Archive:  bytes.Repeat([]byte("the bytes of an archive\n"), 1000), Signature: []byte("the text of a signature\n"),
}

func code(err error) string {
	var d *diag.Diagnostic
	if errors.As(err, &d) {
		return d.Code
	}
	if err != nil {
		return "no code: " + err.Error()
	}
	return ""
}

// own starts an honest registry and returns its host.
func own(t *testing.T) string {
	t.Helper()
	t.Setenv("DOCKER_CONFIG", t.TempDir())
	s := httptest.NewServer(server.New(server.Logger(log.New(io.Discard, "", 0))))
	t.Cleanup(s.Close)
	return strings.TrimPrefix(s.URL, "http://")
}

func parse(t *testing.T, text string) Reference {
	t.Helper()
	r, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestPushAndPull(t *testing.T) {
	for name, where := range map[string]string{"registry": "oci://" + own(t) + "/packs/luck", "folder": "oci:" + t.TempDir()} {
		t.Run(name, func(t *testing.T) {
			c := Client{Limits: quick}
			ref := parse(t, where).WithTag(luck.ID, luck.Version)
			digest, err := c.Push(t.Context(), ref, luck)
			if err != nil {
				t.Fatal(err)
			}
			again, err := c.Push(t.Context(), ref, luck)
			if err != nil || again != digest {
				t.Errorf("pushed again, the digest is %s and not %s (%v)", again, digest, err)
			}
			for _, from := range []Reference{ref, ref.Pinned(digest)} {
				got, found, err := c.Pull(t.Context(), from)
				if err != nil || found != digest || !bytes.Equal(got.Archive, luck.Archive) || !bytes.Equal(got.Signature, luck.Signature) || !bytes.Equal(got.Manifest, luck.Manifest) {
					t.Errorf("%s: %d and %d bytes with the digest %s, %v", from, len(got.Archive), len(got.Signature), found, err)
				}
			}
			if text, found, err := c.Describe(t.Context(), ref); err != nil || found != digest || !bytes.Equal(text, luck.Manifest) {
				t.Errorf("looked at, it is %q with the digest %s (%v)", text, found, err)
			}
			unsigned := luck
			unsigned.Signature, unsigned.Version = nil, "1.1.0"
			if _, err := c.Push(t.Context(), parse(t, where).WithTag("luck", "1.1.0"), unsigned); err != nil {
				t.Fatal(err)
			}
			got, _, err := c.Pull(t.Context(), parse(t, where).WithTag("luck", "1.1.0"))
			if err != nil || got.Signature != nil {
				t.Errorf("a pack without a signature came with %q (%v)", got.Signature, err)
			}
			if tags, err := c.Tags(t.Context(), ref); err != nil || len(tags) != 2 {
				t.Errorf("the tags are %v (%v)", tags, err)
			}
		})
	}
}

func TestRegistriesAndFoldersAgreeOnDigests(t *testing.T) {
	c := Client{Limits: quick}
	const known = "sha256:d80def4d3234baac3b417c2fad8c53a4a1e30443378e468188d1369e56b07a15"
	for _, where := range []string{"oci://" + own(t) + "/luck:a", "oci:" + t.TempDir() + ":b"} {
		if digest, err := c.Push(t.Context(), parse(t, where), luck); err != nil || digest != known {
			t.Errorf("%s: %s, %v", where, digest, err)
		}
	}
}

func TestVersionsAreReplacedOnlyOnRequest(t *testing.T) {
	for name, where := range map[string]string{"registry": "oci://" + own(t) + "/luck:1.0.0", "folder": "oci:" + t.TempDir() + ":luck-1.0.0"} {
		t.Run(name, func(t *testing.T) {
			ref := parse(t, where)
			first, err := Client{Limits: quick}.Push(t.Context(), ref, luck)
			if err != nil {
				t.Fatal(err)
			}
			other := luck
			other.Archive = []byte("another")
			if _, err := (Client{Limits: quick}).Push(t.Context(), ref, other); code(err) != "registry/taken" {
				t.Errorf("got %v", err)
			}
			if _, found, err := (Client{Limits: quick}).Pull(t.Context(), ref); found != first {
				t.Errorf("the tag means %s, %v", found, err)
			}
			if _, err := (Client{Limits: quick, Replace: true}).Push(t.Context(), ref, other); err != nil {
				t.Errorf("replacing: %v", err)
			}
			if got, _, err := (Client{Limits: quick}).Pull(t.Context(), ref); string(got.Archive) != "another" {
				t.Errorf("the tag means %q, %v", got.Archive, err)
			}
			if got, _, err := (Client{Limits: quick}).Pull(t.Context(), ref.Pinned(first)); name == "registry" && !bytes.Equal(got.Archive, luck.Archive) {
				t.Errorf("the old digest no longer means the old bytes: %v", err)
			}
		})
	}
}

func TestMissingThingsAreReported(t *testing.T) {
	host, dir := own(t), t.TempDir()
	c := Client{Limits: quick}
	for _, where := range []string{"oci://" + host + "/luck:1.0.0", "oci:" + dir + ":luck-1.0.0"} {
		if _, err := c.Push(t.Context(), parse(t, where), luck); err != nil {
			t.Fatal(err)
		}
	}
	none := "sha256:" + strings.Repeat("0", 64)
	for _, where := range []string{
		"oci://" + host + "/luck:1.0.1", "oci://" + host + "/luck", "oci://" + host + "/bad:1.0.0", "oci://" + host + "/luck@" + none,
		"oci:" + dir + ":luck-1.0.1", "oci:" + dir, "oci:" + dir + "@" + none, "oci:" + filepath.Join(dir, "none") + ":a", "oci:" + t.TempDir() + ":a",
	} {
		if _, _, err := c.Pull(t.Context(), parse(t, where)); code(err) != "registry/missing" {
			t.Errorf("%s: %v", where, err)
		}
	}
	_, _, err := c.Pull(t.Context(), parse(t, "oci://"+host+"/luck:1.0"))
	if err == nil || !strings.Contains(err.Error(), "1.0.0") {
		t.Errorf("the existing tags are not listed: %v", err)
	}
	if err := os.WriteFile(filepath.Join(os.Getenv("DOCKER_CONFIG"), "config.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := c.Pull(t.Context(), parse(t, "oci://"+host+"/luck:1.0.0")); code(err) != "registry/denied" {
		t.Errorf("passwords that cannot be read: %v", err)
	}
	if err := os.Remove(filepath.Join(os.Getenv("DOCKER_CONFIG"), "config.json")); err != nil {
		t.Fatal(err)
	}
	nobody := httptest.NewServer(nil)
	nobody.Close()
	if _, _, err := c.Pull(t.Context(), parse(t, "oci://"+strings.TrimPrefix(nobody.URL, "http://")+"/luck:1")); code(err) != "registry/unreachable" {
		t.Errorf("a registry that does not run: %v", err)
	}
}

func TestReferences(t *testing.T) {
	digest := "sha256:" + strings.Repeat("a", 64)
	for text, want := range map[string]Reference{
		"oci:packs:luck-1.0.0":               {Folder: "packs", Tag: "luck-1.0.0"},
		"oci:packs":                          {Folder: "packs"},
		"oci:../a/b:c":                       {Folder: "../a/b", Tag: "c"},
		"oci:/a/b@" + digest:                 {Folder: "/a/b", Digest: digest},
		"oci:/a/b:c@" + digest:               {Folder: "/a/b", Tag: "c", Digest: digest},
		`oci:C:\packs:c`:                     {Folder: `C:\packs`, Tag: "c"},
		`oci:C:\packs`:                       {Folder: `C:\packs`},
		"oci://localhost:5000/luck:1.0.0":    {Host: "localhost:5000", Name: "luck", Tag: "1.0.0"},
		"oci://example.org/a/b/luck":         {Host: "example.org", Name: "a/b/luck"},
		"oci://[::1]:5000/luck@" + digest:    {Host: "[::1]:5000", Name: "luck", Digest: digest},
		"oci://example.org/luck:1@" + digest: {Host: "example.org", Name: "luck", Tag: "1", Digest: digest},
	} {
		got, err := Parse(text)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
		if back, err := Parse(got.String()); err != nil || back != got {
			t.Errorf("%s is written as %s", text, got)
		}
	}
	for _, text := range []string{
		"", "packs", "oci:", "oci::a", "oci:packs:a b", "oci:packs@sha256:1", "oci:packs@", "oci:packs:" + strings.Repeat("a", 129),
		"oci://", "oci://example.org", "oci://example.org/", "oci://example.org/Luck:1", "oci://example.org/luck:a/b", "oci://example.org/luck@sha256:12",
		"oci://example.org/luck@sha512:" + strings.Repeat("a", 128), "oci://user@example.org/luck:1", "oci:///luck:1",
	} {
		if got, err := Parse(text); code(err) != "registry/reference" {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

// TestFirstPushToARegistryThatDeniesReads checks pushes to registries that deny
// requests for tags that do not exist.
func TestFirstPushToARegistryThatDeniesReads(t *testing.T) {
	t.Setenv("DOCKER_CONFIG", t.TempDir())
	inner := server.New(server.Logger(log.New(io.Discard, "", 0)))
	pushed := false
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !pushed && r.Method == http.MethodGet {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		inner.ServeHTTP(w, r)
	}))
	defer s.Close()
	ref := parse(t, "oci://"+strings.TrimPrefix(s.URL, "http://")+"/luck:1.0.0")
	if _, err := (Client{Limits: quick}).Push(t.Context(), ref, luck); err != nil {
		t.Fatal(err)
	}
	pushed = true
	if got, _, err := (Client{Limits: quick}).Pull(t.Context(), ref); err != nil || !bytes.Equal(got.Archive, luck.Archive) {
		t.Error(err)
	}
}

func TestPushesToOneFolderDoNotLoseEachOther(t *testing.T) {
	dir := t.TempDir()
	c := Client{Limits: quick}
	var all sync.WaitGroup
	for n := range 16 {
		all.Go(func() {
			if _, err := c.Push(t.Context(), Reference{Folder: dir, Tag: fmt.Sprint("luck-1.", n)}, luck); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	tags, err := c.Tags(t.Context(), Reference{Folder: dir})
	if err != nil || len(tags) != 16 {
		t.Errorf("there are %v (%v)", tags, err)
	}
	for _, tag := range tags {
		if _, _, err := c.Pull(t.Context(), Reference{Folder: dir, Tag: tag}); err != nil {
			t.Error(err)
		}
	}
}

func TestInterruptedPushesChangeNothing(t *testing.T) {
	dir := t.TempDir()
	ref := parse(t, "oci:"+dir+":luck-1.0.0")
	if _, err := (Client{Limits: quick}).Push(t.Context(), ref, luck); err != nil {
		t.Fatal(err)
	}
	// A killed process leaves its temporary file.
	if err := os.WriteFile(filepath.Join(dir, "index.json.new"), []byte(`{"manif`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := (Client{Limits: quick}).Pull(context.Background(), ref); err != nil {
		t.Error(err)
	}
	if _, err := (Client{Limits: quick}).Push(t.Context(), ref.Any().WithTag("luck", "1.1.0"), luck); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.new")); len(left) > 0 {
		t.Errorf("there is still %v", left)
	}
}

// TestVersionsHaveTags checks which tag of a reference names a version.
func TestVersionsHaveTags(t *testing.T) {
	for text, want := range map[string]string{
		"oci://host/luck": "oci://host/luck:1.0.0_x", "oci:/dir": "oci:/dir:luck-1.0.0_x", "oci://host/luck:a": "oci://host/luck:a", "oci:/dir:a": "oci:/dir:a",
		"oci:/dir@sha256:" + strings.Repeat("0", 64): "oci:/dir@sha256:" + strings.Repeat("0", 64),
	} {
		if got := parse(t, text).WithTag("luck", "1.0.0+x").String(); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
