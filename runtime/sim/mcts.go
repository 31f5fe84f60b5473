package sim

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"sleight/runtime/diag"
	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/runtime/lua/number"
)

const (
	// playoutCommands is the number of commands in a playout before the
	// heuristic judges it.
	playoutCommands = 400
	// exploration is the weight of rarely tried commands against good ones.
	exploration = 0.7
	// maxNodes bounds the tree; beyond it, iterations only play from its leaves.
	maxNodes = 200_000
)

// mcts is Monte Carlo tree search over information sets. In each iteration, it
// imagines what it cannot know, walks down the tree along the most promising
// commands, adds one situation, and plays on at random to see what that
// situation is worth. It assumes that other players choose in their own favour.
type mcts struct {
	iterations int           // per command; 0 means until the time is up
	time       time.Duration // per command, when iterations is 0
	fork       *session.Session
	from       session.Imagining
	commands   []session.Command // of a situation in the tree
	text       []byte            // of one of them
	root       *node
	path       []*node
	nodes      int     // in the tree of this command
	low, high  float64 // heuristic range of the playouts that were not won
	memory     memory
	logs       []float64 // logarithms of whole numbers, by number
}

// node is a situation as the players may see it, identified by the commands
// that reached it.
type node struct {
	player   int // who chose the command that led here
	visits   int
	possible int // number of times it could have been chosen
	total    float64
	next     map[string]*node
}

func (b *mcts) Choose(ctx context.Context, s *session.Session, luck *random.Stream) (session.Command, bool, *diag.Diagnostic) {
	commands, problem := s.Legal(0)
	if problem != nil || len(commands) == 0 {
		return session.Command{}, false, problem
	}
	if len(commands) == 1 {
		return commands[0], true, nil
	}
	b.fork = s.Fork(b.fork)
	s.Imagining(&b.from)
	b.nodes = 0
	b.root = &node{}
	b.low, b.high = math.Inf(1), math.Inf(-1)
	end := time.Now().Add(b.time)
	for i := 0; b.continues(i, end); i++ {
		if problem := b.iterate(ctx, luck); problem != nil || ctx.Err() != nil {
			return session.Command{}, false, problem
		}
	}
	visits := func(c session.Command) int {
		if n := b.root.next[s.Format(c)]; n != nil {
			return n.visits
		}
		return 0
	}
	slices.SortStableFunc(commands, func(x, y session.Command) int { return cmp.Compare(visits(y), visits(x)) })
	best, problem := b.memory.first(s, b.fork, &b.from, luck, len(commands), func(i int) session.Command { return commands[i] })
	return commands[best], problem == nil, problem
}

// continues reports whether the search goes on after n iterations.
func (b *mcts) continues(n int, end time.Time) bool {
	if b.iterations > 0 {
		return n < b.iterations
	}
	return time.Now().Before(end)
}

// iterate walks down the tree once, adds a node, and updates every node on the
// way with the result.
func (b *mcts) iterate(ctx context.Context, luck *random.Stream) *diag.Diagnostic {
	guessed, problem := b.fork.ImagineFrom(&b.from, luck)
	if problem != nil {
		return problem
	}
	b.path = b.path[:0]
	at := b.root
	for !b.fork.Over() && ctx.Err() == nil {
		next, c, problem := b.descend(at, luck)
		if problem != nil || next == nil {
			return unlessGuessed(guessed, problem)
		}
		if r := b.fork.Do(c); !r.OK() {
			return unlessGuessed(guessed, r.Problem)
		}
		b.path = append(b.path, next)
		at = next
		if at.visits == 0 {
			break
		}
	}
	if problem := b.playout(ctx, luck); problem != nil {
		return unlessGuessed(guessed, problem)
	}
	for _, n := range b.path {
		share, problem := b.share(n.player)
		if problem != nil {
			return unlessGuessed(guessed, problem)
		}
		n.visits++
		n.total += share
	}
	return nil
}

// descend chooses the next command: an untried one if there is one, otherwise
// the most promising one for the player whose turn it is.
func (b *mcts) descend(at *node, luck *random.Stream) (*node, session.Command, *diag.Diagnostic) {
	commands, problem := b.fork.LegalIn(b.commands, 0)
	if problem != nil || len(commands) == 0 {
		return nil, session.Command{}, problem
	}
	b.commands = commands
	if at.next == nil {
		at.next = map[string]*node{}
	}
	var (
		chosen     *node
		choice     session.Command
		most       = math.Inf(-1)
		fresh      uint64
		freshNode  *node
		freshMove  session.Command
		freshFound bool
	)
	for _, c := range commands {
		b.text = b.fork.AppendCommand(b.text[:0], &c)
		n := at.next[string(b.text)]
		if n == nil {
			n = &node{player: b.fork.Player()}
			if b.nodes++; b.nodes <= maxNodes {
				at.next[string(b.text)] = n
			}
		}
		n.possible++
		if n.visits == 0 {
			if fresh++; luck.Below(fresh) == 0 {
				freshNode, freshMove, freshFound = n, c, true
			}
			continue
		}
		value := n.total/float64(n.visits) + float64(exploration*math.Sqrt(b.log(n.possible)/float64(n.visits)))
		if value > most {
			chosen, choice, most = n, c, value
		}
	}
	if freshFound {
		return freshNode, freshMove, nil
	}
	return chosen, choice, nil
}

// log returns the logarithm of a whole number from 1. The portable one is slow.
func (b *mcts) log(n int) float64 {
	if len(b.logs) == 0 {
		b.logs = append(b.logs, 0)
	}
	for len(b.logs) <= n {
		b.logs = append(b.logs, number.Log(float64(len(b.logs))))
	}
	return b.logs[n]
}

// playout plays on at random.
func (b *mcts) playout(ctx context.Context, luck *random.Stream) *diag.Diagnostic {
	for range playoutCommands {
		if ctx.Err() != nil {
			return nil
		}
		if ok, problem := b.fork.DoSample(luck); problem != nil || !ok {
			return problem
		}
	}
	return nil
}

// share returns the result of a playout for a player, from 0 to 1. A playout
// that was not won is in the lower half, scaled between the lowest and highest
// heuristic values so far, so that the search has a preference while winning is
// far off.
func (b *mcts) share(player int) (float64, *diag.Diagnostic) {
	if share, problem := victory(b.fork, player); share > 0 || problem != nil {
		return (1 + share) / 2, problem
	}
	worth, problem := b.fork.HeuristicValue(player)
	b.low, b.high = min(b.low, worth), max(b.high, worth)
	if b.high == b.low {
		return 0.25, problem
	}
	return (worth - b.low) / (b.high - b.low) / 2, problem
}
