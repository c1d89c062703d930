// No schemas here, so that screens can import this without the schema library.

/** Rules of signed statements (docs/concepts/receipts.md): all entries of a span, verifiable against the public log. */
export const statementRules = {
  /** Longest span in days. */
  mostDays: 366,
  /** Most entries of a statement. */
  mostEntries: 50_000,
  /** Seconds after which nothing of an ended span can still commit. */
  settledAfterS: 60,
} as const

const minuteMs = 60_000

/** End of a requested span: `end`, or the newest settled minute, so that a repeated request gives the same. */
export function settledEnd(end: Date, now: Date): Date {
  const settledMs = now.getTime() - statementRules.settledAfterS * 1_000
  return new Date(Math.min(end.getTime(), Math.floor(settledMs / minuteMs) * minuteMs))
}

/** Files of a statement: for people, for programs, signed notes over those, and the last entry's receipt, if any. */
export const statementFiles = [
  'statement.pdf',
  'entries.csv',
  'entries.csv.note',
  'entries.json',
  'entries.json.note',
  'receipt.html',
] as const
export type StatementFile = (typeof statementFiles)[number]
