package session

import (
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// Choice is a command whose targets are being picked one after another. Nothing
// has happened yet: cancelling costs nothing. What led to a question has happened.
type Choice struct {
	// Command is the text of the command so far.
	Command string
	// State is the content's word for this step, such as TARGETING_DIE; while
	// nothing is open, it is the phase's word, usually IDLE.
	State string
	// Prompt asks for the next pick.
	Prompt  *diag.Message
	Target  string
	Options []Option
	// Picked are the words for the picks so far.
	Picked []string
	// Min and Max bound how many options may be picked in all, both included, if
	// the choice answers a question that takes several; otherwise both are 0.
	Min, Max int
	// Warning is what the player should know before continuing. A choice
	// without remaining options only asks for the warning to be confirmed.
	Warning string
	// Open reports whether a choice is open at all.
	Open bool
	// IsAnswer reports whether it answers the question of a script, so that it
	// cannot be cancelled before something is picked.
	IsAnswer bool
}

// openChoice is the command whose targets are being picked.
type openChoice struct {
	action  *rules.Action
	command Command
	warning string
	warned  bool // the player has picked something, and so has seen the warning
}

// Begin starts the command that the text names, and picks any targets given in
// it. A command that needs no more targets is carried out at once, unless it has a
// warning, which must be confirmed even if the text names all targets.
func (s *Session) Begin(text string) Result {
	if s.choice != nil {
		return Result{Refusal: rules.Refuse("choice-open")}
	}
	words, player := split(text), 0
	if len(words) > 0 {
		player, words = addressed(words)
	}
	refusal := s.giveRefusal(player)
	if len(words) == 0 && refusal == nil {
		refusal = rules.Refuse("no-command")
	}
	if refusal != nil {
		return Result{Refusal: refusal}
	}
	var rejected *diag.Message
	open := &openChoice{}
	problem := s.readOnlyAs(player, func() {
		open.action, open.command, words, refusal = s.parseAction(words)
		if open.command.Player = player; refusal == nil {
			self := s.selfOf(&open.command)
			open.warning = s.warningOf(open.action, self)
			open.command.Targets, rejected = s.fill(open.action, self, nil, words)
		}
	})
	if refusal != nil || problem != nil {
		return Result{Refusal: refusal, Problem: problem}
	}
	if rejected == nil || len(open.command.Targets) < len(open.action.Targets) {
		s.choice = open
	}
	if rejected != nil {
		return Result{Refusal: rejected}
	}
	result, _ := s.advance()
	return result
}

// reopen opens a choice again after a change of content, with the picks so far.
// If the choice is no longer legal it stays closed, and reopen returns the
// reason.
func (s *Session) reopen(was *openChoice) (reason string) {
	if was == nil {
		return ""
	}
	open := &openChoice{command: was.command, warned: was.warned}
	var refusal *diag.Message
	if refusal = s.giveRefusal(was.command.Player); refusal != nil {
		return refusal.String()
	}
	problem := s.readOnlyAs(was.command.Player, func() {
		if open.action, refusal = s.resolve(&open.command); refusal != nil {
			return
		}
		self := s.selfOf(&open.command)
		refusal = s.refusal(open.action, self)
		for i, v := range open.command.Targets {
			if refusal != nil {
				return
			}
			picked := open.command.Targets[:i]
			if i >= len(open.action.Targets) {
				refusal = rules.Refuse("target-count", len(open.action.Targets), len(open.command.Targets))
			} else if !slices.Contains(s.values(open.action.Targets[i], self, picked, nil), v) {
				refusal = rules.Refuse("target-unknown", diag.Literal(s.describe(v)))
			} else {
				refusal = s.pickRefusal(open.action, self, picked, v)
			}
		}
		if refusal == nil && len(open.command.Targets) < len(open.action.Targets) {
			refusal = s.noOptionRefusal(open.action, self, open.command.Targets)
		}
		open.warning = s.warningOf(open.action, self)
	})
	switch {
	case problem != nil:
		return problem.Message.String()
	case refusal != nil:
		return refusal.String()
	}
	s.choice = open
	return ""
}

// Pick picks the option with this name, which may contain spaces. After the
// last pick the command is carried out at once; if the pick is refused the choice
// stays open.
func (s *Session) Pick(name string) Result {
	open := s.currentChoice()
	if open == nil {
		return Result{Refusal: rules.Refuse("nothing-to-pick")}
	}
	if len(open.command.Targets) == len(open.action.Targets) {
		return Result{Refusal: rules.Refuse("nothing-left-to-pick")}
	}
	w := pickedAs(name)
	var v state.Value
	var refusal *diag.Message
	problem := s.readOnlyAs(open.command.Player, func() { v, refusal = s.match(open.action, s.selfOf(&open.command), open.command.Targets, w) })
	if refusal != nil || problem != nil {
		return Result{Refusal: refusal, Problem: problem}
	}
	s.choice = open
	before := len(open.command.Targets)
	open.command.Targets = append(open.command.Targets, v)
	open.warned = true
	result, _ := s.advance()
	if result.Refusal != nil { // the hook itself refused
		open.command.Targets = open.command.Targets[:before]
		if s.choice = open; before == 0 && s.isAnswer(open.action) {
			s.choice = nil // nothing has been picked
		}
	}
	return result
}

// Confirm carries out a command that waits only because it has a warning.
func (s *Session) Confirm() Result {
	if s.choice == nil {
		return Result{Refusal: rules.Refuse("nothing-to-confirm")}
	}
	if len(s.choice.command.Targets) < len(s.choice.action.Targets) {
		return Result{Refusal: s.Choice().Prompt}
	}
	return s.finish()
}

// Cancel cancels the open choice and reports whether there was one.
func (s *Session) Cancel() bool {
	was := s.choice != nil
	s.choice = nil
	return was
}

// advance picks single options automatically and carries out a complete command.
// It reports whether the choice is over.
func (s *Session) advance() (Result, bool) {
	open := s.choice
	problem := s.readOnlyAs(open.command.Player, func() {
		for len(open.command.Targets) < len(open.action.Targets) {
			v, ok := s.automaticPick(open.action, s.selfOf(&open.command), open.command.Targets)
			if !ok {
				return
			}
			open.command.Targets = append(open.command.Targets, v)
		}
	})
	if problem != nil {
		s.choice = nil
		return Result{Problem: problem}, true
	}
	waiting := open.warning != "" && !open.warned
	if waiting || len(open.command.Targets) < len(open.action.Targets) {
		return Result{}, false
	}
	return s.finish(), true
}

func (s *Session) finish() Result {
	open := s.choice
	s.choice = nil
	c := open.command
	var result Result
	s.do(&c, &result)
	return result
}

// currentChoice returns the open choice. If none is open and a question waits, that is
// the choice, with nothing picked yet. It returns nil if there is neither.
func (s *Session) currentChoice() *openChoice {
	if q := s.PendingQuestion(); s.choice == nil && q != nil {
		return &openChoice{action: s.answer(q), command: Command{Action: rules.Answer}}
	}
	return s.choice
}

// isAnswer reports whether an action answers the open question.
func (s *Session) isAnswer(a *rules.Action) bool { return a == &s.answering.action }

// pickedWord returns a pick as a player would type it.
func (s *Session) pickedWord(a *rules.Action, v state.Value) string {
	if q := s.PendingQuestion(); q != nil && s.isAnswer(a) {
		return s.answerWord(q, v, false)
	}
	return s.describe(v)
}

// Choice describes the open choice, or reports that there is none.
func (s *Session) Choice() (c Choice) {
	open := s.currentChoice()
	if open == nil {
		c.State = "IDLE"
		if d := s.window(); d != nil {
			c.State, c.Prompt = "REACTING", d.Prompt
		} else if p := s.Phase(); p != nil {
			c.State, c.Prompt = p.Idle, p.Prompt
		}
		return c
	}
	c = Choice{Open: true, Warning: open.warning, IsAnswer: s.isAnswer(open.action)}
	if q := s.PendingQuestion(); c.IsAnswer && q.Max > 1 {
		c.Min, c.Max = s.least(q), len(open.action.Targets)
	}
	before := ""
	if by := open.command.Player; by > 0 && by != s.Player() {
		before = address(by)
	}
	problem := s.readOnlyAs(open.command.Player, func() {
		c.Command = before + s.Format(open.command)
		for _, v := range open.command.Targets {
			c.Picked = append(c.Picked, s.pickedWord(open.action, v))
		}
		if len(open.command.Targets) < len(open.action.Targets) {
			t := open.action.Targets[len(open.command.Targets)]
			c.State, c.Prompt, c.Target = t.State, t.Prompt, t.Name
			c.Options = s.options(open.action, s.selfOf(&open.command), open.command.Targets)
		} else {
			c.State, c.Prompt = "CONFIRMING", &diag.Message{Format: "Continue?"}
		}
	})
	if problem != nil {
		s.choice = nil
		c.Open = false
		c.Warning = problem.Message.String()
	}
	return c
}

// Warning returns the warning of a command without carrying it out.
func (s *Session) Warning(c Command) (text string, problem *diag.Diagnostic) {
	problem = s.readOnlyAs(c.Player, func() {
		if a, refusal := s.resolve(&c); refusal == nil {
			text = s.warningOf(a, s.selfOf(&c))
		}
	})
	return text, problem
}
