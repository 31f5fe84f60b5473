package source

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	server "github.com/google/go-containerregistry/pkg/registry"

	"sleight/runtime/content/load"
	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
	"sleight/runtime/packs/install"
	"sleight/runtime/packs/registry"
	"sleight/runtime/packs/trust"
)

// limits are the registry limits used in tests.
var limits = registry.Limits{Manifest: 64 << 10, Archive: 1 << 20, Signature: 8 << 10, Idle: 20 * time.Second, Total: time.Minute}

// player is a user who installs packs.
type player struct {
	*testing.T
	dir      string
	install  *install.Installation
	verifier *Verifier
}

func newPlayer(t *testing.T) *player {
	t.Helper()
	t.Setenv("DOCKER_CONFIG", t.TempDir())
	dir := t.TempDir()
	p := &player{T: t, dir: dir}
	p.verifier = &Verifier{Store: trust.OpenStore(filepath.Join(dir, "trust")), Registry: registry.Client{Limits: limits}}
	p.workspace("play")
	return p
}

// workspace switches to another folder to install in.
func (p *player) workspace(name string) {
	p.install = &install.Installation{
		Dir: filepath.Join(p.dir, name), MayUse: p.verifier.MayUse,
		Cache: &install.Cache{Dir: filepath.Join(p.dir, "cache")},
	}
}

// get installs packs and stores their keys; it returns the problem code if that
// is refused.
func (p *player) get(sources ...install.Source) string {
	p.Helper()
	_, err := p.install.Install(p.Context(), install.Environment{}, sources...)
	if err == nil {
		for _, l := range p.lock() {
			if _, failed := p.verifier.Keep(l.ID, l.Source); failed != nil {
				err = failed
			}
		}
	}
	return code(err)
}

func (p *player) lock() []install.LockedPack {
	l, problems := p.install.ReadLockFile()
	if l == nil {
		p.Fatal(problems)
	}
	return l.Packs
}

func (p *player) remote(text string) install.Source {
	ref, err := registry.Parse(text)
	if err != nil {
		p.Fatal(err)
	}
	return p.verifier.Remote(ref, ref)
}

// files returns all files of the player, by name.
func (p *player) files() string {
	var out strings.Builder
	err := filepath.WalkDir(p.dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		fmt.Fprintf(&out, "%s %x\n", name, sha256.Sum256(data))
		return err
	})
	if err != nil {
		p.Fatal(err)
	}
	return out.String()
}

func code(err error) string {
	var d *diag.Diagnostic
	var l diag.List
	switch {
	case err == nil:
		return ""
	case errors.As(err, &d):
		return d.Code
	case errors.As(err, &l):
		return l[0].Code
	}
	return err.Error()
}

// made returns a pack with its archive.
func made(t *testing.T, id, version, more string) registry.Pack {
	t.Helper()
	text := fmt.Sprintf("kind: pack\nformat: 1\nid: %s\nversion: %s\ntitle: %s\n%s", id, version, id, more)
	all, problems := install.Packages(load.Root{FS: fstest.MapFS{"content/" + id + "/" + manifest.File: {Data: []byte(text)}}})
	if problems.Failed() {
		t.Fatal(problems)
	}
	var out bytes.Buffer
	if _, err := all[0].Write(&out); err != nil {
		t.Fatal(err)
	}
	return registry.Pack{ID: id, Version: version, Manifest: []byte(text), Archive: out.Bytes()}
}

func signed(t *testing.T, p registry.Pack, by trust.Secret) registry.Pack {
	t.Helper()
	p.Signature = by.Sign(p.Archive, p.ID)
	return p
}

func secret(t *testing.T) trust.Secret {
	t.Helper()
	s, err := trust.Generate()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// spoiled is a registry whose answers a test can replace.
type spoiled struct {
	*httptest.Server
	inner http.Handler
	spoil func(w http.ResponseWriter, r *http.Request, honest http.Handler)
	asked []string
}

func newRegistry(t *testing.T) *spoiled {
	t.Helper()
	s := &spoiled{inner: server.New(server.Logger(log.New(io.Discard, "", 0)))}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked = append(s.asked, r.Method+" "+r.URL.Path)
		if s.spoil != nil {
			s.spoil(w, r, s.inner)
			return
		}
		s.inner.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// at returns the reference of the pack in the registry.
func (s *spoiled) at(name string) string {
	return "oci://" + strings.TrimPrefix(s.URL, "http://") + "/" + name
}

func (s *spoiled) push(t *testing.T, name string, p registry.Pack) {
	t.Helper()
	ref, err := registry.Parse(s.at(name))
	if err == nil {
		_, err = registry.Client{Limits: limits, Replace: true}.Push(t.Context(), ref, p)
	}
	if err != nil {
		t.Fatal(err)
	}
}
