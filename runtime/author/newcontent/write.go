package newcontent

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"sleight/runtime/content/safefile"
)

// CheckID rejects an invalid id and suggests a similar valid one.
func CheckID(id string) error {
	if validID.MatchString(id) {
		return nil
	}
	text := fmt.Sprintf("%q is not an id, which is lower-case letters, digits and _, begins with a letter and has at most 64 characters", id)
	near := strings.Trim(invalidRun.ReplaceAllString(strings.ToLower(id), "_"), "_")
	if validID.MatchString(near) {
		text += fmt.Sprintf("; did you mean %s?", near)
	}
	return fmt.Errorf("%s", text)
}

var (
	validID    = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)
	invalidRun = regexp.MustCompile(`[^a-z0-9]+`)
)

// Write writes files into a workspace and returns the names of the new ones. It
// overwrites nothing: if a file exists already, or one cannot be written, none
// is. The last file is written first, so that a watcher never sees a definition
// without its script.
func Write(dir string, files []File) (made []string, err error) {
	for _, f := range files {
		if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(f.Name))); err == nil && !f.Shared {
			return nil, fmt.Errorf("%s already exists; nothing was written", f.Name)
		}
	}
	defer func() {
		slices.Reverse(made)
		if err != nil {
			for _, name := range made {
				_ = os.Remove(filepath.Join(dir, filepath.FromSlash(name)))
			}
			made = nil
		}
	}()
	for _, f := range slices.Backward(files) {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if _, err := os.Lstat(name); f.Shared && err == nil {
			continue
		}
		if err := (safefile.Disk{}).MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return made, err
		}
		if err := create(name, f.Text); err != nil {
			return made, err
		}
		made = append(made, f.Name)
	}
	return made, nil
}

func create(name string, text []byte) error {
	f, err := safefile.Disk{}.Create(name, 0o666)
	if err != nil {
		return safefile.Explain(name, err)
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(name)
	}
	return safefile.Explain(name, err)
}
