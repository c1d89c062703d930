// Checks our files by the Go team's note and tlog packages, and makes files by them for our own checks.
//
//	interop check DIR   reads keys.txt and every file of DIR, prints one line for each: its name, and ok or the error
//	interop make DIR    writes signed notes, proofs and tiles of a small log into DIR, the same bytes each time
//
// Build with GO111MODULE=off GOPATH=/usr/share/gocode, where Debian's golang-golang-x-mod-dev puts its packages.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: interop check|make DIR")
		os.Exit(2)
	}
	dir := os.Args[2]
	if os.Args[1] == "make" {
		makeFiles(dir)
		return
	}
	keys := verifiersOf(read(dir, "keys.txt"))
	paths, err := filepath.Glob(filepath.Join(dir, "*"))
	must(err)
	sort.Strings(paths)
	for _, path := range paths {
		name := filepath.Base(path)
		if name == "keys.txt" || name == "tile" {
			continue
		}
		fmt.Printf("%s\t%s\n", name, resultOf(checkFile(dir, name, keys)))
	}
}

func resultOf(err error) string {
	if err == nil {
		return "ok"
	}
	return strings.ReplaceAll(err.Error(), "\n", " ")
}

func read(dir, name string) string {
	content, err := os.ReadFile(filepath.Join(dir, name))
	must(err)
	return string(content)
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
