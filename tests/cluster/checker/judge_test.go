package main

import (
	"strings"
	"testing"
	"time"
)

// Histories of one name, made by hand. A row is a request: "CALL RETURN DO VALUE OUTCOME SEEN", in seconds. SEEN is
// STATE,VALUE,VERSION; a call to a resolver may say age=N. "-" is none; RETURN is "?" if the outcome is unknown.
var histories = []struct {
	what, wrong string
	rows        string
}{
	{"a life", "", `
		1 2 assign a done active,a,1
		3 4 change b done active,b,2
		5 6 read - done active,b,2
		7 8 withdraw - done withdrawn,b,3
		9 9 change c refused withdrawn,b,3
		10 10 assign c refused withdrawn,b,3
		11 11 end - done withdrawn,b,3`},
	{"two clients, one owner", "", `
		1 4 assign a done active,a,1
		2 3 assign b refused active,a,1
		5 5 end - done active,a,1`},
	{"reserved, and activated by one of two", "", `
		1 2 reserve - done reserved,,1
		2 3 resolve - done unavailable,,0
		3 5 activate a done active,a,2
		4 6 activate b refused active,a,2`},
	{"an unknown outcome that was carried out much later", "", `
		1 ? assign a unknown -
		3 4 read - done absent,,0
		9 9 end - done active,a,1`},
	{"an unknown outcome that was never carried out", "", `
		1 ? assign a unknown -
		3 4 assign b done active,b,1
		9 9 end - done active,b,1`},
	{"nothing was done, as the service said", "", `
		1 2 assign a failed -
		3 4 assign b done active,b,1
		9 9 end - done active,b,1`},
	{"a cache that is a second behind", "", `
		1 2 assign a done active,a,1
		3 4 change b done active,b,2
		5 5 resolve - done active,a,0
		6 6 end - done active,b,2`},
	{"a replica that says that it is old", "", `
		1 2 assign a done active,a,1
		3 4 change b done active,b,2
		20 20 resolve - done active,a,0 age=15`},
	{"two changes from one version", "", `
		1 2 assign a done active,a,1
		3 5 change b done active,b,2 if=1
		4 6 change c refused active,b,2 if=1`},

	{"two clients are told that it is theirs", twoOwners, `
		1 2 assign a done active,a,1
		3 4 assign b done active,b,1`},
	{"at the same time", twoOwners, `
		1 4 assign a done active,a,1
		2 3 assign b done active,b,1`},
	{"reserved by one, and assigned to another", twoOwners, `
		1 2 reserve - done reserved,,1
		3 4 assign b done active,b,1`},
	{"assigned again after it was withdrawn", twoOwners, `
		1 2 assign a done active,a,1
		3 4 withdraw - done withdrawn,a,2
		5 6 assign b done active,b,3`},
	{"minted twice", numberTwice, `
		1 2 mint - done active,,1
		3 4 mint - done active,,1`},
	{"an acknowledged name is not there at the end", lostWrite, `
		1 2 assign a done active,a,1
		9 9 end - done absent,,0`},
	{"an acknowledged change is not there at the end", lostWrite, `
		1 2 assign a done active,a,1
		3 4 change b done active,b,2
		9 9 end - done active,a,1`},
	{"a change is acknowledged, forgotten, and another one gets its version", lostWrite, `
		1 2 assign a done active,a,1
		3 4 change b done active,b,2
		5 6 change c done active,c,2
		9 9 end - done active,c,2`},
	{"two changes from one version are acknowledged", lostWrite, `
		1 2 assign a done active,a,1
		3 5 change b done active,b,2 if=1
		4 6 change c done active,c,2 if=1`},
	{"what was withdrawn is changed", stateBack, `
		1 2 assign a done active,a,1
		3 4 withdraw - done withdrawn,a,2
		5 6 change b done active,b,3`},
	{"what was withdrawn is active again", stateBack, `
		1 2 assign a done active,a,1
		3 4 withdraw - done withdrawn,a,2
		5 6 read - done active,a,1
		9 9 end - done withdrawn,a,2`},
	{"seen, and not seen later", stateBack, `
		1 ? assign a unknown -
		2 3 read - done active,a,1
		4 5 read - done absent,,0`},
	{"refused because of a state that has passed", stateBack, `
		1 2 assign a done active,a,1
		3 4 withdraw - done withdrawn,a,2
		5 6 assign b refused active,a,1`},
	{"a cache that is too far behind", staleRead, `
		1 2 assign a done active,a,1
		3 4 change b done active,b,2
		7 7 resolve - done active,a,0
		9 9 end - done active,b,2`},
	{"a withdrawn name is redirected after the bound", staleRead, `
		1 2 assign a done active,a,1
		3 4 withdraw - done withdrawn,a,2
		7 7 resolve - done active,a,0`},
	{"a replica that is older than it says", staleRead, `
		1 2 assign a done active,a,1
		3 4 change b done active,b,2
		20 20 resolve - done active,a,0 age=5`},
	{"an acknowledged name is unknown to a replica", staleRead, `
		1 2 assign a done active,a,1
		20 20 resolve - done unavailable,,0 age=3`},
	{"what nobody wrote", wrongRead, `
		1 2 assign a done active,a,1
		3 4 read - done active,x,1`},
	{"the service said that nothing was done", wrongRead, `
		1 2 assign a failed -
		3 4 read - done active,a,1`},
	{"refused, though nobody has it", wrongRead, `
		1 2 assign a refused absent,,0`},

	{"a prefix that moves", "", `
		0 0 delegate library done -
		1 2 offer - done -
		3 4 accept archive done -
		5 6 owner - done archive,,0
		7 8 offer - done -
		9 9 end - done archive,,0`},
	{"a transfer is accepted twice", stateBack, `
		0 0 delegate library done -
		1 2 offer - done -
		3 4 accept archive done -
		5 6 accept archive done -`},
	{"an acknowledged transfer is undone", lostWrite, `
		0 0 delegate library done -
		1 2 offer - done -
		3 4 accept archive done -
		9 9 end - done library,,0`},
}

func TestHistories(t *testing.T) {
	for _, h := range histories {
		t.Run(h.what, func(t *testing.T) {
			found, names := testJudge().history(parse(t, h.rows))
			if names != 1 {
				t.Fatalf("%d names", names)
			}
			expectKind(t, found, h.wrong)
		})
	}
}

// Lines that are not about one name.
var lines = []struct{ what, wrong, text string }{
	{"an event for each change", "", `
		{"kind":"request","name":"a","do":"assign","outcome":"done","event":3,"return":1}
		{"kind":"request","name":"b","do":"assign","outcome":"done","event":4,"return":1}`},
	{"one number for two events", numberTwice, `
		{"kind":"request","name":"a","do":"assign","outcome":"done","event":3,"return":1}
		{"kind":"request","name":"b","do":"assign","outcome":"done","event":3,"return":1}`},
	{"one head at a time", "", `
		{"kind":"head","head":"3:ab"}
		{"kind":"head","head":"4:cd"}
		{"kind":"head","head":"3:ab"}
		{"kind":"verified","head":"4:cd","outcome":"done"}`},
	{"two histories", brokenChain, `
		{"kind":"head","head":"3:ab","at":"one"}
		{"kind":"head","head":"3:cd","at":"another"}`},
	{"a head that the history does not contain", brokenChain, `
		{"kind":"verified","head":"3:ab","outcome":"failed","text":"event 3 has another hash"}`},
	{"a status that nobody expects", unexpected, `
		{"kind":"request","name":"a","do":"assign","outcome":"unexpected","status":500,"text":"internal error"}`},
}

func TestLines(t *testing.T) {
	for _, h := range lines {
		t.Run(h.what, func(t *testing.T) {
			found, _ := testJudge().history(read(t, strings.ReplaceAll(strings.TrimSpace(h.text), "\t", "")+"\n"))
			expectKind(t, found, h.wrong)
		})
	}
}

func TestHistoriesThatCannotBeRead(t *testing.T) {
	for _, text := range []string{"{}", "{\n", "[]\n", `{"kind":"request","outcome":"done","call":2,"return":1}` + "\n"} {
		if _, err := readHistory(strings.NewReader(text)); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

func testJudge() judge { return judge{bounds{0, 2 * time.Second}, 10 * time.Second} }

func expectKind(t *testing.T, found []mistake, kind string) {
	t.Helper()
	switch {
	case kind == "" && len(found) == 0:
	case len(found) != 1 || found[0].kind != kind:
		t.Errorf("not one mistake %q: %v", kind, found)
	}
}

func read(t *testing.T, text string) []line {
	t.Helper()
	lines, err := readHistory(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return lines
}
