package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"time"
)

// A name as a response shows it: absent, reserved, active or withdrawn; "unavailable" is the first two, which a resolver
// does not tell apart. Of a prefix: the registrar that has it. Version 0: not shown.
type view struct {
	State   string `json:"state"`
	Value   string `json:"value"`
	Version int64  `json:"version"`
}

// A line of a history. Most are requests with their responses; tests/cluster/recorder.py writes them.
type line struct {
	number int

	Kind    string `json:"kind"` // "request"; "head": one that a response showed; "verified": what `store verify` found
	Client  string `json:"client"`
	At      string `json:"at"`   // the service, or what is in front of it
	Name    string `json:"name"` // a name, or a prefix that is transferred
	Do      string `json:"do"`
	Value   string `json:"value"`
	If      int64  `json:"if_version"` // the version that If-Match asked for; 0: none
	Call    int64  `json:"call"`       // nanoseconds of one clock
	Return  int64  `json:"return"`
	Outcome string `json:"outcome"` // done, refused, unknown, failed (nothing was done), unexpected
	Seen    *view  `json:"seen"`
	Event   int64  `json:"event"`  // the number of the event that a change was recorded by
	Age     *int64 `json:"age"`    // seconds, if the response said that the primary is away
	End     bool   `json:"end"`    // a read after all faults
	Status  int    `json:"status"` // of HTTP
	Text    string `json:"text"`   // of what was unexpected
	Head    string `json:"head"`   // NUMBER:HASH
}

// The same response to a request that was made before all others.
func (l line) early() line {
	l.Call = math.MinInt64 / 2
	return l
}

func (l line) isRead() bool { return l.Do == "read" || l.Do == "resolve" || l.Do == "owner" }

// The times by which a response may be old.
type bounds struct {
	read, resolve time.Duration // without a mark, of the API and of the resolver
}

func (b bounds) of(l line) time.Duration {
	bound := b.read
	if l.Do == "resolve" {
		bound = b.resolve
	}
	if l.Age != nil { // whole seconds
		bound = b.resolve + time.Duration(*l.Age+1)*time.Second
	}
	return bound
}

const never = math.MaxInt64

func readHistory(in io.Reader) ([]line, error) {
	var all []line
	text := bufio.NewReader(in)
	for number := 1; ; number++ {
		raw, err := text.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(raw) == 0 {
			return all, nil
		}
		if err != nil {
			return nil, fmt.Errorf("line %d has no end", number)
		}
		one := line{number: number}
		if err := json.Unmarshal(raw, &one); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if one.Kind == "request" && one.Outcome != "unknown" && one.Return < one.Call {
			return nil, fmt.Errorf("line %d returns before it was called", number)
		}
		all = append(all, one)
	}
}

func (l line) String() string {
	at := func(t int64) string { return fmt.Sprintf("%.3f", float64(t)/1e9) }
	end := "unknown"
	if l.Outcome != "unknown" {
		end = at(l.Return)
	}
	text := fmt.Sprintf("%s to %s: %s at %s: %s %s", at(l.Call), end, l.Client, l.At, l.Do, l.Value)
	if l.If != 0 {
		text += fmt.Sprintf(" if %d", l.If)
	}
	text += " " + l.Outcome
	if l.Seen != nil {
		text += fmt.Sprintf(": %s %s version %d", l.Seen.State, l.Seen.Value, l.Seen.Version)
	}
	if l.Age != nil {
		text += fmt.Sprintf(", age %d", *l.Age)
	}
	if l.End {
		text += ", at the end"
	}
	return fmt.Sprintf("%s (line %d)", text, l.number)
}
