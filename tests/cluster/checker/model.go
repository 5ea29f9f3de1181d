package main

import "github.com/anishathalye/porcupine"

// A name, or a prefix: `state` is then the registrar that has it, and `value` says whether a transfer is open.
type state = view

var absent = state{State: "absent"}

// The state after a request, if it may be carried out in this one.
func apply(s state, l line) (state, bool) {
	next := state{State: "active", Value: l.Value, Version: s.Version + 1}
	if l.If != 0 && l.If != s.Version {
		return s, false
	}
	switch l.Do {
	case "assign", "mint":
		return next, s == absent
	case "reserve":
		next.State = "reserved"
		return next, s == absent
	case "activate":
		return next, s.State == "reserved"
	case "change":
		return next, s.State == "active"
	case "withdraw":
		next.State, next.Value = "withdrawn", s.Value
		return next, s.State == "active"

	case "delegate":
		return state{State: l.Value}, s == absent
	case "offer":
		return state{State: s.State, Value: "offered"}, s != absent && s.Value == ""
	case "accept":
		return state{State: l.Value}, s.Value == "offered"
	}
	return s, false
}

// Whether a response may show this state.
func shows(seen *view, s state) bool {
	switch {
	case seen == nil:
		return true
	case seen.Version != 0 && seen.Version != s.Version:
		return false
	case seen.State == "unavailable":
		return s.State == "absent" || s.State == "reserved"
	case seen.State == "active":
		return s.State == "active" && s.Value == seen.Value
	}
	return s.State == seen.State
}

// A request whose outcome is unknown may have been carried out whenever it could be, also after everything else.
func step(s state, l line) (bool, state) {
	if l.isRead() {
		return shows(l.Seen, s), s
	}
	next, may := apply(s, l)
	switch l.Outcome {
	case "done":
		return may && shows(l.Seen, next), next
	case "refused":
		return !may && shows(l.Seen, s), s
	}
	if may {
		return true, next
	}
	return true, s
}

var model = porcupine.Model{
	Init: func() interface{} { return absent },
	Step: func(s, input, _ interface{}) (bool, interface{}) { return step(s.(state), input.(line)) },
}
