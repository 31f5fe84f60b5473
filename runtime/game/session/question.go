package session

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// PendingQuestion returns the question that waits to be answered, or nil.
func (s *Session) PendingQuestion() *state.Question {
	if p := s.state.Pending(); p != nil && len(p.Questions) > 0 {
		return p.Questions[0]
	}
	return nil
}

// ChoiceStarted reports whether a command is being put together: a choice is open in
// which something has been picked, or which a player began.
func (s *Session) ChoiceStarted() bool { return s.choice != nil }

// answering is the action that answers the current question. Its targets are as
// many as can be picked; all share one rules.Target.
type answering struct {
	of      *state.Question
	action  rules.Action
	target  rules.Target
	targets []*rules.Target
	live    []state.Value // scratch
	sole    []state.Value // scratch of onlyAnswer
	order   []state.Value // scratch of canonical
	named   map[string]*questionWords
}

// questionWords holds the names derived from a question's name.
type questionWords struct {
	state         string
	prompt, empty *diag.Message
	// lastPrompt is the prompt of the last such question, and text its message.
	lastPrompt string
	text       *diag.Message
}

// wordsOf returns the names derived from a question's name. They are cached;
// there are at most as many as hooks.
func (s *Session) wordsOf(name string) *questionWords {
	a := &s.answering
	if a.named[name] == nil {
		if a.named == nil {
			a.named = map[string]*questionWords{}
		}
		words := strings.ReplaceAll(name, "_", " ")
		a.named[name] = &questionWords{
			state:  "CHOOSING_" + strings.ToUpper(name),
			prompt: &diag.Message{Format: "Select {thing}…", Args: []any{words}}, empty: rules.Refuse("target-none", words),
		}
	}
	return a.named[name]
}

// prompt returns what a question asks.
func (s *Session) prompt(q *state.Question) *diag.Message {
	s.answer(q)
	return s.answering.target.Prompt
}

// answer returns the action that answers a question, with as many targets as
// there are picks to make.
func (s *Session) answer(q *state.Question) *rules.Action {
	a := &s.answering
	if a.of != q {
		named := s.wordsOf(q.Name)
		prompt := named.prompt
		if q.Prompt != "" {
			if named.lastPrompt != q.Prompt {
				named.lastPrompt, named.text = q.Prompt, diag.Text(q.Prompt)
			}
			prompt = named.text
		}
		*a = answering{
			of: q, named: a.named, targets: a.targets[:0], live: a.live, sole: a.sole, order: a.order,
			target: rules.Target{
				FromQuestion: true, ZoneNumber: -1, Name: q.Name, State: named.state, Prompt: prompt, Empty: named.empty,
			},
			action: rules.Action{Name: rules.Answer, Title: "Choose", Secret: rules.Secret{On: q.Secret, Until: q.Until}},
		}
	}
	a.live = s.availableOptions(q, a.live[:0])
	n := min(q.Max, len(a.live))
	if q.Repeats {
		n = q.Max
	}
	for len(a.targets) < n {
		a.targets = append(a.targets, &a.target)
	}
	a.action.Targets = a.targets[:n]
	return &a.action
}

// availableOptions appends the options of a question in the order in which players may see
// them.
func (s *Session) availableOptions(q *state.Question, out []state.Value) []state.Value {
	from := len(out)
	out = s.state.AvailableOptions(q, out)
	s.sortListed(out[from:])
	return out
}

// least returns the smallest number of picks that answers a question: its Min,
// or all that can be picked if those are fewer.
func (s *Session) least(q *state.Question) int { return min(q.Min, len(s.answer(q).Targets)) }

// candidates appends the values that may be picked next for the open question
// after the given picks; Nil means to stop picking.
func (s *Session) candidates(picked, out []state.Value) []state.Value {
	q := s.PendingQuestion()
	if q == nil || len(picked) > 0 && picked[len(picked)-1].Type == state.Nil {
		return append(out, state.Value{})
	}
	from := len(out)
	out = s.availableOptions(q, out)
	if !q.Repeats {
		rest := slices.DeleteFunc(out[from:], func(v state.Value) bool { return slices.Contains(picked, v) })
		out = out[:from+len(rest)]
	}
	if len(picked) >= s.least(q) || q.Skip && len(picked) == 0 {
		out = append(out, state.Value{})
	}
	return out
}

// canonical returns picks in the order of the options, unless their order
// matters, so that equal answers are equal commands.
func (s *Session) canonical(q *state.Question, picks []state.Value) []state.Value {
	if q.Ordered {
		return picks
	}
	s.answering.order = s.availableOptions(q, s.answering.order[:0])
	live := s.answering.order
	rank := func(v state.Value) int {
		if i := slices.Index(live, v); i >= 0 {
			return i
		}
		return len(live)
	}
	slices.SortStableFunc(picks, func(a, b state.Value) int { return rank(a) - rank(b) })
	return picks
}

// ascending reports whether a pick keeps a list of picks in canonical order, so
// that a listing of all answers has each once.
func (s *Session) ascending(q *state.Question, picked []state.Value, v state.Value) bool {
	if q.Ordered || len(picked) == 0 || v.Type == state.Nil {
		return true
	}
	live := s.answering.live
	return slices.Index(live, v) >= slices.Index(live, picked[len(picked)-1])
}

// resume removes the first question and calls the hook that continues with the
// picks, on behalf of the player who was asked. Questions that the hook asks
// come next.
func (s *Session) resume(q *state.Question, picks []state.Value) {
	p := *s.state.Pending()
	s.restoreActor(&p)
	p.Questions = p.Questions[1:]
	s.running.questionsAsked = 0
	s.replacePending(p)
	self := api.Self{Entity: q.Asker}
	if !s.state.Alive(q.Asker) {
		self = api.Self{Definition: s.game.Definition}
		if d, ok := s.apiGame.Catalog.Get(q.Owner); ok {
			self.Definition = d
		}
	}
	hook := s.game.Chosen(q.Owner, q.Name)
	if hook == nil {
		s.host.VM.Fail(unanswerable(q))
	}
	cause := s.state.Cause()
	s.state.SetCause(int32(hook.Index) + 1)
	if s.tracer != nil {
		s.tracer.enter(s, hook, self)
	}
	s.host.Acting = q.Player
	s.host.CallWithAnswer(hook, self, picks, q.Single, s.remaining(q.With))
	s.host.Acting = int(s.state.Var(rules.VarActor).Num)
	if s.tracer != nil {
		s.tracer.leave(s)
	}
	s.state.SetCause(cause)
}

// remaining returns values with nil instead of the entities that are gone.
func (s *Session) remaining(values []state.Value) []state.Value {
	out := s.blocks.values.Copy(values)
	for i, v := range out {
		if v.Type == state.Ref && !s.state.Alive(v.ID()) {
			out[i] = state.Value{}
		}
	}
	return out
}

// dropQuestions removes the questions that wait to be answered.
func (s *Session) dropQuestions() {
	if s.state.Pending() == nil {
		return
	}
	p := s.pendingCopy()
	s.restoreActor(&p)
	s.setPending(nil)
}

func (s *Session) setPending(p *state.Pending) { s.must(s.state.SetPending(p)) }

// Question queues a question: after those that the running command has asked,
// and before those that were already waiting.
func (s flow) Question(q state.Question) *diag.Diagnostic {
	if s.game.Chosen(q.Owner, q.Name) == nil {
		d := unanswerable(&q)
		return &d
	}
	i, at := s.blocks.inquiries.One(inquiry{s.pendingCopy(), q}), s.running.questionsAsked
	others := i.pending.Questions
	i.pending.Questions = s.blocks.questions.New(len(others) + 1)
	copy(i.pending.Questions, others[:at])
	i.pending.Questions[at] = &i.question
	copy(i.pending.Questions[at+1:], others[at:])
	s.running.questionsAsked++
	return s.state.SetPending(&i.pending)
}

func unanswerable(q *state.Question) diag.Diagnostic {
	if q.Owner == "" { // typed at a prompt
		return diag.New("script/unknown-hook", diag.Place{}, "no hook %s%s of the game continues with the answer", api.ChosenPrefix, q.Name)
	}
	return diag.New("script/unknown-hook", diag.Place{}, "no hook %s%s of %s or of the game continues with the answer", api.ChosenPrefix, q.Name, q.Owner)
}

// finishCommand finishes a command: it puts the next question to its player, opens the
// windows in which players may react, and then enters the phases that hooks have
// requested. In a phase in which all choose, the next player is then the acting
// one. Where a player would give the next command, it performs the actions that
// hooks have requested.
func (s *Session) finishCommand() {
	for !s.Over() {
		q := s.PendingQuestion()
		switch {
		case q != nil:
			picks, ok := s.onlyAnswer(q)
			if !ok {
				s.presentTo(q.Player)
				return
			}
			s.resume(q, picks)
		case !s.state.Pending().Empty():
			if s.proceed() {
				return
			}
		case s.running.next != nil:
			s.running.choosing = nil // the phase is left
			s.enterPhase()
		case s.running.choosing != nil:
			p := s.running.choosing
			s.running.choosing = nil
			s.nextChooser(p)
		case s.state.Pending() != nil:
			s.performQueued()
		default:
			return
		}
	}
	s.setPending(nil) // questions end with the game
}

// onlyAnswer returns the only answer to a question that need not be asked:
// it has no options, or says that a single answer is taken.
func (s *Session) onlyAnswer(q *state.Question) ([]state.Value, bool) {
	s.answering.sole = s.state.AvailableOptions(q, s.answering.sole[:0])
	live := s.answering.sole
	n := min(q.Max, len(live))
	switch {
	case n == 0:
		return nil, true
	case q.Auto && !q.Skip && q.Min >= len(live) && !q.Repeats && (!q.Ordered || n == 1):
		return live, true
	}
	return nil, false
}

// offeredDefinition returns the definition that an option of a question stands for, or
// nil.
func (s *Session) offeredDefinition(v state.Value) *def.Definition {
	if v.Type != state.Text || !strings.Contains(v.Str, "/") {
		return nil
	}
	d, _ := s.apiGame.Catalog.Get(v.Str)
	return d
}

// answerWord returns an option of a question as a player would type it.
func (s *Session) answerWord(q *state.Question, v state.Value, first bool) string {
	if v.Type == state.Nil {
		if first {
			return api.Reserved[1]
		}
		return api.Reserved[0]
	}
	d := s.offeredDefinition(v)
	if d == nil {
		return s.describe(v)
	}
	for _, o := range q.Options {
		other := s.offeredDefinition(o.Value)
		if other != nil && other != d && other.ID == d.ID || o.Value == state.Str(d.ID) {
			return v.Str
		}
	}
	return d.ID
}

// answerTitle returns the title of an option of a question.
func (s *Session) answerTitle(q *state.Question, v state.Value, word string) string {
	for _, o := range q.Options {
		if o.Value == v && o.Title != "" {
			return o.Title
		}
	}
	if d := s.offeredDefinition(v); d != nil {
		return d.Name
	}
	return word
}

// shown reports whether a player sees an entity because it is an option of the
// question that the player is asked, or because players may react to its use.
func (s *Session) shown(id state.ID, player int) bool {
	if s.ShownForReaction(id) {
		return true
	}
	q := s.PendingQuestion()
	if q == nil || q.Player != player || q.Blind {
		return false
	}
	s.answering.live = s.state.AvailableOptions(q, s.answering.live[:0])
	return slices.Contains(s.answering.live, state.Entity(id))
}
