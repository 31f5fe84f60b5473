package host

import (
	"maps"
	"strings"

	"sleight/runtime/content/locale"
	"sleight/runtime/game/session"
)

// maxDescribed is the number of the last commands whose changes a table keeps in words:
// a page lists as many at first.
const maxDescribed = 60

// wording holds the changes of a command in words, one line each, by language and by
// player from 0, for watchers.
type wording map[locale.Language][]string

// recordWords records what each seat may know of the changes of the command that just
// ran, whether anyone is there or not. It must be called before the next command runs.
func (t *Table) recordWords(r session.Result) {
	turn := t.session.Turn()
	words := wording{}
	for _, k := range t.viewKeys() {
		words[k.lang] = nil
	}
	if len(words) == 0 {
		words[locale.Language{}] = nil
	}
	for lang := range words {
		for player := range t.session.Players() + 1 {
			words[lang] = append(words[lang], strings.Join(t.seat(viewKey{player, lang}).Changes(r), "\n"))
		}
	}
	t.described[turn] = words
	maps.DeleteFunc(t.described, func(other int, _ wording) bool { return other <= turn-maxDescribed })
}

// changes returns what a seat may know of the changes of the command that led to a
// turn: in another language if nobody had asked for the seat's by then, and nothing
// if the table does not keep it.
func (t *Table) changes(turn int, k viewKey) []string {
	words := t.described[turn]
	own, ok := words[k.lang]
	if !ok {
		own, ok = words[locale.Language{}]
	}
	for _, other := range words {
		if ok {
			break
		}
		own, ok = other, true
	}
	if !ok || own[k.player] == "" {
		return nil
	}
	return strings.Split(own[k.player], "\n")
}
