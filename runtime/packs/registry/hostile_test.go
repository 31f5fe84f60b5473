package registry

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/opencontainers/go-digest"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
)

// hostile is a registry whose responses a test controls.
type hostile struct {
	// change alters the manifest before it is encoded.
	change func(*ocispec.Manifest)
	// raw is sent instead of the manifest.
	raw []byte
	// header is added to the response with the manifest.
	header map[string]string
	// manifest and blob replace the registry's handlers; blob that for the
	// archive.
	manifest, blob http.HandlerFunc
	// slow is set if the registry keeps its client waiting.
	slow bool
}

// ServeHTTP answers the requests of a pulling client.
func (h hostile) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	honest, parts, _ := luck.blobs()
	data := honest.data
	if h.change != nil {
		var m ocispec.Manifest
		_ = json.Unmarshal(data, &m)
		h.change(&m)
		data, _ = json.Marshal(m)
	}
	if h.raw != nil {
		data = h.raw
	}
	switch {
	case strings.Contains(r.URL.Path, "/manifests/") && h.manifest != nil:
		h.manifest(w, r)
	case strings.Contains(r.URL.Path, "/manifests/"):
		w.Header().Set("Content-Type", ocispec.MediaTypeImageManifest)
		for k, v := range h.header {
			w.Header().Set(k, v)
		}
		w.Header().Set("Content-Length", strconv.Itoa(len(data)))
		_, _ = w.Write(data)
	case strings.HasSuffix(r.URL.Path, string(parts[1].Digest)) && h.blob != nil:
		h.blob(w, r)
	case strings.Contains(r.URL.Path, "/blobs/"):
		for _, part := range parts {
			if strings.HasSuffix(r.URL.Path, string(part.Digest)) {
				_, _ = w.Write(part.data)
			}
		}
	default:
		http.NotFound(w, r)
	}
}

func status(code int, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
		fmt.Fprintf(w, `{"errors":[{"code":"DENIED","message":"%s"}]}`, strings.Repeat("x\x1b[31m", 100_000))
	}
}

// stall sends some bytes and then nothing until the client hangs up.
func stall(w http.ResponseWriter, r *http.Request) {
	_, _ = w.Write(luck.Archive[:10])
	_ = http.NewResponseController(w).Flush()
	<-r.Context().Done()
}

// drip sends one byte after another for as long as the client waits.
func drip(w http.ResponseWriter, r *http.Request) {
	next := time.NewTicker(5 * time.Millisecond)
	defer next.Stop()
	for i := 0; ; i++ {
		select {
		case <-r.Context().Done():
			return
		case <-next.C:
			_, _ = w.Write(luck.Archive[i : i+1])
			_ = http.NewResponseController(w).Flush()
		}
	}
}

// cut promises all bytes and hangs up after some.
func cut(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", fmt.Sprint(len(luck.Archive)))
	_, _ = w.Write(luck.Archive[:100])
	panic(http.ErrAbortHandler)
}

func send(data string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		_ = http.NewResponseController(w).Flush() // so that there is no Content-Length
		_, _ = io.WriteString(w, data)
	}
}

func layer(i int, change func(*ocispec.Descriptor)) func(*ocispec.Manifest) {
	return func(m *ocispec.Manifest) { change(&m.Layers[i]) }
}

var attacks = []struct {
	name string
	by   hostile
	want string
}{
	{"an honest one", hostile{}, ""},
	{"a size beyond all bounds", hostile{change: layer(0, func(d *ocispec.Descriptor) { d.Size = 1 << 62 })}, "registry/too-large"},
	{"a signature beyond all bounds", hostile{change: layer(1, func(d *ocispec.Descriptor) { d.Size = 1 << 30 })}, "registry/too-large"},
	{"a size below zero", hostile{change: layer(0, func(d *ocispec.Descriptor) { d.Size = -1 })}, "registry/damaged"},
	{"a size that is too large", hostile{change: layer(0, func(d *ocispec.Descriptor) { d.Size++ })}, "registry/interrupted"},
	{"a size that is too small", hostile{change: layer(0, func(d *ocispec.Descriptor) { d.Size-- })}, "registry/damaged"},
	{"fewer bytes, no length", hostile{blob: send(string(luck.Archive[1:]))}, "registry/interrupted"},
	{"more bytes, no length", hostile{blob: send(string(luck.Archive) + "x")}, "registry/damaged"},
	{"endless bytes", hostile{blob: send(strings.Repeat("x", 4<<20))}, "registry/damaged"},
	{"other bytes", hostile{blob: send("x" + string(luck.Archive[1:]))}, "registry/damaged"},
	{"a digest of another sort", hostile{change: layer(0, func(d *ocispec.Descriptor) { d.Digest = "md5:00" })}, "registry/damaged"},
	{"a digest that is a path", hostile{change: layer(0, func(d *ocispec.Descriptor) { d.Digest = "sha256:../../secret" })}, "registry/damaged"},
	{"a wrong digest in the header", hostile{header: map[string]string{"Docker-Content-Digest": "sha256:" + strings.Repeat("0", 64)}}, "registry/damaged"},
	{"no digest in the header", hostile{header: map[string]string{"Docker-Content-Digest": "?"}}, "registry/damaged"},
	{"no layers", hostile{change: func(m *ocispec.Manifest) { m.Layers = nil }}, "registry/no-pack"},
	{"two archives", hostile{change: func(m *ocispec.Manifest) { m.Layers = append(m.Layers, m.Layers[0]) }}, "registry/no-pack"},
	{"two signatures", hostile{change: func(m *ocispec.Manifest) { m.Layers = append(m.Layers, m.Layers[1]) }}, "registry/no-pack"},
	{"an image", hostile{change: func(m *ocispec.Manifest) { m.ArtifactType = "" }}, "registry/no-pack"},
	{"no pack.yaml", hostile{change: func(m *ocispec.Manifest) { m.Config = ocispec.DescriptorEmptyJSON }}, "registry/no-pack"},
	{"a pack.yaml beyond all bounds", hostile{change: func(m *ocispec.Manifest) { m.Config.Size = 1 << 40 }}, "registry/too-large"},
	{"no manifest", hostile{raw: []byte("<html>")}, "registry/no-pack"},
	{"an empty manifest", hostile{raw: []byte("{}")}, "registry/no-pack"},
	{"a deep manifest", hostile{raw: []byte(strings.Repeat("[", 20_000))}, "registry/no-pack"},
	{"a huge manifest", hostile{raw: []byte(strings.Repeat(" ", 1<<20) + "{}")}, "registry/too-large"},
	{"layers that are not there", hostile{blob: http.NotFound}, "registry/missing"},
	{"silence in the middle", hostile{blob: stall, slow: true}, "registry/interrupted"},
	{"silence in the manifest", hostile{manifest: stall, slow: true}, "registry/damaged"},
	{"one byte at a time", hostile{blob: drip, slow: true}, "registry/interrupted"},
	{"hanging up in the middle", hostile{blob: cut}, "registry/interrupted"},
	{"no answer at all", hostile{manifest: func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, slow: true}, "registry/unreachable"},
	{"who are you", hostile{manifest: status(401)}, "registry/denied"},
	{"who are you, by name", hostile{manifest: status(401, "WWW-Authenticate", `Basic realm="x"`)}, "registry/denied"},
	{"ask elsewhere who you are", hostile{manifest: status(401, "WWW-Authenticate", `Bearer realm="http://169.254.169.254/token",service="x"`)}, "registry/insecure"},
	{"ask by another protocol", hostile{manifest: status(401, "WWW-Authenticate", `Bearer realm="file:///etc/passwd",service="x"`)}, "registry/insecure"},
	{"not for you", hostile{manifest: status(403)}, "registry/denied"},
	{"too often", hostile{manifest: status(429)}, "registry/unreachable"},
	{"out of order", hostile{blob: status(503)}, "registry/unreachable"},
	{"a teapot", hostile{manifest: status(418)}, "registry/damaged"},
	{"to another machine without encryption", hostile{blob: status(307, "Location", "http://192.0.2.1/blob")}, "registry/insecure"},
	{"to a file", hostile{blob: status(307, "Location", "file:///etc/passwd")}, "registry/insecure"},
	{"round and round", hostile{manifest: status(307, "Location", "/v2/luck/manifests/1.0.0")}, "registry/unreachable"},
	{"nowhere", hostile{manifest: status(307)}, "registry/damaged"},
}

func TestOnlyTheRequestedPackIsAccepted(t *testing.T) {
	t.Setenv("DOCKER_CONFIG", t.TempDir())
	for _, a := range attacks {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			s := httptest.NewServer(a.by)
			defer s.Close()
			limits := quick
			if a.by.slow {
				limits.Idle, limits.Total = 600*time.Millisecond, 1500*time.Millisecond
			}
			start := time.Now()
			got, _, err := Client{Limits: limits}.Pull(t.Context(), parse(t, "oci://"+strings.TrimPrefix(s.URL, "http://")+"/luck:1.0.0"))
			if code(err) != a.want {
				t.Errorf("got %q, expected %q: %v", code(err), a.want, err)
			}
			if err != nil && (got.Archive != nil || len(err.Error()) > 2000 || strings.Contains(err.Error(), "\x1b")) {
				t.Errorf("there are %d bytes of an archive, and an error of %d", len(got.Archive), len(err.Error()))
			}
			if took := time.Since(start); took > time.Minute {
				t.Errorf("it took %v", took)
			}
		})
	}
}

func TestDigestsAreVerified(t *testing.T) {
	t.Setenv("DOCKER_CONFIG", t.TempDir())
	s := httptest.NewServer(hostile{})
	defer s.Close()
	other := string(digest.FromString("another manifest"))
	for _, lie := range []map[string]string{nil, {"Docker-Content-Digest": other}} {
		s.Config.Handler = hostile{header: lie}
		_, _, err := Client{Limits: quick}.Pull(t.Context(), parse(t, "oci://"+strings.TrimPrefix(s.URL, "http://")+"/luck@"+other))
		if code(err) != "registry/damaged" {
			t.Errorf("with the header %v: %v", lie, err)
		}
	}
}

// TestPasswordsStayWithTheirRegistry checks that a password is sent to its own
// host, and not to a host that this one redirects to.
func TestPasswordsStayWithTheirRegistry(t *testing.T) {
	var here, elsewhere []string
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		elsewhere = append(elsewhere, r.Header.Get("Authorization"))
		hostile{}.ServeHTTP(w, r)
	}))
	defer other.Close()
	s := httptest.NewServer(hostile{
		manifest: func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") == "" {
				w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
				w.WriteHeader(http.StatusUnauthorized)
				return
			}
			here = append(here, r.Header.Get("Authorization"))
			hostile{}.ServeHTTP(w, r)
		},
		blob: func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL+r.URL.Path, http.StatusTemporaryRedirect)
		},
	})
	defer s.Close()
	host := strings.TrimPrefix(s.URL, "http://")
	config := t.TempDir()
	t.Setenv("DOCKER_CONFIG", config)
	text := fmt.Sprintf(`{"auths": {%q: {"auth": "bWU6c2VjcmV0"}}}`, host)
	if err := os.WriteFile(filepath.Join(config, "config.json"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := (Client{Limits: quick}).Pull(t.Context(), parse(t, "oci://"+host+"/luck:1.0.0")); err != nil {
		t.Fatal(err)
	}
	if len(here) != 1 || here[0] != "Basic bWU6c2VjcmV0" {
		t.Errorf("the registry was told %q", here)
	}
	if got := strings.Join(elsewhere, ""); len(elsewhere) == 0 || got != "" {
		t.Errorf("the other machine was told %q", elsewhere)
	}
}

func TestRequestsStayWithTheirRegistry(t *testing.T) {
	s := httptest.NewServer(hostile{})
	defer s.Close()
	for _, c := range []struct {
		host, url string
		plain     bool
		refused   bool
	}{
		{"127.0.0.1:1", s.URL, false, false},
		{"localhost:1", s.URL, false, false},
		{"example.org", s.URL, false, true},
		{"example.org", s.URL, true, true},
		{"example.org", "http://example.org/v2/", false, true},
		{"127.0.0.1:1", "http://example.org/v2/", false, true},
		{"example.org", "ftp://example.org/v2/", true, true},
		{"localhost.example.org", s.URL, false, true},
	} {
		tr := newTransport(c.host, c.plain, time.Second)
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := tr.RoundTrip(req)
		var refused insecureError
		if errors.As(err, &refused) != c.refused || (err == nil) == c.refused {
			t.Errorf("from %s to %s: %v", c.host, c.url, err)
		}
		if err == nil {
			resp.Body.Close()
		}
		tr.CloseIdleConnections()
	}
}

func TestUntrustedFoldersAreReadWithLimits(t *testing.T) {
	for name, spoil := range map[string]func(dir, archive string) (string, error){
		"an invalid index": func(dir, _ string) (string, error) {
			return "registry/damaged", os.WriteFile(filepath.Join(dir, "index.json"), []byte("{"), 0o644)
		},
		"an index without end": func(dir, _ string) (string, error) {
			return "registry/damaged", os.Truncate(filepath.Join(dir, "index.json"), maxIndex+1)
		},
		"an index with a size that cannot be": func(dir, _ string) (string, error) {
			text, err := os.ReadFile(filepath.Join(dir, "index.json"))
			return "registry/damaged", errors.Join(err, os.WriteFile(filepath.Join(dir, "index.json"), []byte(strings.Replace(string(text), `"size":`, `"size":9`, 1)), 0o644))
		},
		"a link out of the folder": func(_, archive string) (string, error) {
			outside := filepath.Join(t.TempDir(), "outside")
			return "registry/damaged", errors.Join(os.Rename(archive, outside), os.Symlink(outside, archive))
		},
		"a folder in place of the archive": func(_, archive string) (string, error) {
			return "registry/damaged", errors.Join(os.Remove(archive), os.Mkdir(archive, 0o755))
		},
		"no archive":      func(_, archive string) (string, error) { return "registry/missing", os.Remove(archive) },
		"half an archive": func(_, archive string) (string, error) { return "registry/damaged", os.Truncate(archive, 100) },
		"other bytes": func(_, archive string) (string, error) {
			return "registry/damaged", os.WriteFile(archive, []byte(strings.ToUpper(string(luck.Archive))), 0o644)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			ref := parse(t, "oci:"+dir+":luck-1.0.0")
			c := Client{Limits: quick}
			if _, err := c.Push(t.Context(), ref, luck); err != nil {
				t.Fatal(err)
			}
			want, err := spoil(dir, filepath.Join(dir, "blobs", "sha256", digest.FromBytes(luck.Archive).Encoded()))
			if err != nil {
				t.Fatal(err)
			}
			if got, _, err := c.Pull(t.Context(), ref); code(err) != want || got.Archive != nil {
				t.Errorf("got %q, expected %q: %v", code(err), want, err)
			}
		})
	}
}
