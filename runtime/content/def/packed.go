package def

import "sort"

// Large content has a million values and half a million keys. The numbers of their
// positions are therefore packed; a number that does not fit becomes the largest that
// does. A file has at most a megabyte, so its lines, columns and lengths fit.

// packedPosition packs the numbers of a position, 24 bits each: the index in the lowest bits of all
// three, and above it the line, the column and the length.
type packedPosition [3]uint32

const max24 = 1<<24 - 1

func packAt(s Position) packedPosition {
	index := clamp(s.Index, max24)
	return packedPosition{
		clamp(s.Line, max24)<<8 | index&0xff,
		clamp(s.Column, max24)<<8 | index>>8&0xff,
		clamp(s.Length, max24)<<8 | index>>16,
	}
}

// clamp returns the number from 0 to most that is nearest to n.
func clamp(n int32, most uint32) uint32 { return min(uint32(max(n, 0)), most) }

func (p *packedPosition) line() int32   { return int32(p[0] >> 8) }
func (p *packedPosition) column() int32 { return int32(p[1] >> 8) }

func (p *packedPosition) setLength(n int32) { p[2] = clamp(n, max24)<<8 | p[2]&0xff }

func (p *packedPosition) position(in *Node) Position {
	index := p[0]&0xff | p[1]&0xff<<8 | p[2]&0xff<<16
	return Position{In: in, Index: int32(index), Line: int32(p[0] >> 8), Column: int32(p[1] >> 8), Length: int32(p[2] >> 8)}
}

// packedKeyPosition packs the numbers of the position of a key: from the highest bit, whether it is
// long, the line (21 bits) and the column (21). Of a long one, the length follows (21),
// and the index is found by the position; else the length (10) and the index (11).
type packedKeyPosition uint64

const max21 = 1<<21 - 1

func packKeyAt(s Position) packedKeyPosition {
	place := packedKeyPosition(clamp(s.Line, max21))<<42 | packedKeyPosition(clamp(s.Column, max21))<<21
	if uint32(s.Index) < 1<<11 && uint32(s.Length) < 1<<10 {
		return place | packedKeyPosition(s.Length)<<11 | packedKeyPosition(s.Index)
	}
	return 1<<63 | place | packedKeyPosition(clamp(s.Length, max21))
}

func (p packedKeyPosition) position(in *Node) Position {
	s := Position{In: in, Line: int32(p >> 42 & max21), Column: int32(p >> 21 & max21)}
	if p>>63 == 0 {
		s.Length, s.Index = int32(p>>11&(1<<10-1)), int32(p&(1<<11-1))
		return s
	}
	s.Length = int32(p & max21)
	if in != nil && in.Type() == Map {
		fields := in.Fields() // in the order of the file
		after := sort.Search(len(fields), func(i int) bool { return fields[i].at.place() > p.place() })
		s.Index = int32(max(0, after-1))
	}
	return s
}

// place returns the line and the column, for comparison.
func (p packedKeyPosition) place() packedKeyPosition { return p &^ (1 << 63) >> 21 }
