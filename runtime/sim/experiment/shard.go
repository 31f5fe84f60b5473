package experiment

import (
	"fmt"
	"strconv"
	"strings"

	"sleight/runtime/sim"
)

// Shard is one of N parts of a question, numbered from 1.
type Shard struct{ I, N int }

// Games returns the numbers of the shard's games, out of n in all. Each game is
// in exactly one shard, and shard sizes differ by at most 1.
func (s Shard) Games(n int) sim.Range { return sim.Range{n * (s.I - 1) / s.N, n * s.I / s.N} }

// arrays lists the environment variables with which batch systems number the
// jobs of an array.
var arrays = [...]struct {
	index, first, total string
	from                int // number of the first job, if no variable gives it
}{
	{"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_COUNT", 0},
	{"JOB_COMPLETION_INDEX", "", "JOB_COMPLETIONS", 0},
	{"CI_NODE_INDEX", "", "CI_NODE_TOTAL", 1},
	{"STRATEGY_JOB_INDEX", "", "STRATEGY_JOB_TOTAL", 0},
}

// ParseShard parses I/N, auto/N or auto. With auto, it reads the job numbers
// that batch systems put into the environment: Slurm arrays, Kubernetes indexed
// jobs, GitLab parallel jobs, GitHub matrices.
func ParseShard(text string, env func(string) string) (Shard, error) {
	index, total, _ := strings.Cut(text, "/")
	if index == "auto" {
		return shardOf(total, env)
	}
	s := Shard{}
	var err, also error
	s.I, err = strconv.Atoi(index)
	s.N, also = strconv.Atoi(total)
	if err != nil || also != nil || s.I < 1 || s.I > s.N {
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
			return Shard{}, fmt.Errorf("--shard auto: %s=%s is not a number of %s jobs", a.index, env(a.index), total)
		}
		return s, nil
	}
	var names []string
	for _, a := range arrays {
		names = append(names, a.index)
	}
	return Shard{}, fmt.Errorf("--shard auto: none of %s is set", strings.Join(names, ", "))
}
