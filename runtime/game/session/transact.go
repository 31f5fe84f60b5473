package session

import (
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/lua"
)

// reset prepares for a job, reusing the memory of the previous one.
func (r *running) reset(job func(), c *Command) {
	r.command = *c
	r.job, r.refusal, r.warning, r.next, r.masks, r.resolved, r.choosing = job, nil, "", nil, nil, false, nil
	r.entered, r.emitted, r.questionsAsked, r.chain = 0, 0, 0, r.chain[:0]
	r.actPlaces, r.actsPerformed, r.targets = r.actPlaces[:0], 0, nil
	r.free, r.paid, r.paidFrom = false, r.paid[:0], 0
	r.said, r.happened, r.args, r.listen = r.said[:0], r.happened[:0], r.args[:0], r.listen[:0]
}

// transact runs a job as one transaction: it happens completely or not at all.
// The command is the one that the job carries out, if any.
func (s *Session) transact(job func(), c *Command, result *Result) {
	r := &s.running
	r.reset(job, c)
	s.ready()
	s.state.SetCause(0) // a command that failed has left the hook that it failed in
	s.state.Begin()
	s.busy = true
	if s.probe != nil {
		s.probe.begins(s)
	}
	problem := s.host.VM.Protect(s.fuel(), s.body)
	if s.probe != nil && problem == nil && r.refusal == nil {
		problem = s.probe.ends()
	}
	s.busy, s.sampler.found = false, false
	result.Refusal, result.Fuel = r.refusal, s.host.VM.Spent()
	if problem != nil || r.refusal != nil {
		s.abort(problem, result)
	} else {
		result.Changes = s.state.Commit()
		for i := range r.happened {
			r.happened[i].At -= s.state.Position() - len(result.Changes)
		}
		result.Messages, result.Events, result.Warning = r.said, r.happened, r.warning
	}
	if s.tracer != nil {
		s.tracer.close()
	}
	if s.host.VM.Broken() {
		s.renewHost()
	}
	result.Over = s.Over()
}

// abort undoes everything that a refused or failed command has done.
func (s *Session) abort(problem *diag.Diagnostic, result *Result) {
	if s.running.refusal != nil {
		s.state.Rollback()
		return
	}
	trace := s.callTrace()
	s.addFuelNotes(problem)
	s.game.Blame(problem)
	s.state.Rollback()
	result.Problem = s.explain(problem, trace, &s.running.command)
}

// ready prepares the host for a job.
func (s *Session) ready() {
	s.host.Reset()
	s.host.Acting = int(s.state.Var(rules.VarActor).Num)
	s.offered = s.offered[:0]
}

// readOnly runs a read-only job under protection and returns its failure.
func (s *Session) readOnly(job func()) *diag.Diagnostic {
	if s.busy {
		return s.readOnlyNested(job)
	}
	budget, problem := s.allowance()
	if problem != nil {
		return problem
	}
	s.running.job = job
	s.ready()
	before := s.state.Lock()
	problem = s.host.VM.Protect(budget, s.body)
	s.shared.left -= s.host.VM.Spent()
	s.state.Unlock(before)
	if problem != nil {
		if problem = s.withCallTrace(problem); problem.Code == "script/fuel" && budget < s.fuel() {
			problem = s.overBudget(problem.Place)
		}
		s.addFuelNotes(problem)
	}
	if s.host.VM.Broken() {
		s.renewHost()
	}
	return problem
}

// readOnlyNested runs a read-only job in the middle of a command, for an observer:
// on a VM of its own, since the session's is in use.
func (s *Session) readOnlyNested(job func()) *diag.Diagnostic {
	host := s.host
	s.host = api.NewHost(s.apiGame, s.state, flow{s})
	s.host.Acting, s.host.VM.TextTemplates = host.Acting, host.VM.TextTemplates
	before := s.state.Lock()
	problem := s.withCallTrace(s.host.VM.Protect(s.fuel(), job))
	s.state.Unlock(before)
	s.host = host
	return problem
}

func (s *Session) fuel() int64 {
	if s.setup.Fuel > 0 {
		return s.setup.Fuel
	}
	return lua.DefaultFuel
}
