package registry

import (
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestPushKeepsExistingFiles checks which files a second push writes, and
// which entries of the index it keeps: all packs without a tag, and the other
// packs with one.
func TestPushKeepsExistingFiles(t *testing.T) {
	dir, c := t.TempDir(), Client{Limits: quick, Replace: true}
	push := func(tag string, p Pack) string {
		t.Helper()
		digest, err := c.Push(t.Context(), parse(t, "oci:"+dir+tag), p)
		if err != nil {
			t.Fatal(err)
		}
		return digest
	}
	files := func() map[string]fs.FileInfo {
		out := map[string]fs.FileInfo{}
		names, _ := filepath.Glob(filepath.Join(dir, "blobs", "sha256", "*"))
		for _, name := range names {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			out[name] = info
		}
		return out
	}
	unsigned := luck
	unsigned.Signature = nil
	signed, plain := push("", luck), push("", unsigned)
	before := files()
	if again := push(":luck-1.0.0", luck); again != signed {
		t.Errorf("the digest of the same pack is %s, and was %s", again, signed)
	}
	now := files()
	for name, info := range before {
		if now[name] == nil || !os.SameFile(info, now[name]) {
			t.Errorf("%s was written again", name)
		}
	}
	push(":luck-1.0.1", unsigned)
	push(":luck-1.0.1", luck)
	var got []string
	at, err := openFolder(parse(t, "oci:"+dir), false)
	if err != nil {
		t.Fatal(err)
	}
	defer at.close()
	for _, m := range at.(*folder).index.Manifests {
		got = append(got, fmt.Sprint(m.Digest, m.Annotations))
	}
	want := []string{signed + "map[]", plain + "map[]", signed + "map[org.opencontainers.image.ref.name:luck-1.0.0]", signed + "map[org.opencontainers.image.ref.name:luck-1.0.1]"}
	if signed > plain {
		want[0], want[1] = want[1], want[0]
	}
	if !slices.Equal(got, want) {
		t.Errorf("the index has\n%s", strings.Join(got, "\n"))
	}
}

// TestAPushRepairsAFolder checks that a push writes the blobs that are damaged,
// even if they have their size, and those that are missing.
func TestAPushRepairsAFolder(t *testing.T) {
	dir, c := t.TempDir(), Client{Limits: quick}
	ref := parse(t, "oci:"+dir+":luck-1.0.0")
	if _, err := c.Push(t.Context(), ref, luck); err != nil {
		t.Fatal(err)
	}
	names, _ := filepath.Glob(filepath.Join(dir, "blobs", "sha256", "*"))
	for i, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for title, damage := range map[string]func() error{
			"changed": func() error { return os.WriteFile(name, append([]byte("?"), text[1:]...), 0o644) },
			"cut":     func() error { return os.WriteFile(name, text[:len(text)-1], 0o644) },
			"missing": func() error { return os.Remove(name) },
		} {
			if err := damage(); err != nil {
				t.Fatal(err)
			}
			if _, _, err := c.Pull(t.Context(), ref); err == nil {
				t.Errorf("blob %d is %s, and the pack is pulled", i, title)
			}
			if _, err := (Client{Limits: quick, Replace: true}).Push(t.Context(), ref, luck); err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(name); string(got) != string(text) {
				t.Errorf("blob %d is %s and stays so: %v", i, title, err)
			}
		}
	}
}

// TestDigestsOfAnIndexAreChecked checks that a folder whose index has invalid
// digests is reported as damaged and opens no other file.
func TestDigestsOfAnIndexAreChecked(t *testing.T) {
	for _, digest := range []string{"", "none", "sha256:", "sha256:../../index.json", "md5:00", "sha256:" + strings.Repeat("g", 64)} {
		dir := t.TempDir()
		index := fmt.Sprintf(`{"manifests":[{"digest":%q,"size":3,"annotations":{"org.opencontainers.image.ref.name":"a"}}]}`, digest)
		if err := os.WriteFile(filepath.Join(dir, "index.json"), []byte(index), 0o644); err != nil {
			t.Fatal(err)
		}
		_, _, err := Client{Limits: quick}.Pull(t.Context(), parse(t, "oci:"+dir+":a"))
		if got := whole(err); got != "oci:"+dir+":a: error: "+digestFault {
			t.Errorf("%q: %s", digest, got)
		}
	}
}

const digestFault = "the data received is not what was announced: invalid digest [registry/damaged]"

// TestConnectionsAreClosed checks that a client leaves no connection to a
// registry open after any operation.
func TestConnectionsAreClosed(t *testing.T) {
	t.Setenv("DOCKER_CONFIG", t.TempDir())
	var mutex sync.Mutex
	open := map[net.Conn]bool{}
	seen, closed := 0, make(chan bool, 100)
	s := httptest.NewUnstartedServer(hostile{})
	s.Config.ConnState = func(c net.Conn, state http.ConnState) {
		mutex.Lock()
		defer mutex.Unlock()
		switch state {
		case http.StateNew:
			seen, open[c] = seen+1, true
		case http.StateClosed, http.StateHijacked:
			delete(open, c)
			closed <- true
		}
	}
	s.Start()
	defer s.Close()
	ref := parse(t, "oci://"+strings.TrimPrefix(s.URL, "http://")+"/luck:1.0.0")
	c := Client{Limits: quick}
	_, _, pulled := c.Pull(t.Context(), ref)
	_, _, looked := c.Describe(t.Context(), ref)
	_, listed := c.Tags(t.Context(), ref)
	_, pushed := c.Push(t.Context(), ref, luck)
	if pulled != nil || looked != nil || listed == nil || pushed != nil && code(pushed) == "" {
		t.Errorf("%v, %v, %v, %v", pulled, looked, listed, pushed)
	}
	left := func() (int, int) {
		mutex.Lock()
		defer mutex.Unlock()
		return len(open), seen
	}
	for {
		n, all := left()
		if n == 0 && all > 0 {
			return
		}
		select {
		case <-closed:
		case <-time.After(10 * time.Second):
			t.Fatalf("%d of %d connections stay open", n, all)
		}
	}
}

// TestStallsAreDistinguishedFromOtherFaults checks the whole message when a registry stops
// sending, which a busy machine may take for one that never answers, and that of
// one that hangs up.
func TestStallsAreDistinguishedFromOtherFaults(t *testing.T) {
	t.Setenv("DOCKER_CONFIG", t.TempDir())
	for name, x := range map[string]struct {
		by   http.HandlerFunc
		want string
	}{
		"stall": {stall, "nothing was received for too long"},
		"cut":   {cut, "the transfer was cut short"},
	} {
		s := httptest.NewServer(hostile{blob: x.by, slow: true})
		var got string
		for idle := 200 * time.Millisecond; idle < 10*time.Second && !strings.Contains(got, x.want); idle *= 2 {
			_, _, err := Client{Limits: Limits{Manifest: quick.Manifest, Archive: quick.Archive, Signature: quick.Signature, Idle: idle, Total: time.Minute}}.
				Pull(t.Context(), parse(t, "oci://"+strings.TrimPrefix(s.URL, "http://")+"/luck:1.0.0"))
			got = whole(err)
		}
		s.Close()
		if !strings.Contains(got, x.want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestAListOfTagsIsBounded checks that a list of tags may be as long as a
// manifest, and no longer.
func TestAListOfTagsIsBounded(t *testing.T) {
	t.Setenv("DOCKER_CONFIG", t.TempDir())
	for size, want := range map[int]string{int(quick.Manifest): "", int(quick.Manifest) + 1: "registry/interrupted"} {
		const head, tail = `{"name":"luck","tags":["v1"]`, "}"
		list := head + strings.Repeat(" ", size-len(head)-len(tail)) + tail
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(list))
		}))
		tags, err := Client{Limits: quick}.Tags(t.Context(), parse(t, "oci://"+strings.TrimPrefix(s.URL, "http://")+"/luck"))
		s.Close()
		if code(err) != want || want == "" && fmt.Sprint(tags) != "[v1]" {
			t.Errorf("a list of %d bytes: %v, %v", size, tags, err)
		}
	}
}

// TestManifestsOfOtherArtifactsAreRefused checks the whole report on each
// manifest that is not a pack's.
func TestManifestsOfOtherArtifactsAreRefused(t *testing.T) {
	honest, _, err := luck.blobs()
	if err != nil {
		t.Fatal(err)
	}
	layer := func(kind string) string {
		return fmt.Sprintf(`{"mediaType":%q,"digest":"sha256:%064d","size":1}`, kind, 0)
	}
	pack := func(config string, layers ...string) string {
		return fmt.Sprintf(`{"artifactType":%q,"config":%s,"layers":[%s]}`, ArtifactType, layer(config), strings.Join(layers, ","))
	}
	for _, x := range []struct{ data, want string }{
		{string(honest.data), "no problem: <nil>"},
		{"", "there is no pack here: its manifest cannot be read"},
		{"[]", "there is no pack here: its manifest cannot be read"},
		{"{}", `this is not a pack but a manifest that names no type`},
		{`{"artifactType":"image"}`, `this is not a pack but something of the type "image"`},
		{pack("image", layer(ArchiveType)), `the pack here has no pack.yaml, but "image"`},
		{pack(ManifestType), "the pack here has 0 archives; every pack has one"},
		{pack(ManifestType, layer(ArchiveType), layer("other"), layer(ArchiveType)), "the pack here has 2 archives; every pack has one"},
		{pack(ManifestType, layer(ArchiveType), layer(SignatureType), layer(SignatureType)), "the pack here has two signatures"},
		{pack(ManifestType, layer("other"), layer(ArchiveType)), "no problem: <nil>"},
		{strings.Replace(pack(ManifestType, layer(ArchiveType)), "sha256:0", "sha512:0", 1), "the manifest gives an invalid size or digest of the pack.yaml"},
		{pack(ManifestType, strings.Replace(layer(ArchiveType), "0\",", "x\",", 1)), "the manifest gives an invalid size or digest of the archive"},
		{pack(ManifestType, layer(ArchiveType), strings.Replace(layer(SignatureType), "1}", "-1}", 1)), "the manifest gives an invalid size or digest of the signature"},
		{`{"config":{"mediaType":"image"}}`, `this is not a pack but something of the type "image"`},
	} {
		_, err := readManifest(parse(t, "oci:/r:a"), []byte(x.data), quick)
		if got := strings.TrimPrefix(whole(err), "oci:/r:a: error: "); got != x.want && !strings.HasPrefix(got, x.want+" [registry/") {
			t.Errorf("%.80s: %s, want %s", x.data, got, x.want)
		}
	}
}
