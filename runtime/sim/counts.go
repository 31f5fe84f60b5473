package sim

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
)

// Counts maps each number to how often it occurred. Whole numbers below a
// million are counted exactly, all others by their first four digits, so that a
// million games take no more space than a thousand.
type Counts map[float64]int

// Add counts a value n times.
func (c Counts) Add(value float64, n int) { c[rounded(value)] += n }

func rounded(v float64) float64 {
	if v == math.Trunc(v) && math.Abs(v) < 1e6 {
		return v + 0 // avoids negative zero
	}
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	var buf [32]byte
	r, _ := strconv.ParseFloat(string(strconv.AppendFloat(buf[:0], v, 'e', 3, 64)), 64)
	return r
}

func (c Counts) merge(other Counts) {
	for value, n := range other {
		c[value] += n
	}
}

// N returns how many values were counted.
func (c Counts) N() int {
	n := 0
	for _, k := range c {
		n += k
	}
	return n
}

// Values lists the values that occurred, lowest first.
func (c Counts) Values() []float64 { return slices.Sorted(maps.Keys(c)) }

// moments returns the mean and the sample standard deviation. Something must
// have been counted.
func (c Counts) moments() (mean, deviation float64) {
	n := c.N()
	values := c.Values()
	for _, v := range values {
		mean += float64(v * float64(c[v])) // the conversion prevents a fused multiply-add: see package number
	}
	mean /= float64(n)
	if n < 2 {
		return mean, 0
	}
	for _, v := range values {
		deviation += float64((v - mean) * (v - mean) * float64(c[v]))
	}
	return mean, math.Sqrt(deviation / float64(n-1))
}

// Quantile returns the least value v such that at least the given part of all
// values, from 0 to 1, is not greater than v.
func (c Counts) Quantile(part float64) float64 {
	below, n := 0, c.N()
	values := c.Values()
	for _, v := range values {
		if below += c[v]; float64(below) >= part*float64(n) {
			return v
		}
	}
	return 0
}

// MarshalJSON writes [[value, times], …], lowest value first.
func (c Counts) MarshalJSON() ([]byte, error) {
	pairs := make([][2]float64, 0, len(c))
	for _, v := range c.Values() {
		pairs = append(pairs, [2]float64{v, float64(c[v])})
	}
	return json.Marshal(pairs)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (c *Counts) UnmarshalJSON(data []byte) error {
	var pairs [][2]float64
	if err := json.Unmarshal(data, &pairs); err != nil {
		return err
	}
	*c = Counts{}
	for _, p := range pairs {
		(*c)[p[0]] += int(p[1])
	}
	return nil
}
