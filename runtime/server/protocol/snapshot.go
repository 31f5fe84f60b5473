package protocol

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"sleight/runtime/diag/strictjson"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
)

// snapshot is a session as the store stores it.
type snapshot struct {
	// Stored is the version of this format. Earlier versions of Sleight stored
	// just the save.
	Stored int `json:"sleight_session"`
	// Params are the parameter values being tried.
	Params map[string]float64 `json:"params,omitempty"`
	// Undone are the commands that can be redone, the next one first.
	Undone []string        `json:"undone,omitempty"`
	Save   json.RawMessage `json:"save"`
}

const snapshotVersion = 1

// store writes the session in the form in which it is stored.
func (s *liveSession) store(w io.Writer) error {
	var out bytes.Buffer
	if err := s.session.Save(&out); err != nil {
		return err
	}
	r := snapshot{Stored: snapshotVersion, Params: s.params, Save: out.Bytes()}
	for _, e := range s.session.Undone() {
		r.Undone = append(r.Undone, e.Text)
	}
	return json.NewEncoder(w).Encode(r)
}

// readSnapshot reads a stored session, or a save.
func readSnapshot(data []byte) (*snapshot, error) {
	var kind struct {
		Stored int `json:"sleight_session"`
	}
	_ = json.Unmarshal(data, &kind) // reading the save reports what is wrong
	if kind.Stored == 0 {
		return &snapshot{Save: data}, nil
	}
	r := &snapshot{}
	if err := strictjson.Unmarshal(data, r); err != nil {
		return nil, err
	}
	if r.Stored != snapshotVersion {
		return nil, fmt.Errorf("its format %d is not %d", r.Stored, snapshotVersion)
	}
	return r, nil
}

// wake restarts a stored session. The notes report what could not be restored.
func (s *Server) wake(ctx context.Context, live *rules.Content, data []byte, file string) (*liveSession, *Error) {
	r, err := readSnapshot(data)
	if err != nil {
		return nil, fail(codeContent, "%s cannot be read: %v", file, err)
	}
	content, params := live, r.Params
	var notes []string
	if len(params) > 0 {
		tuned, problems := live.With(params)
		if tuned == nil {
			notes, params = append(notes, fmt.Sprintf("the tried values are gone: %s", problems[0].Message)), nil
		} else {
			content = tuned
		}
	}
	loaded, more, problem := session.LoadWithin(ctx, content, bytes.NewReader(r.Save), file)
	if problem != nil {
		return nil, s.problemError(*problem)
	}
	turn := loaded.Turn()
	for _, text := range r.Undone {
		if result := loaded.Run(text); !result.OK() || ctx.Err() != nil {
			notes = append(notes, "some undone commands cannot be redone any more")
			break
		}
	}
	loaded.Goto(turn)
	t := newLiveSession("", loaded)
	t.changes = make([]turnChanges, loaded.Turn()+len(loaded.Undone())+1)
	t.file, t.params, t.notes = file, params, append(more, notes...)
	return t, nil
}
