package diag

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Nearest returns the known name that name was probably meant to be: the one at
// the smallest edit distance (swapped neighbours count one), if that is at most
// a third of the longer name's length, and at least one. If several are equally
// near, it prefers one of the same length, then the first alphabetically.
//
// A name that differs only in capitals and underscores comes before all others.
func Nearest(name string, known []string) (string, bool) {
	if same, ok := sameLetters(name, known); ok {
		return same, true
	}
	best, bestDistance := "", -1
	written := []rune(name)
	var letters []rune
	for _, k := range known {
		if k == name {
			continue
		}
		letters = letters[:0]
		for _, r := range k {
			letters = append(letters, r)
		}
		limit := max(1, max(len(written), len(letters))/3)
		if off := len(written) - len(letters); off > limit || -off > limit {
			continue // each letter too many is a slip
		}
		d := distance(written, letters)
		if d <= limit && (bestDistance < 0 || d < bestDistance || d == bestDistance && nearerName(k, best, name)) {
			best, bestDistance = k, d
		}
	}
	return best, bestDistance >= 0
}

// sameLetters finds the first known name that has the same letters.
func sameLetters(name string, known []string) (same string, ok bool) {
	if strings.ToLower(name) == name && !strings.Contains(name, "_") {
		return "", false // the most common typo, and quick to detect
	}
	plain := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }
	letters := plain(name)
	for _, k := range known {
		if k != name && plain(k) == letters && (!ok || k < same) {
			same, ok = k, true
		}
	}
	return same, ok
}

// nearerName reports whether k is to be preferred to best, which is equally near: it has
// the same length as the written name, or comes first alphabetically.
func nearerName(k, best, name string) bool {
	if same := len(k) == len(name); same != (len(best) == len(name)) {
		return same
	}
	return k < best
}

// certainLength is the minimum length at which a near name is certain to be the intended
// one.
const certainLength = 3

// certainEdits is the maximum edit distance of a near name that is certain. Beyond it,
// different words are near, such as name and text.
const certainEdits = 2

// onlyNear reports whether, of the known names, only near can be meant: no other
// is near, or near is one edit away and every other is further.
func onlyNear(name, near string, known []string) bool {
	if _, same := sameLetters(name, []string{near}); utf8.RuneCountInString(name) < certainLength || !same && distance([]rune(name), []rune(near)) > certainEdits {
		return false
	}
	rest := slices.DeleteFunc(slices.Clone(known), func(k string) bool { return k == near })
	second, another := Nearest(name, rest)
	return !another || distance([]rune(name), []rune(near)) == 1 && distance([]rune(name), []rune(second)) > 1
}

// distance is the optimal string alignment distance. It skips common prefixes
// and suffixes, which the names of many definitions share.
func distance(a, b []rune) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	before := make([]int, len(b)+1)
	above := make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}
