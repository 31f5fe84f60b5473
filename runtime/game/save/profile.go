package save

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"

	"sleight/runtime/content/safefile"
	"sleight/runtime/diag"
	"sleight/runtime/diag/strictjson"
	"sleight/runtime/game/rules"
)

// ProfileFormat is the version of the format of profile files.
const ProfileFormat = 1

// profileData is the content of a profile file.
type profileData struct {
	Format int           `json:"sleight_profile"`
	Values rules.Profile `json:"values"`
}

// ProfileFile keeps the profile of a game in a file: the values that its games
// leave to later ones. A nil file keeps nothing. It is not safe for concurrent
// use.
type ProfileFile struct {
	file string
	// kept holds the values in the file. When the current game began, the file had
	// the values in before, and the game those in base.
	kept, before, base rules.Profile
}

// OpenProfile opens a profile file, which need not exist yet.
func OpenProfile(file string) (*ProfileFile, *diag.Diagnostic) {
	k := &ProfileFile{file: file}
	var problem *diag.Diagnostic
	if k.kept, problem = k.read(); problem != nil {
		return nil, problem
	}
	return k, nil
}

// read returns the values in the file, or an empty profile if there is no file.
func (f *ProfileFile) read() (rules.Profile, *diag.Diagnostic) {
	data, err := os.ReadFile(f.file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return rules.Profile{}, nil
	case err != nil:
		return nil, f.refuse("it cannot be read: %v", err)
	}
	var in profileData
	if err := strictjson.Unmarshal(data, &in); err != nil {
		return nil, f.refuse("%v", err)
	}
	if in.Format != ProfileFormat {
		return nil, f.refuse("its format %d is not %d", in.Format, ProfileFormat)
	}
	if in.Values == nil {
		in.Values = rules.Profile{}
	}
	return in.Values, nil
}

func (f *ProfileFile) refuse(format string, args ...any) *diag.Diagnostic {
	d := diag.New("save/invalid", diag.Place{File: f.file}, "this profile cannot be loaded: "+format, args...).
		WithHint("delete it to start with a new profile")
	return &d
}

// Values returns the profile with which a new game begins, including what another
// program has written since.
func (f *ProfileFile) Values() rules.Profile {
	if f == nil {
		return nil
	}
	if found, problem := f.read(); problem == nil && len(found) > 0 {
		f.kept = found
	}
	return f.kept
}

// Begin records the profile of a game that was started or loaded. Only later
// changes of the game are kept, so that loading an old save does not revert the
// values of later games.
func (f *ProfileFile) Begin(now rules.Profile) {
	if f != nil {
		f.before, f.base = maps.Clone(f.kept), now
	}
}

// Save writes the profile if the game has changed it since the last call. Values
// that only another program has changed stay as they are in the file; of those that
// both have changed, the last to be written counts.
func (f *ProfileFile) Save(now rules.Profile) error {
	if f == nil || now == nil {
		return nil
	}
	values := maps.Clone(f.before)
	for name, v := range now {
		if before, ok := f.base[name]; !ok || before != v {
			values[name] = v
		}
	}
	if maps.Equal(values, f.kept) {
		return nil
	}
	if found, problem := f.read(); problem == nil {
		for name, v := range found {
			if v != f.kept[name] && values[name] == f.before[name] {
				values[name], f.before[name] = v, v
			}
		}
	}
	f.kept = values
	return safefile.Write(safefile.Disk{}, f.file, 0o600, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		return e.Encode(profileData{ProfileFormat, values})
	})
}
