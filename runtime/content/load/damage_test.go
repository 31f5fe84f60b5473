package load

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/tests/golden"
)

// TestADamagedWorkspaceIsReported damages a workspace that uses every feature
// in one place at a time and compares all consequences: the problems, the packs
// and games to which they are attributed, and the definitions that differ. Each
// line is removed, misspelt and given a value of the wrong type; each file is
// removed.
func TestADamagedWorkspaceIsReported(t *testing.T) {
	a := readArchive(t, "testdata/damage/workspace.txtar")
	w := newWorkspace(a.texts)
	l := NewLoader(Root{FS: w})
	sound, problems := l.Load()
	if sound == nil || len(problems) > 0 {
		t.Fatal(problems)
	}
	goldens := map[string][]string{}
	load := func(damage, part string) {
		c, problems := l.Load()
		goldens[damage] = append(goldens[damage], part+"\n"+consequences(l, sound, c, problems))
	}
	for _, name := range a.names {
		lines := strings.SplitAfter(strings.TrimSuffix(a.texts[name], "\n"), "\n")
		for i, line := range lines {
			if testing.Short() && i%4 > 0 {
				continue
			}
			for damage, now := range damaged(line) {
				w.write(name, strings.Join(slices.Concat(lines[:i], []string{now}, lines[i+1:]), ""))
				load(damage, fmt.Sprintf("%s:%d: %s", name, i+1, strings.TrimSpace(shown(now, line))))
			}
		}
		delete(w.MapFS, name)
		load("missing", name)
		w.write(name, a.texts[name])
	}
	for damage, got := range goldens {
		golden.CheckParts(t, "testdata/damage/"+damage+".golden", got)
	}
}

var (
	lastWord = regexp.MustCompile(`[a-z]{3,}[^a-z]*$`)
	value    = regexp.MustCompile(`^( *[a-z_.]+: ).*`)
)

// damaged returns a line after each kind of damage.
func damaged(line string) map[string]string {
	out := map[string]string{"missing": ""}
	if at := lastWord.FindStringIndex(line); at != nil {
		word := []byte(line[at[0]:])
		word[0], word[1] = word[1], word[0]
		out["misspelt"] = line[:at[0]] + string(word)
	}
	if match := value.FindStringSubmatch(line); match != nil {
		out["mistyped"] = match[1] + "[1, {b: 2}]\n"
	}
	for damage, now := range out {
		if now == line {
			delete(out, damage)
		}
	}
	return out
}

// shown returns a line, or if it is gone the one that was there.
func shown(now, before string) string {
	if now == "" {
		return before
	}
	return now
}

// consequences describes a load of a damaged workspace.
func consequences(l *Loader, before, after *def.Catalog, problems diag.List) string {
	var out strings.Builder
	dumpProblems(&out, "\t", problems)
	for _, c := range l.Conflicts() {
		fmt.Fprintf(&out, "\tconflict %+v\n", c)
	}
	if after == nil {
		packs, games, ok := l.Dependencies().Blame(problems)
		fmt.Fprintf(&out, "\tblamed: packs %s; games %s; placed %v; games of the packs %v\n", blamed(packs), blamed(games), ok,
			l.Dependencies().Games(slices.Sorted(maps.Keys(packs))))
		without := l.Dependencies().Dependents(slices.Collect(maps.Keys(packs)))
		l.Quarantine(without...)
		rest, left := l.Load()
		l.EndQuarantine()
		fmt.Fprintf(&out, "\tloaded without %v: %v\n", without, rest != nil)
		for _, d := range left {
			if !slices.ContainsFunc(problems, func(f diag.Diagnostic) bool { return sameProblem(f, d) }) {
				fmt.Fprintf(&out, "\t\t%v\n", d)
			}
		}
		if rest != nil {
			fmt.Fprintf(&out, "\t\t%d definitions, %.8s\n", len(rest.All()), rest.Digest)
		}
		return out.String()
	}
	for _, tongue := range after.Locales {
		if _, problems := tongue.Read(); len(problems) > 0 {
			fmt.Fprintf(&out, "\t%v\n", problems)
		}
	}
	out.WriteString(differences(before, after))
	return out.String()
}

// differences lists the definitions of a catalog that differ from those before.
func differences(before, after *def.Catalog) string {
	var out strings.Builder
	digests := map[string]string{}
	for _, d := range before.All() {
		digests[d.Pack+":"+d.Key()] = d.Digest
	}
	for _, d := range after.All() {
		key := d.Pack + ":" + d.Key()
		if was, ok := digests[key]; !ok {
			fmt.Fprintf(&out, "\tnew: %s\n", key)
		} else if was != d.Digest {
			fmt.Fprintf(&out, "\tother: %s %q\n", key, d.Text)
		}
		delete(digests, key)
	}
	if len(digests) > 0 {
		fmt.Fprintf(&out, "\tgone: %v\n", slices.Sorted(maps.Keys(digests)))
	}
	return out.String()
}

// blamed lists how many problems are attributed to each pack or game.
func blamed(by map[string]diag.List) string {
	var out []string
	for _, id := range slices.Sorted(maps.Keys(by)) {
		out = append(out, fmt.Sprintf("%s %d", id, len(by[id])))
	}
	return fmt.Sprint(out)
}
