package hostile

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"sleight/tests/worker"
)

// table collects the results of the cases.
type table struct {
	launched, repeated *worker.Pool
	// first runs and measures every case, second one of each.
	first, second runner
	each          int

	empty time.Duration // a harmless run in a new process
	base  result        // a harmless run as by first
	mutex sync.Mutex
	rows  []row
}

type row struct {
	area, name, expect string
	right              bool
	took               time.Duration
	memory             int64
}

func (a *table) add(c *hostileCase, r result, right bool) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.rows = append(a.rows, row{c.area, c.name, c.expect, right, max(0, r.took-a.base.took), max(0, r.memory-a.base.memory)})
}

// String formats the table: for each area, the number of cases, how many were
// answered with the right code, the slowest and the largest.
func (a *table) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-8s %6s %6s  %-32s %s\n", "area", "cases", "right", "slowest", "largest")
	areas := map[string][]row{}
	for _, r := range a.rows {
		areas[r.area] = append(areas[r.area], r)
		areas["~all"] = append(areas["~all"], r)
	}
	for _, area := range slices.Sorted(maps.Keys(areas)) {
		rows := areas[area]
		right := 0
		for _, r := range rows {
			if r.right {
				right++
			}
		}
		slow := slices.MaxFunc(rows, func(a, b row) int { return cmp.Compare(a.took, b.took) })
		large := slices.MaxFunc(rows, func(a, b row) int { return cmp.Compare(a.memory, b.memory) })
		fmt.Fprintf(&b, "%-8s %6d %6d  %-32s %s\n", strings.TrimPrefix(area, "~"), len(rows), right,
			fmt.Sprintf("%s %d ms", slow.name, slow.took.Milliseconds()), fmt.Sprintf("%s %d MB", large.name, large.memory>>20))
	}
	return b.String()
}
