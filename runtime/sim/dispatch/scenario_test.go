package dispatch

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"sleight/runtime/sim"
)

// rules is the digest of all workers except foreign ones.
const rules = "rules"

// scenario is everything that decides what happens.
type scenario struct {
	Seed    uint64 // decides delays and durations
	Workers int
	Foreign bool // the first worker has different rules
	Jobs    []jobPlan
	Faults  []fault
}

// jobPlan is a job of a scenario.
type jobPlan struct {
	Games, Size int
	Start       Time
}

type faultKind string

// The kinds of faults.
const (
	crash     faultKind = "crash"     // Node, At, for For; forever if negative
	crashStep faultKind = "crashstep" // Node, in its Nth step, after Part effects
	freeze    faultKind = "freeze"    // Node, At, for For
	cut       faultKind = "cut"       // the link of Node, At, for For; one way if Part is 1 or 2
	storm     faultKind = "storm"     // all links, or that of Node, lose, double and delay
	lose      faultKind = "lose"      // the Nth message on the link of Node
	double    faultKind = "double"
	late      faultKind = "late"   // by For
	refuse    faultKind = "refuse" // the server's store fails, At, for For
	wiped     faultKind = "wiped"  // the server crashes and loses what was stored within Part seconds
	rot       faultKind = "rot"    // the server's disk damages what is stored
)

// fault is a fault of a scenario.
type fault struct {
	Kind    faultKind
	Node    string
	At, For Time
	Nth     int
	Part    int
	Outward bool // from the server to the node
}

// nth reports whether the fault is triggered by count rather than by time.
func (f *fault) nth() bool { return f.Nth > 0 }

func (f *fault) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", f.Kind, f.Node)
	if f.nth() {
		fmt.Fprintf(&b, " #%d", f.Nth)
	} else {
		fmt.Fprintf(&b, " at %s", f.At)
	}
	fmt.Fprintf(&b, " for %s part %d outward %t", f.For, f.Part, f.Outward)
	return b.String()
}

// generate returns the scenario of a seed.
func generate(seed uint64) scenario {
	r := rand.New(rand.NewPCG(seed, 1))
	s := scenario{Seed: seed, Workers: 1 + r.IntN(5), Foreign: r.IntN(8) == 0}
	if s.Foreign {
		s.Workers++
	}
	for range 1 + r.IntN(3) {
		size := 1 + r.IntN(6)
		s.Jobs = append(s.Jobs, jobPlan{
			Games: size * (1 + r.IntN(12)), Size: size, Start: Time(r.IntN(20)) * time.Second,
		})
	}
	for range r.IntN(14) {
		s.Faults = append(s.Faults, s.draw(r))
	}
	return s
}

// draw returns a random fault.
func (s *scenario) draw(r *rand.Rand) fault {
	node := func() string {
		if i := r.IntN(len(s.Jobs) + s.Workers); i < len(s.Jobs) {
			return fmt.Sprintf("c%d", i+1)
		} else {
			return fmt.Sprintf("w%d", i-len(s.Jobs)+1)
		}
	}
	seconds := func(n int) Time { return Time(r.IntN(n*1000)) * time.Millisecond }
	f := fault{At: seconds(90), Node: node()}
	switch r.IntN(15) {
	case 0, 1:
		f.Kind, f.For = crash, seconds(40)
		if f.Node[0] == 'c' && r.IntN(4) == 0 {
			f.For = -1
		}
	case 2, 3, 4:
		f.Kind, f.Nth, f.Part = crashStep, 1+r.IntN(80), r.IntN(4)
		f.At = 0
	case 5:
		f.Kind, f.For = freeze, seconds(60)
	case 6:
		f.Kind, f.For, f.Part = cut, seconds(60), r.IntN(3)
	case 7:
		f.Kind, f.For = storm, seconds(40)
		if r.IntN(2) == 0 {
			f.Node = ""
		}
	case 8:
		f.Kind, f.Node, f.For = []faultKind{crash, freeze}[r.IntN(2)], "server", seconds(40)
	case 9:
		f.Kind, f.Node, f.For = refuse, "server", seconds(30)
	case 10:
		f.Kind, f.Node, f.For, f.Part = wiped, "server", seconds(10), 1+r.IntN(5)
	case 11:
		f.Kind, f.Node = rot, "server"
	default:
		f.Kind, f.Nth, f.Outward = []faultKind{lose, double, late}[r.IntN(3)], 1+r.IntN(60), r.IntN(2) == 0
		f.For, f.At = seconds(50), 0
		if f.Kind != late {
			f.For = 0
		}
	}
	return f
}

// strike starts a timed fault.
func (w *world) strike(f *fault) {
	w.log("fault: %s", f)
	n := w.find(f.Node)
	switch f.Kind {
	case crash:
		w.crash(n, f.For)
	case wiped:
		w.server.lose(w.now - Time(f.Part)*time.Second)
		w.crash(n, f.For)
	case rot:
		w.server.rot()
	case freeze:
		if n.up {
			n.frozenUntil = max(n.frozenUntil, w.now+f.For)
			w.at(n.frozenUntil, event{kind: thaw, node: n})
		}
	}
}

// newSimJob returns a job of a scenario.
func newSimJob(s scenario, i int, p jobPlan) *simJob {
	name := fmt.Sprintf("job%d", i+1)
	blob := func(digest string) Blob { return Blob{digest, []byte("blob of " + digest)} }
	return &simJob{
		seed: mix(s.Seed + uint64(i)*7919 + 1),
		spec: Spec{Job: name, Semantics: rules, Games: p.Games, Size: p.Size, Content: []Blob{blob("record-" + name), blob("content")}},
	}
}

// length returns how long a chunk takes on a fast worker.
func (j *simJob) length(chunk int) Time {
	return Time(50+mix(j.seed+uint64(chunk)+99)%1000) * j.pace() / 1000
}

func (j *simJob) pace() Time {
	return []Time{200 * time.Millisecond, 2 * time.Second, 8 * time.Second, 30 * time.Second}[j.seed%4]
}

// play returns the result of a chunk, a pure function of the job and its games.
func (j *simJob) play(w *world, n *node, m Message) []byte {
	seed := j.seed
	if n.worker.semantics != rules {
		seed++ // other rules, other games
		w.breaks("%s plays %s by other rules", n.id, m.Job)
	}
	text, err := json.Marshal(w.games(seed, m.Games))
	if err != nil {
		panic(err)
	}
	return text
}

// outcomes returns the result of a job's games.
func outcomes(seed uint64, games [2]int) *sim.Result {
	t := sim.Tally{Name: "v", Outcomes: map[string]int{}, Wins: sim.Counts{}, Counts: []sim.Counts{{}}, Differences: []sim.Counts{{}}}
	for g := games[0]; g < games[1]; g++ {
		draw := mix(seed + uint64(g)*31 + 5)
		t.Games++
		t.Outcomes[[]string{"won", "lost"}[draw%2]]++
		t.Commands += int64(draw % 97)
		t.Counts[0].Add(float64(draw%5), 1)
	}
	return &sim.Result{Played: sim.Ranges{games}, Metrics: []sim.Metric{{Name: "length"}}, Variants: []sim.Tally{t}}
}

// alone returns the result of a single machine.
func (w *world) alone(j *simJob) string {
	text, err := json.Marshal(w.games(j.seed, [2]int{0, j.spec.Games}))
	if err != nil {
		panic(err)
	}
	return string(text)
}

// merge counts a result.
func (j *simJob) merge(w *world, r *Result) error {
	if j.counted[r.Chunk]++; j.counted[r.Chunk] > 1 {
		w.breaks("chunk %d of %s is counted %d times", r.Chunk, j.spec.Job, j.counted[r.Chunk])
	}
	var part sim.Result
	if err := json.Unmarshal(r.Data, &part); err != nil {
		return err
	}
	if j.total == nil {
		j.total = &part
	} else {
		j.total.Merge(&part)
	}
	return nil
}

// check runs a scenario and returns which invariant was violated.
func check(s scenario, tamper *sabotage) (string, *world) {
	w := newWorld(s)
	w.tamper = tamper
	return w.run(), w
}

// shrink makes a failing scenario as small as possible.
func shrink(s scenario, tamper *sabotage) scenario {
	fails := func(s scenario) bool { fault, _ := check(s, tamper); return fault != "" }
	for again := true; again; {
		again = false
		for size := max(1, len(s.Faults)/2); size > 0; size /= 2 {
			for i := 0; i+size <= len(s.Faults); {
				t := s
				t.Faults = append(append([]fault{}, s.Faults[:i]...), s.Faults[i+size:]...)
				if fails(t) {
					s, again = t, true
				} else {
					i++
				}
			}
		}
		for _, smaller := range s.smaller() {
			if fails(smaller) {
				s, again = smaller, true
				break
			}
		}
	}
	return s
}

// smaller lists smaller variants of a scenario.
func (s scenario) smaller() []scenario {
	var out []scenario
	if s.Workers > 1 && !(s.Foreign && s.Workers == 2) {
		t := s
		t.Workers--
		t.Faults = nil
		gone := fmt.Sprintf("w%d", s.Workers)
		for _, f := range s.Faults {
			if f.Node != gone {
				t.Faults = append(t.Faults, f)
			}
		}
		out = append(out, t)
	}
	if len(s.Jobs) > 1 {
		t := s
		t.Jobs = s.Jobs[:len(s.Jobs)-1]
		t.Faults = nil
		gone := fmt.Sprintf("c%d", len(s.Jobs))
		for _, f := range s.Faults {
			if f.Node != gone {
				t.Faults = append(t.Faults, f)
			}
		}
		out = append(out, t)
	}
	for i, j := range s.Jobs {
		if j.Games > j.Size {
			t := s
			t.Jobs = append([]jobPlan{}, s.Jobs...)
			t.Jobs[i].Games = max(j.Size, j.Games/2/j.Size*j.Size)
			out = append(out, t)
		}
	}
	return out
}
