package main

import (
	"fmt"
	"sort"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

// A mistake of the service: its kind, and the lines that show it.
type mistake struct {
	kind, name, text string
}

const (
	twoOwners   = "two owners"
	numberTwice = "number twice"
	lostWrite   = "lost write"
	stateBack   = "state back"
	staleRead   = "stale read"
	wrongRead   = "wrong read"
	brokenChain = "broken chain"
	unexpected  = "unexpected response"
	undecided   = "undecided"
)

type judge struct {
	bounds bounds
	limit  time.Duration // for one name
}

// Whether there is an order of the requests that explains all responses, where each one has its place between its call
// and its return. A read may have been at its place some time before its call: its bound.
func (j judge) explains(lines []line) porcupine.CheckResult {
	var operations []porcupine.Operation
	reads := map[view][]porcupine.Operation{}
	for i, l := range lines {
		one := porcupine.Operation{ClientId: i, Input: l, Call: l.Call, Return: l.Return}
		if l.Outcome == "unknown" {
			one.Return = never
		}
		if l.isRead() && !l.End {
			one.Call -= int64(j.bounds.of(l))
		}
		if l.isRead() && l.Do != "owner" {
			reads[*l.Seen] = append(reads[*l.Seen], one)
		} else {
			operations = append(operations, one)
		}
	}
	for _, same := range reads {
		operations = append(operations, combined(same)...)
	}
	return porcupine.CheckOperationsTimeout(model, operations, j.limit)
}

// Reads that saw the same of a name, with one instead of several that were at the same time, which says as much: a name
// has each state, version and value once, for one stretch of time, and if a stretch meets each of two intervals that meet
// each other, it meets the time that both have. Otherwise the checker would try all orders of these reads.
func combined(reads []porcupine.Operation) []porcupine.Operation {
	sort.SliceStable(reads, func(a, b int) bool { return reads[a].Call < reads[b].Call })
	var all []porcupine.Operation
	for _, one := range reads {
		if last := len(all) - 1; last >= 0 && one.Call <= all[last].Return {
			all[last].Call = one.Call
			if one.Return < all[last].Return {
				all[last].Return = one.Return
			}
			continue
		}
		all = append(all, one)
	}
	return all
}

// The requests about one name. Writes come first, so that what is wrong has the right name.
func (j judge) name(name string, lines []line) *mistake {
	var writes, ends, observations []line
	for _, l := range lines {
		switch {
		case l.Outcome == "failed" || l.isRead() && (l.Outcome != "done" || l.Seen == nil):
		case l.End:
			ends = append(ends, l)
		case l.isRead() || l.Outcome == "refused":
			observations = append(observations, l)
		default:
			writes = append(writes, l)
		}
	}
	known := writes
	result := j.explains(known)
	if result == porcupine.Illegal {
		return complain(kindOfWrites(writes), name, lines)
	}
	if result == porcupine.Ok && len(ends) > 0 {
		known = append(append([]line{}, writes...), ends...)
		if result = j.explains(known); result == porcupine.Illegal {
			return complain(lostWrite, name, lines)
		}
	}
	if result == porcupine.Ok {
		everything := append(append([]line{}, known...), observations...)
		if result = j.explains(everything); result == porcupine.Illegal {
			return j.reads(name, known, observations, lines)
		}
	}
	if result == porcupine.Unknown {
		return complain(undecided, name, lines)
	}
	return nil
}

// Writes contradict each other.
func kindOfWrites(writes []line) string {
	owners, minted, versions := 0, 0, map[int64]bool{}
	kind := stateBack
	for _, l := range writes {
		if l.Outcome != "done" {
			continue
		}
		switch l.Do {
		case "mint":
			minted++
			owners++
		case "assign", "reserve", "delegate":
			owners++
		}
		if l.Seen != nil && l.Seen.Version != 0 {
			if versions[l.Seen.Version] { // an earlier one is gone
				kind = lostWrite
			}
			versions[l.Seen.Version] = true
		}
	}
	switch {
	case minted > 1:
		return numberTwice
	case owners > 1:
		return twoOwners
	}
	return kind
}

// A response to a read, or a refusal, has no place. The first one that has none by itself is named.
func (j judge) reads(name string, known, observations, lines []line) *mistake {
	sort.SliceStable(observations, func(a, b int) bool { return observations[a].Return < observations[b].Return })
	for _, l := range observations {
		with := append(append([]line{}, known...), l)
		if j.explains(with) != porcupine.Illegal {
			continue
		}
		kind := wrongRead // it was never so
		if j.explains(append(append([]line{}, known...), l.early())) == porcupine.Ok {
			kind = stateBack
			if l.isRead() && j.bounds.of(l) != 0 {
				kind = staleRead
			}
		}
		m := complain(kind, name, lines)
		m.text = fmt.Sprintf("  here: %v\n%s", l, m.text)
		return m
	}
	return complain(stateBack, name, lines)
}

func complain(kind, name string, lines []line) *mistake {
	sorted := append([]line{}, lines...)
	sort.SliceStable(sorted, func(a, b int) bool { return sorted[a].Call < sorted[b].Call })
	var text strings.Builder
	for _, l := range sorted {
		fmt.Fprintf(&text, "  %v\n", l)
	}
	return &mistake{kind, name, text.String()}
}

// Lines that are not about one name: numbers of events, heads, what `store verify` found, responses that nobody expects.
func others(lines []line) []mistake {
	var found []mistake
	byEvent, byHead := map[int64]line{}, map[string]line{}
	for _, l := range lines {
		number, _, _ := strings.Cut(l.Head, ":")
		switch {
		case l.Kind == "head":
			if before, has := byHead[number]; has && before.Head != l.Head {
				found = append(found, mistake{brokenChain, l.Head, fmt.Sprintf("  and %s was at %s\n", before.Head, before.At)})
			}
			byHead[number] = l
		case l.Kind == "verified" && l.Outcome != "done":
			found = append(found, mistake{brokenChain, l.Head, "  " + l.Text + "\n"})
		case l.Outcome == "unexpected":
			found = append(found, mistake{unexpected, l.Name, fmt.Sprintf("  %v: %d %s\n", l, l.Status, l.Text)})
		case l.Outcome == "done" && l.Event != 0:
			if before, has := byEvent[l.Event]; has {
				found = append(found, mistake{numberTwice, fmt.Sprintf("event %d", l.Event),
					fmt.Sprintf("  %s: %v\n  %s: %v\n", before.Name, before, l.Name, l)})
			}
			byEvent[l.Event] = l
		}
	}
	return found
}

// All mistakes of a history, and the number of its names.
func (j judge) history(lines []line) ([]mistake, int) {
	byName := map[string][]line{}
	var names []string
	for _, l := range lines {
		if l.Kind != "request" || l.Name == "" || l.Outcome == "unexpected" {
			continue
		}
		if byName[l.Name] == nil {
			names = append(names, l.Name)
		}
		byName[l.Name] = append(byName[l.Name], l)
	}
	found := others(lines)
	for _, name := range names {
		if m := j.name(name, byName[name]); m != nil {
			found = append(found, *m)
		}
	}
	return found, len(names)
}
