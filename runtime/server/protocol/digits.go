package protocol

import (
	"encoding/json"
	"math"
	"strconv"
)

// Digits is a whole number from 0 upward, as decimal digits. In JSON it may
// also be a number.
type Digits string

// UnmarshalJSON accepts a number or a string.
func (d *Digits) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*d = Digits(text)
		return nil
	}
	*d = Digits(data)
	if v, err := strconv.ParseFloat(string(data), 64); err == nil && v >= 0 && v <= 1<<53 && v == math.Trunc(v) {
		*d = Digits(strconv.FormatFloat(v, 'f', -1, 64)) // 7.0 and 7e0 are 7
	}
	return nil
}

// CallID is the id of a request: a number or a string, as it was written.
type CallID string

// UnmarshalJSON accepts any JSON.
func (id *CallID) UnmarshalJSON(data []byte) error {
	*id = CallID(data)
	return nil
}
