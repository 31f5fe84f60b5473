package dap

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sleight/runtime/check/contenttest"
	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/debug"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/save"
	"sleight/runtime/game/session"
	"sleight/runtime/reload"
	"sleight/runtime/sim"
	"sleight/runtime/sim/fuzz"
	"sleight/runtime/sleight/workspace"
)

// settings are a launch configuration.
type settings struct {
	// Workspace is the folder that contains content/; by default the working
	// folder.
	Workspace string `json:"workspace"`
	Game      string `json:"game"`
	Seed      uint64 `json:"seed"`
	Players   int    `json:"players"`
	// Commands are played one after another; more can be typed in the console.
	Commands []string `json:"commands"`
	// File contains commands in the format of sleight fuzz --save.
	File string `json:"file"`
	// Save is a saved game, which is replayed from its start.
	Save string `json:"save"`
	// Test names a definition whose tests run, as ID or KIND/ID.
	Test string `json:"test"`
	// Bot plays one game, as sleight sim does.
	Bot string `json:"bot"`
	// StopOnEntry stops at the first statement.
	StopOnEntry bool `json:"stopOnEntry"`
}

// program is the target of a connection.
type program struct {
	settings
	title   string
	content *rules.Content
	// source finds the text of a file, whose name is relative to root.
	source func(file string) ([]byte, bool)
	root   string
	// sample is a session of the game that provides the names for breakpoints.
	sample  *session.Session
	profile rules.Profile
	// typed is set if further commands may be typed in the console.
	typed bool
}

func (s *server) launched() error {
	if s.program == nil {
		return errors.New("nothing has been launched yet")
	}
	return nil
}

// launch opens the content and prepares the game to play.
func (s *server) launch(raw json.RawMessage) error {
	if s.attachment != nil {
		return errors.New("the game is running: attach to it")
	}
	p := &program{settings: settings{Seed: 1}}
	if err := decode(raw, &p.settings); err != nil {
		return err
	}
	dir, err := filepath.Abs(p.Workspace)
	if err != nil {
		return err
	}
	w, err := s.options.Open(dir)
	if err != nil {
		return err
	}
	p.source = w.Loader.Source
	built := w.Isolate(reload.FileChange{})
	if built.Content == nil {
		return fmt.Errorf("the content has errors: %w", built.Problems)
	}
	p.content = built.Content
	if err := p.prepare(); err != nil {
		return err
	}
	o := p.options()
	sample, problem := session.New(p.content, p.Game, o)
	if problem != nil {
		return problem
	}
	p.sample = sample
	s.program = p
	s.debugger = debug.New()
	s.debugger.Stopped = s.waitAtStop
	s.debugger.Log = func(text string) { s.print("console", "%s", text) }
	s.sendToDebugger()
	return nil
}

// prepare determines the game to play, and the commands.
func (p *program) prepare() error {
	switch {
	case p.Save != "":
		if err := p.readSave(); err != nil {
			return err
		}
	case p.File != "":
		if err := p.readFile(); err != nil {
			return err
		}
	case p.Test != "":
		if err := p.findTest(); err != nil {
			return err
		}
	}
	if p.Game == "" {
		games := p.content.Games()
		if len(games) == 0 {
			return errors.New("the content contains no game")
		}
		p.Game = games[0].ID()
		for _, g := range games { // the workspace's own before shipped ones
			if !strings.HasPrefix(g.Definition.Place.File, workspace.Embedded+"/") {
				p.Game = g.ID()
				break
			}
		}
	}
	p.title = p.Game
	if p.Bot != "" {
		return p.simulate()
	}
	p.typed = p.Test == ""
	return nil
}

func (p *program) options() session.Options {
	return session.Options{Seed: p.Seed, Players: p.Players, Profile: p.profile}
}

func (p *program) readSave() error {
	text, err := os.ReadFile(p.Save)
	if err != nil {
		return err
	}
	saved, problem := save.Read(bytes.NewReader(text), filepath.ToSlash(p.Save))
	if problem != nil {
		return problem
	}
	p.Game, p.Seed, p.Players, p.Commands, p.profile = saved.Game, saved.Seed, saved.Players, saved.Commands, saved.Profile
	return nil
}

func (p *program) readFile() error {
	text, err := os.ReadFile(p.File)
	if err != nil {
		return err
	}
	x := fuzz.Finding{Game: p.Game, Seed: p.Seed, Players: p.Players}
	err = x.Read(bytes.NewReader(text))
	p.Game, p.Seed, p.Players, p.Commands = x.Game, x.Seed, x.Players, append(p.Commands, x.Commands...)
	return err
}

func (p *program) findTest() error {
	named := contenttest.Matching(p.Test)
	var known []string
	for _, d := range p.content.Catalog.All() {
		known = append(known, d.ID, d.Key())
		if g := p.content.GameOf(d); g != nil && named(d) && len(d.Data.All("tests")) > 0 {
			p.Game = g.ID()
			return nil
		}
	}
	if near, ok := diag.Nearest(p.Test, known); ok {
		return fmt.Errorf("no definition with tests is called %q; did you mean %s?", p.Test, near)
	}
	return fmt.Errorf("no definition with tests is called %q", p.Test)
}

// simulate lets a bot play a game and keeps the commands, including one that fails.
func (p *program) simulate() error {
	plan := sim.Plan{Game: p.Game, Seed: p.Seed, Players: p.Players, Variants: []sim.Variant{{Name: p.Bot, Content: p.content, Bot: p.Bot}}}
	played, g, err := sim.Replay(context.Background(), plan, 0, 0)
	if err != nil {
		return err
	}
	p.Commands, p.Seed = played.Commands(), played.State().Seed
	if g.Failing != "" {
		p.Commands = append(p.Commands, g.Failing)
	}
	return nil
}

// begin plays the program.
func (s *server) begin() {
	p := s.program
	go func() {
		for job := range s.jobs {
			s.resumed()
			job()
			s.debugger.Resume(debug.Continue) // a step ends with the last command
			s.awaitCommand()
		}
	}()
	s.debugger.Through = true
	if p.StopOnEntry {
		s.debugger.Resume(debug.Into)
	}
	s.setRunning()
	s.jobs <- func() {
		if p.Test != "" {
			s.test()
			return
		}
		o := p.options()
		o.Probe = s.debugger.Probe()
		played, problem := session.New(p.content, p.Game, o)
		if problem != nil {
			s.print("stderr", "%s", problem.Error())
			return
		}
		s.debugger.Attach(played)
		s.printMessages(played.Log()[0].Messages)
		for _, text := range p.Commands {
			if !s.play(text) {
				return
			}
		}
	}
}

// test runs the tests of a definition.
func (s *server) test() {
	p := s.program
	named := contenttest.Matching(p.Test)
	results := contenttest.Run(context.Background(), p.content, contenttest.Options{
		Filter: func(d *def.Definition) bool { return named(d) },
		Probe:  s.debugger.Probe(),
	})
	for _, r := range results {
		verdict := "pass"
		if !r.Passed {
			verdict = "FAIL"
		}
		s.print("stdout", "%s %s: %s", verdict, r.Definition.Key(), r.Name)
		if r.Problem != nil {
			s.print("stderr", "%s", r.Problem.Error())
		}
	}
}

// play runs a command and prints its effects. It reports whether the command ran.
func (s *server) play(text string) bool {
	s.print("stdout", "> %s", text)
	result := s.debugger.Session().Run(text)
	switch {
	case debug.IsAbort(result.Problem):
		return false
	case result.Problem != nil:
		s.print("stderr", "%s", result.Problem.Error())
	case result.Refusal != nil:
		s.print("stderr", "Refused: %s", result.Refusal)
	}
	s.printMessages(result.Messages)
	for i := range result.Changes {
		if line := s.change(&result.Changes[i]); line != "" {
			s.print("stdout", "  %s", line)
		}
	}
	if result.Over {
		outcome, words := s.debugger.Session().Outcome()
		s.print("stdout", "The game is %s. %s", outcome, words)
	}
	return result.OK()
}

func (s *server) printMessages(messages []session.Message) {
	for _, m := range messages {
		s.print("stdout", "%s", m.Text)
	}
}
