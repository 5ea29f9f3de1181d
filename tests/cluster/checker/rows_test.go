package main

import (
	"strconv"
	"strings"
	"testing"
)

// The rows of judge_test.go as lines of a history.
func parse(t *testing.T, rows string) []line {
	t.Helper()
	var lines []line
	for number, row := range strings.Split(strings.TrimSpace(rows), "\n") {
		word := strings.Fields(row)
		one := line{number: number + 1, Kind: "request", Name: "urn:example:a", Client: "test", Do: word[2], Outcome: word[4]}
		one.Call = seconds(t, word[0])
		if word[1] != "?" {
			one.Return = seconds(t, word[1])
		}
		if word[3] != "-" {
			one.Value = word[3]
		}
		if one.Do == "end" {
			one.Do, one.End = "read", true
		}
		if word[5] != "-" {
			part := strings.Split(word[5], ",")
			one.Seen = &view{part[0], part[1], whole(t, part[2])}
		}
		for _, more := range word[6:] {
			if age := strings.TrimPrefix(more, "age="); age != more {
				value := whole(t, age)
				one.Age = &value
			} else {
				one.If = whole(t, strings.TrimPrefix(more, "if="))
			}
		}
		lines = append(lines, one)
	}
	return lines
}

func whole(t *testing.T, text string) int64 {
	t.Helper()
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func seconds(t *testing.T, text string) int64 { return whole(t, text) * 1e9 }
