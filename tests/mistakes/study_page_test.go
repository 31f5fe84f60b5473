package mistakes

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// tally counts verdicts.
type tally struct {
	by           [finders]int
	static       int // found by validate without playing
	line         int // of these, on the right line
	loud, remedy int // of these, mistakes with a remedy, and those for which it was named
	findings     int
}

func tallyOf(all []verdict, is func(verdict) bool) (k tally) {
	for _, v := range all {
		if !is(v) {
			continue
		}
		k.by[v.by]++
		if v.by < byPlay {
			k.static++
			k.line += count(v.line)
			k.findings += v.findings
			if !v.quiet {
				k.loud++
				k.remedy += count(v.remedy)
			}
		}
	}
	return k
}

// made returns the number of mistakes, without those known to change nothing.
func (k tally) made() int {
	return k.static + k.by[byPlay] + k.by[byTest] + k.by[byNothing] + k.by[unknown]
}

// summary formats the shares of a run for its log.
func summary(all []verdict) string {
	var b strings.Builder
	write := func(name string, is func(verdict) bool) {
		k := tallyOf(all, is)
		fmt.Fprintf(&b, "%-26s %4d: static %s (%d YAML, %d script, %d lint), play %d, tests %d, nothing %d, not played %d; equivalent %d; line %s, remedy %s, %.2f findings\n",
			name, k.made(), share(k.static, max(1, k.made())), k.by[byYAML], k.by[byScript], k.by[byLint], k.by[byPlay], k.by[byTest], k.by[byNothing], k.by[unknown], k.by[equivalent],
			share(k.line, max(1, k.static)), share(k.remedy, max(1, k.loud)), float64(k.findings)/float64(max(1, k.static)))
	}
	for _, f := range families {
		write(f.name, func(v verdict) bool { return v.family == f.name })
	}
	write("all but another meaning", func(v verdict) bool { return v.family != meaningFamily })
	return b.String()
}

// studyPage is the page that publishes the study.
const studyPage = "../../docs/mistakes.md"

// writePage publishes a run. Its misses are listed by operator.
func writePage(t *testing.T, s *study, all []verdict) {
	t.Helper()
	if err := os.WriteFile(studyPage, []byte(pageOf(s.seed, all)), 0o644); err != nil {
		t.Fatal(err)
	}
}

func pageOf(seed string, all []verdict) string {
	var b strings.Builder
	whole := tallyOf(all, func(v verdict) bool { return v.family != meaningFamily })
	fmt.Fprintf(&b, pageHead, seed, len(all), len(all), seed, whole.made(), share(whole.static, whole.made()), share(whole.line, whole.static),
		share(whole.remedy, whole.loud), float64(whole.findings)/float64(whole.static))
	row := func(name string, k tally) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d | %d | %s | %s | %s | %.2f | %d |\n", name, k.made(), k.by[byYAML], k.by[byScript], k.by[byLint], k.by[byPlay], k.by[byTest], k.by[byNothing],
			share(k.static, max(1, k.made())), share(k.line, max(1, k.static)), share(k.remedy, max(1, k.loud)), float64(k.findings)/float64(max(1, k.static)), k.by[equivalent])
	}
	for _, f := range families {
		row(f.name, tallyOf(all, func(v verdict) bool { return v.family == f.name }))
	}
	row("**all but the last**", whole)
	b.WriteString(pageMisses)
	for _, f := range families {
		for _, op := range f.operators {
			k := tallyOf(all, func(v verdict) bool { return v.family == f.name && v.operator == op.name })
			if k.made() == 0 || k.static == k.made() && k.line == k.static && k.remedy == k.loud {
				continue
			}
			remedy := fmt.Sprint(k.loud - k.remedy)
			if op.quiet {
				remedy = "–"
			}
			fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %s |\n", strings.ReplaceAll(op.name, "|", `\|`), k.made(), k.by[byPlay], k.by[byTest], k.by[byNothing], k.static-k.line, remedy)
		}
	}
	return b.String()
}

const pageHead = `# Mistakes and how they are found

How many of an author's mistakes does ` + "`sleight validate`" + ` find? This page measures that with random mistakes. An *operator*
makes one kind of mistake, such as swapping two letters, leaving out a bracket or using JavaScript syntax. It knows
nothing about the games, and applies wherever it can in the shipped content: in YAML, in scripts and in the Lua inside
YAML. For each mistake, an operator and one of its places are drawn at random. The changed content is then checked as
by ` + "`sleight validate`" + `, without playing.

Mistakes that this does not find are looked for by ` + "`--run`" + `, by the content's tests, and by replaying bots' games in both
versions. If nothing differs in any of these, the mistake is *equivalent* and does not count.

These are the results of seed %s with %d mistakes. ` + "`go test ./tests/mistakes -run Study -draws %d -seed %s -update`" + ` repeats
them; every CI run draws a few hundred other mistakes, seeded by the commit, and every nightly run thousands.

Of %d mistakes that change something and do not just have another meaning, **%s** are found before anything is played.
Of those found, **%s** are reported on the right line: a changed line, the head of its block, or a use of what is
missing. Of those that have a remedy, **%s** are reported with it: the message or hint names what was there before, or
the automatic fix restores the file. A mistake has **%.2f** findings on average.

Mistakes with *another meaning* are content that someone could have meant, such as another number or one statement
fewer. No check of files can detect them; tests can.

| mistakes | made | YAML | scripts | lint | ` + "`--run`" + ` | tests | not found | found before play | right line | right remedy | findings | equivalent |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
`

const pageMisses = `
## Misses

Operators with at least one miss: how many of the mistakes only ` + "`--run`" + `, only tests or none of them found, and how many of
those found were reported on another line or without the remedy. A dash means that nobody can tell from the file
what it said before.

| operator | made | ` + "`--run`" + ` | tests | not found | other line | no remedy |
|---|--:|--:|--:|--:|--:|--:|
`
