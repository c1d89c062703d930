package main

import (
	"encoding/base64"
	"errors"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

// refusal is the name of a reason, as the package of receipts has it (src/reasons.ts). The Go packages check; where they have one error for
// several mistakes, the mistake is looked up here.
type refusal string

func (name refusal) Error() string { return string(name) }

// mostSignatures is the greatest number of signatures that the note package takes.
const mostSignatures = 100

// openNote verifies a signed note by the note package.
func openNote(text string, keys note.Verifiers) (*note.Note, error) {
	if err := checkNoteForm(text); err != nil {
		return nil, err
	}
	opened, err := note.Open([]byte(text), keys)
	var isInvalid *note.InvalidSignatureError
	var isUnverified *note.UnverifiedNoteError
	switch {
	case err == nil:
		return opened, nil
	case errors.As(err, &isInvalid):
		return nil, refusal("note-signature-wrong")
	case errors.As(err, &isUnverified):
		return nil, refusal("note-not-signed")
	}
	return nil, err
}

// checkNoteForm names mistakes of form, for which the note package has one error.
func checkNoteForm(text string) error {
	for _, letter := range text {
		if letter < 0x20 && letter != '\n' {
			return refusal("note-control-character")
		}
	}
	split := strings.LastIndex(text, "\n\n")
	if split < 0 || len(text) == split+2 {
		return refusal("note-without-signatures")
	}
	if !strings.HasSuffix(text, "\n") {
		return refusal("note-unfinished-line")
	}
	lines := strings.Split(strings.TrimSuffix(text[split+2:], "\n"), "\n")
	if len(lines) > mostSignatures {
		return refusal("note-too-many-signatures")
	}
	for _, line := range lines {
		words := strings.Split(line, " ")
		if len(words) != 3 || words[0] != "—" {
			return refusal("note-signature-malformed")
		}
		if bytes, err := base64.StdEncoding.DecodeString(words[2]); err != nil || len(bytes) < 5 {
			return refusal("note-signature-malformed")
		}
	}
	return nil
}

// checkLength compares the number of hashes of a proof with the number that its sizes ask for.
func checkLength(kind string, found, wanted int) error {
	if found < wanted {
		return refusal(kind + "-too-short")
	}
	if found > wanted {
		return refusal(kind + "-too-long")
	}
	return nil
}

// path is the way from a leaf, or a complete subtree, to the root of a tree of a size (RFC 9162, section 2.1.3.2): whether each sibling is the left one.
func path(at, size int64) (steps []bool) {
	for last := size - 1; last > 0; at, last = at/2, last/2 {
		isLeft := at%2 == 1 || at == last
		for isLeft && at%2 == 0 && at > 0 {
			at, last = at/2, last/2
		}
		steps = append(steps, isLeft)
	}
	return steps
}

// lastComplete is the last complete subtree of an old log (RFC 9162, section 2.1.4.2), as a place in the tree of such subtrees.
func lastComplete(oldSize, size int64) (at, newSize int64) {
	at, last := oldSize-1, size-1
	for at%2 == 1 {
		at, last = at/2, last/2
	}
	return at, last + 1
}
