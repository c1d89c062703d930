// Without schemas, so that a screen which needs these does not bring the library that reads them.

/** Signed statements of a player's account (docs/concepts/receipts.md): each entry of a span, checked by anybody against the public log. */
export const statementRules = {
  /** A span is at most this long. */
  mostDays: 366,
  /** A statement has at most so many entries. */
  mostEntries: 50_000,
  /** A span has ended for so long that nothing of it can still commit. */
  settledAfterS: 60,
} as const

const minuteMs = 60_000

/** End of a span that is wanted until some moment: that moment, or the newest whole minute that has settled, so that asking again gives the same. */
export function settledUntil(end: Date, now: Date): Date {
  const settledMs = now.getTime() - statementRules.settledAfterS * 1_000
  return new Date(Math.min(end.getTime(), Math.floor(settledMs / minuteMs) * minuteMs))
}

/** Files of a statement: for people, for programs, the signed notes over the latter, and the receipt of the last entry, if there is one. */
export const statementFiles = [
  'statement.pdf',
  'entries.csv',
  'entries.csv.note',
  'entries.json',
  'entries.json.note',
  'receipt.html',
] as const
export type StatementFile = (typeof statementFiles)[number]
