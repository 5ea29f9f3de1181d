// checker [OPTION...] HISTORY...: whether a service could have given these responses, if each request was carried out at
// one moment between its call and its return (it is linearizable). HISTORY has lines of JSON (history.go). Prints the
// mistakes, and a line of JSON with their number; the exit status is 1 if there are any. docs/testing.md says more.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	read := flag.Duration("read", 0, "by how much responses of the API may be old, without a mark")
	resolve := flag.Duration("resolve", 2*time.Second, "by how much responses of the resolver may be old, without a mark")
	limit := flag.Duration("limit", 30*time.Second, "time for one name")
	most := flag.Int("show", 20, "mistakes that are printed")
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	var lines []line
	for _, file := range flag.Args() {
		in, err := os.Open(file)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		more, err := readHistory(in)
		in.Close()
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", file, err)
			os.Exit(2)
		}
		lines = append(lines, more...)
	}
	found, names := judge{bounds{*read, *resolve}, *limit}.history(lines)
	kinds, outcomes := map[string]int{}, map[string]int{}
	for i, m := range found {
		kinds[m.kind]++
		if i < *most {
			fmt.Printf("%s: %s\n%s", m.kind, m.name, m.text)
		}
	}
	for _, l := range lines {
		if l.Kind == "request" {
			outcomes[l.Outcome]++
		}
	}
	text, _ := json.Marshal(map[string]interface{}{"names": names, "requests": outcomes, "mistakes": kinds})
	fmt.Println(string(text))
	if len(found) > 0 {
		os.Exit(1)
	}
}
