package registry

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"

	server "github.com/google/go-containerregistry/pkg/registry"

	"sleight/tests/golden"
)

// requests is an honest registry that records requests and answers.
type requests struct {
	honest http.Handler
	mutex  sync.Mutex
	out    strings.Builder
	status int // of every answer, if it is not 0
}

func (r *requests) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	recorder := httptest.NewRecorder()
	if r.status != 0 {
		recorder.WriteHeader(r.status)
	} else {
		r.honest.ServeHTTP(recorder, req)
	}
	body := recorder.Body.Bytes()
	r.mutex.Lock()
	fmt.Fprintf(&r.out, "  %s %s %s, by %s: %d", req.Method, req.URL.RequestURI(), req.Header.Get("Content-Type"), req.UserAgent(), recorder.Code)
	if req.Method == http.MethodGet && recorder.Code == http.StatusOK {
		fmt.Fprintf(&r.out, ", %d bytes", len(body))
	}
	r.out.WriteString("\n")
	r.mutex.Unlock()
	for name, values := range recorder.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(recorder.Code)
	_, _ = w.Write(body)
}

// transcript returns the record, with names for values that are long or differ
// between runs.
func (r *requests) transcript(host string) string {
	digests := map[string]string{}
	text := regexp.MustCompile(`sha256(:|%3A)[0-9a-f]{64}`).ReplaceAllStringFunc(strings.ReplaceAll(r.out.String(), host, "HOST"), func(digest string) string {
		digest = digest[len(digest)-64:]
		if digests[digest] == "" {
			digests[digest] = fmt.Sprintf("DIGEST%d", len(digests)+1)
		}
		return digests[digest]
	})
	return regexp.MustCompile(`uploads/[^? ]+`).ReplaceAllString(text, "uploads/ID")
}

// TestTheRequestsOfPushesAndPulls states every request of each operation, in
// order: existing blobs are not sent again, and describing a version does not
// fetch its archive.
func TestTheRequestsOfPushesAndPulls(t *testing.T) {
	t.Setenv("DOCKER_CONFIG", t.TempDir())
	r := &requests{honest: server.New(server.Logger(log.New(io.Discard, "", 0)))}
	s := httptest.NewServer(r)
	t.Cleanup(s.Close)
	host := strings.TrimPrefix(s.URL, "http://")
	c := Client{Limits: quick}
	do := func(title string, operation func(ref Reference) (string, error), where string) {
		t.Helper()
		fmt.Fprintf(&r.out, "%s of %s\n", title, where)
		found, err := operation(parse(t, "oci://"+host+"/packs/"+where))
		if err != nil {
			found = whole(err)
		}
		fmt.Fprintf(&r.out, "  → %s\n", found)
	}
	push := func(p Pack, c Client) func(Reference) (string, error) {
		return func(ref Reference) (string, error) { return c.Push(t.Context(), ref, p) }
	}
	look := func(ref Reference) (string, error) {
		text, digest, err := c.Describe(t.Context(), ref)
		return fmt.Sprintf("%q %s", text, digest), err
	}
	pull := func(ref Reference) (string, error) {
		p, digest, err := c.Pull(t.Context(), ref)
		return fmt.Sprintf("manifest %d, archive %d, signature %d bytes, %s", len(p.Manifest), len(p.Archive), len(p.Signature), digest), err
	}
	tags := func(ref Reference) (string, error) {
		all, err := c.Tags(t.Context(), ref)
		return strings.Join(all, " "), err
	}
	next := luck
	next.Version, next.Signature = "1.1.0", nil
	do("push", push(luck, c), "luck:1.0.0")
	do("the same push", push(luck, c), "luck:1.0.0")
	do("push of a version without signature", push(next, c), "luck:1.1.0")
	do("push of other bytes", push(next, c), "luck:1.0.0")
	do("push of other bytes, replacing", push(next, Client{Limits: quick, Replace: true}), "luck:1.0.0")
	do("push without a tag", push(luck, c), "bare")
	do("push under another digest", push(luck, c), "luck@sha256:"+strings.Repeat("0", 64))
	do("look", look, "luck:1.1.0")
	do("look", look, "luck:9.0.0")
	do("look", look, "luck")
	do("look", look, "none:1.0.0")
	do("look", look, "luck@sha256:"+strings.Repeat("0", 64))
	do("pull", pull, "luck:1.1.0")
	do("tags", tags, "luck")
	do("tags", tags, "none")
	huge := next
	huge.Manifest = bytes.Repeat([]byte("x"), int(quick.Manifest)+1)
	do("push of a manifest that nobody could pull", push(huge, c), "luck:2.0.0")
	for _, status := range []int{http.StatusForbidden, http.StatusInternalServerError} {
		r.status = status
		do(fmt.Sprintf("push where every answer is %d", status), push(luck, c), "luck:1.0.0")
		do(fmt.Sprintf("pull where every answer is %d", status), pull, "luck:1.0.0")
		do(fmt.Sprintf("tags where every answer is %d", status), tags, "luck")
	}
	golden.Check(t, "testdata/requests.golden", r.transcript(host))
}

// TestTagsAreBounded checks that a thousand tags of a repository are listed, and
// no more, and none that is not a tag.
func TestTagsAreBounded(t *testing.T) {
	t.Setenv("DOCKER_CONFIG", t.TempDir())
	for sent, want := range map[int]int{3: 2, 1000: 999, 1001: 1000, 1002: 1000, 1500: 1000} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			tags := []string{`"not a tag"`}
			for n := range sent - 1 {
				tags = append(tags, fmt.Sprintf(`"v%d"`, n))
			}
			fmt.Fprintf(w, `{"name":"luck","tags":[%s]}`, strings.Join(tags, ","))
		}))
		got, err := Client{Limits: quick}.Tags(t.Context(), parse(t, "oci://"+strings.TrimPrefix(s.URL, "http://")+"/luck"))
		s.Close()
		if err != nil || len(got) != want || got[0] != "v0" {
			t.Errorf("of %d tags %d are listed: %v", sent, len(got), err)
		}
	}
}

// TestAPushWhoseManifestIsRefused checks the problem when a registry accepts
// the blobs but not the manifest, and when the tag belongs to something other
// than a pack.
func TestAPushWhoseManifestIsRefused(t *testing.T) {
	t.Setenv("DOCKER_CONFIG", t.TempDir())
	honest := server.New(server.Logger(log.New(io.Discard, "", 0)))
	var image string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodPut && strings.Contains(r.URL.Path, "/manifests/"):
			w.WriteHeader(http.StatusForbidden)
		case strings.HasSuffix(r.URL.Path, "/manifests/image"):
			w.Header().Set("Content-Type", "application/vnd.oci.image.manifest.v1+json")
			_, _ = io.WriteString(w, image)
		default:
			honest.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(s.Close)
	host := strings.TrimPrefix(s.URL, "http://")
	at := "oci://" + host + "/luck:"
	_, err := Client{Limits: quick}.Push(t.Context(), parse(t, at+"1.0.0"), luck)
	if got, want := whole(err), at+"1.0.0: error: the registry denied access [registry/denied]; sign in with a program that writes the configuration of Docker, such as: docker login, podman login --compat-auth-file, oras login"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for artifact, want := range map[string]string{`"artifactType":"text/x",`: "text/x", "": "application/y"} {
		image = `{"schemaVersion":2,` + artifact + `"mediaType":"application/vnd.oci.image.manifest.v1+json","config":{"mediaType":"application/y","digest":"sha256:` + strings.Repeat("0", 64) + `","size":2},"layers":[]}`
		_, _, err := Client{Limits: quick}.Describe(t.Context(), parse(t, at+"image"))
		if got, want := whole(err), fmt.Sprintf("%simage: error: this is not a pack but something of the type %q [registry/no-pack]; push packs with: sleight pack push", at, want); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := parse(t, at+"1.0.0@sha256:"+strings.Repeat("0", 64)).Any().String(); got != strings.TrimSuffix(at, ":") {
		t.Errorf("all versions are %s", got)
	}
}
