package queue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"

	"sleight/runtime/sim"
	"sleight/runtime/sim/dispatch"
	"sleight/runtime/sim/experiment"
)

const (
	// defaultChunks is the default number of chunks of a question, and maxChunks
	// the maximum.
	defaultChunks = 200
	maxChunks     = 100_000
)

// Request is a question to be answered by the workers of a queue.
type Request struct {
	Question experiment.Question
	// New and Old are bundles of content made by archive.Bundle; Old is set
	// only for comparisons.
	New, Old []byte
	// Chunk is the number of games per chunk; 0 means a two-hundredth of all
	// games.
	Chunk int
	// Job is the name under which results are stored: up to 64 letters, digits,
	// - and _. A job begun under this name is resumed. Empty means a new job.
	Job string
	// Progress, if set, is called from time to time with the number of games
	// done.
	Progress func(done int)
}

// record is the stored description of a job. Its digest identifies the job.
type record struct {
	Semantics string              `json:"semantics"`
	Question  experiment.Question `json:"question"`
	// New and Old are the digests of bundles of content.
	New  string `json:"new"`
	Old  string `json:"old,omitempty"`
	Size int    `json:"size"` // games per chunk
}

// blob returns data with its digest.
func blob(data []byte) dispatch.Blob {
	sum := sha256.Sum256(data)
	return dispatch.Blob{Digest: hex.EncodeToString(sum[:]), Data: data}
}

// spec returns the job for a question.
func (s *Server) spec(a *Request) (dispatch.Spec, error) {
	size := a.Chunk
	if size <= 0 {
		size = max(1, a.Question.N/defaultChunks)
	}
	spec := dispatch.Spec{Job: a.Job, Semantics: s.options.Semantics, Games: a.Question.N, Size: size}
	if n := spec.Chunks(); n > maxChunks {
		return spec, fmt.Errorf("--chunk %d makes %d chunks of %d games; at most %d are allowed: choose a larger chunk", size, n, a.Question.N, maxChunks)
	}
	switch {
	case spec.Job == "":
		spec.Job = nats.NewInbox()[len(nats.InboxPrefix):]
	case !jobName.MatchString(spec.Job):
		return spec, fmt.Errorf("%q cannot be the name of a job: expected letters, digits, - and _, 64 at most", spec.Job)
	}
	r := record{Semantics: s.options.Semantics, Question: a.Question, Size: size}
	content := []dispatch.Blob{blob(a.New)}
	r.New = content[0].Digest
	if a.Old != nil {
		content = append(content, blob(a.Old))
		r.Old = content[1].Digest
	}
	data, err := json.Marshal(r)
	if err != nil {
		return spec, err
	}
	spec.Content = append([]dispatch.Blob{blob(data)}, content...)
	return spec, nil
}

// Run has workers play a question's games and returns the result, and the name
// of the job if it has stored anything. When the context ends, the result holds
// what has arrived so far. The job's data stays on the server until Forget is
// called, so that the caller can write the answer first.
func (s *Server) Run(ctx context.Context, a Request) (*sim.Result, string, error) {
	spec, err := s.spec(&a)
	if err != nil {
		return nil, "", err
	}
	n, err := s.join(jobs)
	if err != nil {
		return nil, "", err
	}
	total := &total{ask: &a, spec: &spec}
	go s.watchFirst(n.ctx)
	c := dispatch.NewCoordinator(n.id, spec, s.config, n, s.now(), total.merge)
	err = n.run(ctx, c)
	var clash *dispatch.ClashError
	switch {
	case errors.As(err, &clash):
		return nil, "", explainClash(clash)
	case ctx.Err() != nil:
		c.Abandon(s.now())
		_ = s.connection.FlushTimeout(s.config.Reply / 4)
		if total.result == nil {
			return nil, spec.Job, ctx.Err()
		}
	case err != nil:
		return total.result, spec.Job, s.cause(err)
	}
	return total.result, spec.Job, nil
}

// total merges results as they are read.
type total struct {
	ask    *Request
	spec   *dispatch.Spec
	result *sim.Result
}

func (t *total) merge(r *dispatch.Result) error {
	var part sim.Result
	if err := json.Unmarshal(r.Data, &part); err != nil {
		return fmt.Errorf("its result is damaged: %w", err)
	}
	games := sim.Range{r.Chunk * t.spec.Size, min((r.Chunk+1)*t.spec.Size, t.spec.Games)}
	if err := t.ask.Question.CheckResult(&part); err != nil {
		return fmt.Errorf("its result is damaged: %w", err)
	}
	if len(part.Played) != 1 || part.Played[0] != games {
		return fmt.Errorf("its result is of other games: %v", part.Played)
	}
	if t.result == nil {
		t.result = &part
	} else {
		if len(part.Metrics) != len(t.result.Metrics) {
			return fmt.Errorf("its result has %d metrics, not %d", len(part.Metrics), len(t.result.Metrics))
		}
		t.result.Merge(&part)
	}
	if t.ask.Progress != nil {
		t.ask.Progress(t.result.Played.N())
	}
	return nil
}

// explainClash returns an error that says how two jobs with the same name differ.
func explainClash(e *dispatch.ClashError) error {
	var have, want record
	if json.Unmarshal([]byte(e.Have), &have) != nil || json.Unmarshal([]byte(e.Want), &want) != nil {
		return fmt.Errorf("job %s was begun by a program that this one does not understand; choose another name", e.Job)
	}
	why := ""
	switch {
	case have.Semantics != want.Semantics:
		why = fmt.Sprintf("with semantics %s, not %s: install that version of the program (sleight version shows its semantics), or", have.Semantics, want.Semantics)
	case have.Size != want.Size:
		why = fmt.Sprintf("with chunks of %d games, not %d: pass --chunk %d, or", have.Size, want.Size, have.Size)
	case have.New != want.New || have.Old != want.Old:
		why = "with other content;"
	default:
		why = "with another question: " + want.Question.DescribeDifference(&have.Question) + ";"
	}
	return fmt.Errorf("job %s was begun %s choose another name", e.Job, why)
}
