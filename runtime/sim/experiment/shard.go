package experiment

import (
	"fmt"
	"strconv"
	"strings"

	"sleight/runtime/sim"
)

// Shard is one of N parts of a question, numbered from 1.
type Shard struct{ I, N int }

// Games returns the numbers of the shard's games, of n in all. All shards
// together have each once, and their sizes differ by 1 at most.
func (s Shard) Games(n int) sim.Range { return sim.Range{n * (s.I - 1) / s.N, n * s.I / s.N} }

// arrays are the variables by which batch systems number the jobs of an array.
var arrays = [...]struct {
	index, first, total string
	from                int // number of the first job, where none of the variables tells
}{
	{"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_COUNT", 0},
	{"JOB_COMPLETION_INDEX", "", "JOB_COMPLETIONS", 0},
	{"CI_NODE_INDEX", "", "CI_NODE_TOTAL", 1},
	{"STRATEGY_JOB_INDEX", "", "STRATEGY_JOB_TOTAL", 0},
}

// ParseShard reads I/N; auto/N and auto take the numbers that batch systems
// give their jobs from the environment: arrays of Slurm, indexed jobs of
// Kubernetes, parallel jobs of GitLab, matrices of GitHub.
func ParseShard(text string, env func(string) string) (Shard, error) {
	index, total, told := strings.Cut(text, "/")
	if index == "auto" {
		return shardOf(total, env)
	}
	s := Shard{}
	var err, also error
	s.I, err = strconv.Atoi(index)
	s.N, also = strconv.Atoi(total)
	if !told || err != nil || also != nil || s.I < 1 || s.I > s.N {
		return s, fmt.Errorf("--shard %s: expected I/N with I from 1 to N, auto/N or auto", text)
	}
	return s, nil
}

func shardOf(total string, env func(string) string) (Shard, error) {
	for _, a := range arrays {
		if env(a.index) == "" {
			continue
		}
		if total == "" {
			total = env(a.total)
		}
		if total == "" {
			return Shard{}, fmt.Errorf("--shard auto: %s is set, but not %s; write auto/N", a.index, a.total)
		}
		i, err := strconv.Atoi(env(a.index))
		n, also := strconv.Atoi(total)
		first := a.from
		if v, err := strconv.Atoi(env(a.first)); err == nil {
			first = v
		}
		s := Shard{i - first + 1, n}
		if err != nil || also != nil || s.I < 1 || s.I > s.N {
			return Shard{}, fmt.Errorf("--shard auto: %s=%s is no number of %s jobs", a.index, env(a.index), total)
		}
		return s, nil
	}
	var names []string
	for _, a := range arrays {
		names = append(names, a.index)
	}
	return Shard{}, fmt.Errorf("--shard auto: none of %s is set", strings.Join(names, ", "))
}
