package seat

import (
	"reflect"
	"slices"

	"sleight/runtime/diag"
	"sleight/runtime/game/board"
	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/runtime/lua"
)

const (
	// maxSituations is the number of possible situations that are tried for a
	// preview; they differ only in values that the seat cannot know.
	maxSituations = 5
	// maxCompletions is the maximum number of ways to complete a command that are
	// tried.
	maxCompletions = 16
	// maxFuel is the total budget of a preview, that of four commands.
	maxFuel = 4 * lua.DefaultFuel
)

// Preview is the effects of a command in advance.
type Preview struct {
	// Changes are its certain changes, as far as the seat can know them.
	Changes []board.Change
	// Steps are the variables and properties that it would change, and the entities
	// that it would move, in order.
	Steps []board.Step
	// Chance reports whether the rest depends on chance or on hidden values.
	Chance bool
	// Odds are the possible values of numbers that depend on chance, if the
	// command is complete.
	Odds []board.Odds
	// Next is the next pick; Changes and Steps are the same for every pick. It
	// is nil if the command is complete.
	Next *Next
}

// Next is the next pick of a command.
type Next struct {
	Prompt string
	// Options are the titles of those that can be picked, each once.
	Options []string
}

// Preview returns the certain effects of a command of the seat, given its text
// so far and the picks, without running it. If targets are left to pick, these
// are the effects that are the same for every pick.
//
// The command runs only in copies of the game in which everything that the seat
// cannot know is imagined, and with the same luck every time. So the result
// depends on nothing else, and asking again reveals nothing more. A command that
// takes too much work to try has no changes.
func (s *Seat) Preview(text string, picks []string) (p Preview, refusal *diag.Message, problem *diag.Diagnostic) {
	w := &previewBuilder{seat: s, fuel: maxFuel}
	defer w.release()
	p.Next, refusal, problem = w.complete(text, picks)
	if refusal != nil || problem != nil || len(w.commands) > maxCompletions {
		return p, refusal, problem
	}
	known := false
	for _, command := range w.commands {
		one, refusal, problem := w.imagine(command)
		switch {
		case problem != nil:
			return Preview{}, nil, problem
		case w.fuel < 0:
			return Preview{Next: p.Next}, nil, nil
		case refusal != nil && len(w.commands) == 1:
			return Preview{}, refusal, nil
		case refusal != nil: // this completion is not legal
		case !known:
			one.Next = p.Next
			p, known = one, true
		default:
			p.keepCommonToPicks(one)
		}
	}
	if p.Chance && p.Next == nil {
		p.Odds = w.odds(w.commands[0])
	}
	return p, nil, nil
}

// keepCommonToPicks drops the effects that another completion of the command does not
// have.
func (p *Preview) keepCommonToPicks(other Preview) {
	p.Changes = slices.DeleteFunc(p.Changes, func(c board.Change) bool {
		return !slices.ContainsFunc(other.Changes, func(o board.Change) bool { return o.Text == c.Text })
	})
	p.Steps = slices.DeleteFunc(p.Steps, func(s board.Step) bool {
		return !slices.ContainsFunc(other.Steps, func(o board.Step) bool { return reflect.DeepEqual(o, s) })
	})
	p.Chance = p.Chance || other.Chance
}

// previewBuilder builds one preview.
type previewBuilder struct {
	seat     *Seat
	commands []string // the commands to which the text can be completed
	fork     *session.Session
	fuel     int64 // left
}

// release leaves the host of the copy to the next preview.
func (b *previewBuilder) release() {
	if b.fork != nil {
		b.fork.Suspend()
	}
}

// complete collects the commands to which one can be completed, and returns the
// next pick if one is left. It stops once there are more than completions.
func (b *previewBuilder) complete(text string, picks []string) (*Next, *diag.Message, *diag.Diagnostic) {
	choice, complete, refusal, problem := b.seat.Choose(text, picks)
	if refusal != nil || problem != nil {
		return nil, refusal, problem
	}
	if complete != "" {
		b.commands = append(b.commands, complete)
		return nil, nil, nil
	}
	next := &Next{Prompt: choice.Prompt, Options: []string{}}
	for _, o := range choice.Options {
		if o.Reason != "" {
			continue
		}
		if !slices.Contains(next.Options, o.Title) {
			next.Options = append(next.Options, o.Title)
		}
		if len(b.commands) <= maxCompletions { // an option that is refused leads nowhere
			if _, _, problem := b.complete(text, append(slices.Clone(picks), o.Label)); problem != nil {
				return nil, nil, problem
			}
		}
	}
	return next, nil, nil
}

// imagine runs a complete command in copies of the game that differ in what the
// seat cannot know. Only what is certain and happens in all of them is reported.
func (b *previewBuilder) imagine(command string) (out Preview, refusal *diag.Message, problem *diag.Diagnostic) {
	s, player := b.seat.session, b.seat.player
	luck := random.New(uint64(s.Turn()), "preview")
	tried := 0
	for range maxSituations {
		b.fork = s.Fork(b.fork)
		guessed := false
		b.fork.As(player, func() { guessed, problem = b.fork.Imagine(&luck) })
		if problem != nil {
			return Preview{}, nil, problem
		}
		next, refused, problem := b.try(command)
		switch {
		case b.fuel < 0:
			return Preview{}, nil, nil
		case guessed && (problem != nil || refused != nil):
			continue // the rules do not allow this situation
		case problem != nil || refused != nil:
			return Preview{}, refused, problem
		case tried > 0:
			next.keepCommonToSituations(out)
		}
		out = next
		tried++
	}
	out.Chance = out.Chance || tried == 0
	return out, nil, nil
}

// keepCommonToSituations drops the effects that the command does not have in another
// possible situation.
func (p *Preview) keepCommonToSituations(other Preview) {
	if !slices.Equal(p.Changes, other.Changes) {
		p.Chance = true
		p.Changes = slices.DeleteFunc(p.Changes, func(c board.Change) bool { return !slices.Contains(other.Changes, c) })
	}
	if !reflect.DeepEqual(p.Steps, other.Steps) {
		p.Steps = nil // they depend on what is hidden
	}
	p.Chance = p.Chance || other.Chance
}

// try runs a command in the copy.
func (b *previewBuilder) try(text string) (Preview, *diag.Message, *diag.Diagnostic) {
	there := Of(b.fork, b.seat.player, b.seat.translator)
	command, refusal, problem := there.Parse(text)
	if refusal != nil || problem != nil {
		return Preview{}, refusal, problem
	}
	viewer := there.viewer()
	r, known := b.fork.DoTrackingSecrets(there.player, command)
	if b.fuel -= r.Fuel; !r.OK() {
		return Preview{}, r.Refusal, r.Problem
	}
	changes, all := viewer.Certain(r.Changes, known)
	steps := slices.DeleteFunc(viewer.Steps(changes, nil), func(s board.Step) bool { return s.Op != "var" && s.Op != "set" && s.Op != "move" })
	for i := range steps {
		steps[i].Thing = nil // it is known
	}
	return Preview{Changes: viewer.Describe(changes), Steps: steps, Chance: !all}, nil, nil
}
