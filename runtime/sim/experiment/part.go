package experiment

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"

	"sleight/runtime/diag/strictjson"
	"sleight/runtime/sim"
)

// partFormat is the version of the part format.
const partFormat = 2

// Part holds the results of some of a question's games, as a file that can be
// merged with others. Its counts are exact.
type Part struct {
	Format   int      `json:"sleight_part"`
	Question Question `json:"question"`
	// Semantics is the digest of the rules used to play the games; see package
	// semantics.
	Semantics string `json:"semantics"`
	// Content and Old are the digests of the content that was played.
	Content string      `json:"content"`
	Old     string      `json:"old,omitempty"`
	Result  *sim.Result `json:"result"`
}

// NewPart returns a part with the results of a question about content;
// semantics is the digest of the rules used.
func NewPart(semantics string, q Question, c Content, r *sim.Result) *Part {
	p := &Part{Format: partFormat, Semantics: semantics, Question: q, Content: c.New.Catalog.Digest, Result: r}
	if c.Old != nil {
		p.Old = c.Old.Catalog.Digest
	}
	return p
}

// Write writes the part as JSON.
func (p *Part) Write(w io.Writer) error { return json.NewEncoder(w).Encode(p) }

// ReadPart reads a part; errors refer to it by name.
func ReadPart(name string, data []byte) (*Part, error) {
	var p Part
	if err := strictjson.Unmarshal(data, &p); err != nil {
		return nil, fmt.Errorf("%s: this is not a part that sleight sim --shard wrote: %w", name, err)
	}
	switch {
	case p.Format == 0:
		return nil, fmt.Errorf("%s: this is not a part that sleight sim --shard wrote", name)
	case p.Format != partFormat:
		return nil, fmt.Errorf("%s: this part has format %d, but this program reads %d", name, p.Format, partFormat)
	}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("%s: this part is damaged: %w", name, err)
	}
	return &p, nil
}

// check returns an error if the counts and the question do not match.
func (p *Part) check() error {
	if p.Semantics == "" {
		return fmt.Errorf("it names no semantics")
	}
	return p.Question.CheckResult(p.Result)
}

// CheckResult returns an error if counts from an outside source cannot be those of
// the question's games.
func (q *Question) CheckResult(r *sim.Result) error {
	if r == nil || len(r.Variants) != len(q.Variants) {
		return fmt.Errorf("question and result differ")
	}
	for _, played := range r.Played {
		if played[0] < 0 || played[0] >= played[1] || played[1] > q.N {
			return fmt.Errorf("games %d to %d are not among %d", played[0]+1, played[1], q.N)
		}
	}
	for i := range r.Variants {
		t := &r.Variants[i]
		if against := q.Variants[i].Against; against < 0 || against > i || t.Outcomes == nil || t.Wins == nil {
			return fmt.Errorf("%s is not complete", t.Name)
		}
		if t.Games != r.Played.N() || len(t.Counts) != len(r.Metrics) || len(t.Differences) != len(r.Metrics) {
			return fmt.Errorf("the counts of %s are not those of %d games", t.Name, r.Played.N())
		}
	}
	return nil
}

// Merge adds another part of the same question with other games; errors refer
// to that part by name.
func (p *Part) Merge(name string, other *Part) error {
	switch {
	case !reflect.DeepEqual(p.Question, other.Question):
		return fmt.Errorf("%s: this is a part of another question: %s", name, p.Question.DescribeDifference(&other.Question))
	case p.Semantics != other.Semantics:
		return fmt.Errorf("%s: this part was played with semantics %s, not %s: play all parts with one version of the program (sleight version shows its semantics)", name, other.Semantics, p.Semantics)
	case p.Content != other.Content || p.Old != other.Old:
		return fmt.Errorf("%s: this part was played with other content", name)
	}
	for _, r := range other.Result.Played {
		if p.Result.Played.Has(r) {
			return fmt.Errorf("%s: games %d to %d are in another part too", name, r[0]+1, r[1])
		}
	}
	p.Result.Merge(other.Result)
	return nil
}

// DescribeDifference describes how two questions differ.
func (q *Question) DescribeDifference(other *Question) string {
	for _, x := range []struct {
		what string
		a, b any
	}{
		{"game", q.Game, other.Game},
		{"seed", q.Seed, other.Seed},
		{"games", q.N, other.N},
		{"players", q.Players, other.Players},
		{"sort of question", q.Kind, other.Kind},
	} {
		if x.a != x.b {
			return fmt.Sprintf("its %s is %v, not %v", x.what, x.b, x.a)
		}
	}
	return "it plays differently"
}
