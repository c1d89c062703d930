/** Why a file is refused: one name for each check, with the sentence that the command prints. */
export const reasons = {
  'not-utf8': 'The file is not text in UTF-8.',

  'key-malformed': 'The key is not of the form name+id+base64.',
  'key-name-malformed': 'The name of the key is empty or has a space, a plus or a control character.',
  'key-type-unknown': 'The key is of a type that cannot be checked here.',
  'key-length-wrong': 'The key has the wrong length for its type.',
  'key-id-wrong': 'The id of the key does not belong to its name and bytes.',

  'note-control-character': 'The note has a control character other than a newline.',
  'note-without-signatures': 'The note has no empty line with signatures behind it.',
  'note-unfinished-line': 'The last line of the note does not end.',
  'note-too-many-signatures': 'The note has more than 100 signatures.',
  'note-signature-malformed': 'A signature line of the note is malformed.',
  'note-signature-wrong': 'A signature of a known key does not fit the text: the text was changed, or the signature.',
  'note-not-signed': 'No known key has signed.',

  'checkpoint-too-short': 'The head of the log has fewer than three lines.',
  'checkpoint-origin-missing': 'The head of the log does not name its log.',
  'checkpoint-size-malformed': 'The size of the log is not a whole number.',
  'checkpoint-root-malformed': 'The root of the log is not 32 bytes in base64.',
  'checkpoint-empty-line': 'The head of the log has an empty line.',
  'checkpoint-empty-root-wrong': 'The log is empty, and its root is not the root of an empty log.',
  'checkpoint-not-signed-by-log': 'Witnesses have signed the head of the log, the log itself has not.',
  'checkpoint-of-other-log': 'The head is of another log than the key that signed it.',

  'proof-index-beyond-size': 'The entry stands behind the end of the log.',
  'proof-too-short': 'The proof has too few hashes.',
  'proof-too-long': 'The proof has too many hashes.',
  'proof-root-differs': 'The proof leads to another root: the entry is not in the log, or was changed.',

  'consistency-size-shrinks': 'The later head is of a smaller log than the earlier one.',
  'consistency-proof-not-empty': 'Nothing has to be proved between these heads, and the proof is not empty.',
  'consistency-proof-too-short': 'The proof of consistency has too few hashes.',
  'consistency-proof-too-long': 'The proof of consistency has too many hashes.',
  'consistency-roots-differ': 'Two heads of one size have different roots: the log showed two truths.',
  'consistency-old-root-differs': 'The later log does not begin with the entries of the earlier one.',
  'consistency-new-root-differs': 'The proof of consistency does not lead to the root of the later head.',
} as const

export type Reason = keyof typeof reasons
