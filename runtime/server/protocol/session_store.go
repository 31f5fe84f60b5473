package protocol

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sleight/runtime/content/safefile"
	"sleight/runtime/game/save"
)

// maxStored is how many sessions a store holds. Beyond that, the oldest are
// deleted.
const maxStored = 1000

// storedSuffix is the file name suffix of stored sessions.
const storedSuffix = ".session"

// SessionStore is a folder that stores unused sessions. Only one server at a
// time may use it.
type SessionStore struct {
	folder string
	disk   safefile.Disk
}

// OpenSessionStore opens or creates a folder, and removes temporary files left
// by a killed process.
func OpenSessionStore(folder string) (*SessionStore, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	s := &SessionStore{folder: folder}
	if err := safefile.Clean(s.disk, folder); err != nil {
		return nil, err
	}
	return s, nil
}

// names lists the stored sessions, oldest first.
func (s *SessionStore) names() []string {
	entries, err := s.disk.ReadDir(s.folder)
	if err != nil {
		return nil
	}
	age := map[string]int64{}
	var out []string
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && strings.HasSuffix(e.Name(), storedSuffix) {
			age[e.Name()] = info.ModTime().UnixNano()
			out = append(out, e.Name())
		}
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(age[a], age[b]), cmp.Compare(a, b)) })
	return out
}

// put stores a session under a name, or under a new one if it has none.
func (s *SessionStore) put(name string, write func(io.Writer) error) (string, error) {
	if name == "" {
		name = rand.Text() + storedSuffix
	}
	return name, safefile.Write(s.disk, filepath.Join(s.folder, name), 0o600, write)
}

func (s *SessionStore) get(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(s.folder, name))
}

func (s *SessionStore) remove(name string) error { return s.disk.Remove(filepath.Join(s.folder, name)) }

// stored is a session in the store.
type stored struct {
	file   string
	listed *SessionInfo // nil until the file has been read
}

// describe describes a stored session.
func (s *Server) describe(id string, kept *stored) (SessionInfo, error) {
	if kept.listed != nil {
		return *kept.listed, nil
	}
	data, err := s.options.SessionStore.get(kept.file)
	if err != nil {
		return SessionInfo{}, err
	}
	stored, err := readSnapshot(data)
	if err != nil {
		return SessionInfo{}, err
	}
	f, problem := save.Read(bytes.NewReader(stored.Save), kept.file)
	if problem != nil {
		return SessionInfo{}, problem
	}
	return SessionInfo{Session: id, Game: f.Game, Turn: len(f.Commands), Players: f.Players, Stored: true}, nil
}

// loadStored registers the sessions stored by earlier servers, and deletes the
// excess.
func (s *Server) loadStored() {
	names := s.options.SessionStore.names()
	for i, name := range names {
		if i < len(names)-maxStored {
			s.drop(name)
			continue
		}
		s.opened++
		s.stored[sessionID(s.opened)] = &stored{file: name}
	}
}

// drop removes the file of a stored session.
func (s *Server) drop(name string) {
	if err := s.options.SessionStore.remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
		s.log.Warn("a stored session cannot be removed", "file", name, "reason", safefile.Reason(err))
	}
}
