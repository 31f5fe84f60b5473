package source

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sleight/runtime/packs/registry"
	"sleight/runtime/packs/trust"
)

// TestRefusedPacksChangeNothing offers a second version of an
// installed pack from hostile registries and from other authors.
func TestRefusedPacksChangeNothing(t *testing.T) {
	author, thief := secret(t), secret(t)
	first := signed(t, made(t, "luck", "1.0.0", ""), author)
	second := signed(t, made(t, "luck", "2.0.0", ""), author)
	lying := second
	lying.Manifest = []byte("kind: pack\nformat: 1\nid: luck\nversion: 2.0.0\ntitle: less than it is\n")
	posing := signed(t, made(t, "charm", "2.0.0", ""), author)
	posing.Manifest = second.Manifest
	noZip := second
	noZip.Archive = []byte("this is not an archive")
	noZip = signed(t, noZip, author)
	otherBytes := second
	otherBytes.Signature = first.Signature
	unsigned := second
	unsigned.Signature = nil

	archive := func(w http.ResponseWriter, r *http.Request, honest http.Handler, change func([]byte) []byte) {
		recorder := httptest.NewRecorder()
		honest.ServeHTTP(recorder, r)
		data := recorder.Body.Bytes()
		spoil := bytes.Equal(data, second.Archive)
		for k, v := range recorder.Header() {
			if k != "Content-Length" || !spoil {
				w.Header()[k] = v
			}
		}
		w.WriteHeader(recorder.Code)
		if spoil {
			_ = http.NewResponseController(w).Flush() // so that no length is announced
			data = change(data)
		}
		_, _ = w.Write(data)
	}
	for _, c := range []struct {
		name  string
		pack  registry.Pack
		spoil func(w http.ResponseWriter, r *http.Request, honest http.Handler)
		want  string
	}{
		{"cut short", second, func(w http.ResponseWriter, r *http.Request, honest http.Handler) {
			archive(w, r, honest, func(data []byte) []byte { return data[:len(data)/2] })
		}, "registry/interrupted"},
		{"other bytes", second, func(w http.ResponseWriter, r *http.Request, honest http.Handler) {
			archive(w, r, honest, func(data []byte) []byte { return bytes.ToUpper(data) })
		}, "registry/damaged"},
		{"silence", second, func(w http.ResponseWriter, r *http.Request, honest http.Handler) {
			archive(w, r, honest, func(data []byte) []byte {
				_, _ = w.Write(data[:10])
				_ = http.NewResponseController(w).Flush()
				<-r.Context().Done()
				return nil
			})
		}, "registry/interrupted"},
		{"no archive", second, func(w http.ResponseWriter, r *http.Request, honest http.Handler) {
			if r.Method == http.MethodGet && strings.Contains(r.URL.Path, "/blobs/") {
				http.NotFound(w, r)
				return
			}
			honest.ServeHTTP(w, r)
		}, "registry/missing"},
		{"another key", signed(t, second, thief), nil, "trust/key"},
		{"no signature", unsigned, nil, "trust/unsigned"},
		{"the signature of another version", otherBytes, nil, "trust/signature"},
		{"another manifest than in the archive", lying, nil, "registry/damaged"},
		{"another pack in the archive", posing, nil, "registry/damaged"},
		{"no zip", noZip, nil, "file/archive"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, s := newPlayer(t), newRegistry(t)
			s.push(t, "luck:1.0.0", first)
			if got := p.get(p.remote(s.at("luck:1.0.0"))); got != "" {
				t.Fatal(got)
			}
			before := p.files()
			s.push(t, "luck:2.0.0", c.pack)
			s.spoil = c.spoil
			if c.name == "silence" {
				p.verifier.Registry.Limits.Idle = 600 * time.Millisecond
			}
			for _, ref := range []string{"luck:2.0.0", "luck"} {
				if got := p.get(p.remote(s.at(ref))); got != c.want {
					t.Errorf("%s: got %q, expected %q", ref, got, c.want)
				}
				if after := p.files(); after != before {
					t.Errorf("%s: there was\n%s\nand is now\n%s", ref, before, after)
				}
			}
			if problems := check(p); problems != "" {
				t.Error(problems)
			}
		})
	}
}

func check(p *player) string {
	_, problems := p.install.Verify()
	if problems.Failed() {
		return problems.Error()
	}
	return ""
}

func TestAnArchiveAndItsSignatureAreReadTogether(t *testing.T) {
	author := secret(t)
	p := newPlayer(t)
	luck := signed(t, made(t, "luck", "1.0.0", ""), author)
	at := filepath.Join(t.TempDir(), "luck.zip")
	for name, data := range map[string][]byte{at: luck.Archive, at + SignatureSuffix: luck.Signature} {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	offers, err := p.verifier.File(at, "luck.zip").Offers(t.Context())
	if err != nil || len(offers) != 1 {
		t.Fatal(offers, err)
	}
	// Changing the file now has no effect.
	if err := os.WriteFile(at, []byte("another"), 0o644); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if _, err := offers[0].Write(t.Context(), &out); err != nil || !bytes.Equal(out.Bytes(), luck.Archive) {
		t.Errorf("%d bytes, %v", out.Len(), err)
	}
	if err := os.WriteFile(at+SignatureSuffix, make([]byte, trust.MaxSignature+1), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := p.verifier.File(at, "luck.zip").Offers(t.Context()); code(err) != "file/too-large" {
		t.Errorf("a huge signature: %v", err)
	}
}

func TestOnlyTheChosenArchiveIsFetched(t *testing.T) {
	p, s := newPlayer(t), newRegistry(t)
	for n := range 8 {
		version := fmt.Sprintf("1.%d.0", n)
		s.push(t, "luck:"+version, made(t, "luck", version, ""))
	}
	s.push(t, "luck:2.0.0", made(t, "luck", "2.0.0", "requires: {nothing: ^1.0}\n"))
	s.push(t, "luck:latest", made(t, "luck", "1.0.0", ""))
	s.asked = nil
	if got := p.get(p.remote(s.at("luck"))); got != "" {
		t.Fatal(got)
	}
	if l := p.lock(); len(l) != 1 || l[0].Version != "1.7.0" || !strings.Contains(l[0].Source, "/luck:1.7.0@sha256:") {
		t.Errorf("installed is %+v", l)
	}
	blobs := 0
	for _, a := range s.asked {
		if strings.HasPrefix(a, "GET ") && strings.Contains(a, "/blobs/") {
			blobs++
		}
	}
	if blobs != 9+2 { // the manifests of nine versions, and one pack
		t.Errorf("%d blobs were fetched:\n%s", blobs, strings.Join(s.asked, "\n"))
	}
}

// TestRequirementsAreFoundBesideThePack checks that one reference is enough to
// install a pack with its requirements.
func TestRequirementsAreFoundBesideThePack(t *testing.T) {
	s := newRegistry(t)
	folder := "oci:" + t.TempDir()
	for _, p := range []registry.Pack{
		made(t, "charm", "1.0.0", "requires: {luck: ^1.1, purse: '*'}\n"),
		made(t, "luck", "1.0.0", ""), made(t, "luck", "1.2.0", ""), made(t, "luck", "2.0.0", ""),
		made(t, "purse", "1.0.0", "requires: {string: '*'}\n"), made(t, "string", "0.1.0", ""),
		made(t, "poor", "1.0.0", "requires: {nothing: '*'}\n"),
	} {
		s.push(t, "packs/"+p.ID+":"+p.Version, p)
		ref, err := registry.Parse(folder)
		if err == nil {
			_, err = registry.Client{Limits: limits}.Push(t.Context(), ref.WithTag(p.ID, p.Version), p)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, from := range []struct{ charm, poor string }{
		{s.at("packs/charm"), s.at("packs/poor:1.0.0")},
		{folder + ":charm-1.0.0", folder + ":poor-1.0.0"},
	} {
		p := newPlayer(t)
		if got := p.get(p.remote(from.charm)); got != "" {
			t.Fatal(got)
		}
		var all []string
		for _, l := range p.lock() {
			all = append(all, fmt.Sprint(l.ID, " ", l.Version, " ", l.Requested))
		}
		if got, want := strings.Join(all, ", "), "charm 1.0.0 true, luck 1.2.0 false, purse 1.0.0 false, string 0.1.0 false"; got != want {
			t.Errorf("%s: there are %s, not %s", from.charm, got, want)
		}
		before := p.files()
		if got := p.get(p.remote(from.poor)); got != "pack/unresolved" {
			t.Errorf("%s: %q", from.poor, got)
		}
		if p.files() != before {
			t.Errorf("%s: the installation has changed", from.poor)
		}
	}
}

// TestCachedArchivesNeedTheKnownKey checks that an archive cached before the
// pack's key was known is not used once the pack is known by a key.
func TestCachedArchivesNeedTheKnownKey(t *testing.T) {
	author := secret(t)
	p, s := newPlayer(t), newRegistry(t)
	s.push(t, "luck:1.0.0", signed(t, made(t, "luck", "1.0.0", ""), author))
	s.push(t, "luck:9.0.0", made(t, "luck", "9.0.0", ""))
	s.push(t, "elsewhere/charm:1.0.0", made(t, "charm", "1.0.0", "requires: {luck: '*'}\n"))
	for _, step := range []struct{ folder, ref string }{{"a", "luck:9.0.0"}, {"b", "luck:1.0.0"}, {"c", "elsewhere/charm:1.0.0"}} {
		p.workspace(step.folder)
		if got := p.get(p.remote(s.at(step.ref))); got != "" {
			t.Fatalf("%s: %s", step.ref, got)
		}
	}
	for _, l := range p.lock() {
		if l.ID == "luck" && (l.Version != "1.0.0" || l.Key != author.Public().String()) {
			t.Errorf("luck is %+v", l)
		}
	}
}
