import type { StepFault } from './steps.ts'

/** PostgreSQL's own answers to a write without room and to a write at a standby, so that the transaction is undone as it would be. */
const refusals: Partial<Record<StepFault, string>> = {
  'disk-full': raise('could not extend file: No space left on device', '53100'),
  'read-only': raise('cannot execute INSERT in a read-only transaction', '25006'),
}

function raise(text: string, code: string) {
  return `do $$ begin raise exception '${text}' using errcode = '${code}'; end $$`
}

/** The statement that is sent instead of one which the database refuses. */
export const refusalOf = (fault: StepFault | undefined) => fault && refusals[fault]

/** Error of the driver for a connection that has ended. */
export const terminated = () => new Error('Connection terminated unexpectedly')

/** True for a statement that can write. */
export const writesOf = (sql: string) => /\b(insert|update|delete|merge)\b|_group\(|ledger\.|gateway\.apply/i.test(sql)

/** The beginning of a statement, as a step of a report names it. */
export function labelOf(sql: string): string {
  const text = sql
    .replace(/--[^\n]*/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const table = /^(insert into|update|delete from)\s+"?([\w".]+)/i.exec(text)
  if (table) return `${table[1]} ${table[2]?.replaceAll('"', '') ?? ''}`
  const from = /^select .*? from "?([\w".]+\(?)/i.exec(text)
  const lock = /for (no key )?update/i.exec(text)
  if (from) return `select from ${from[1]?.replaceAll('"', '') ?? ''}${lock ? ' for update' : ''}`
  return text.slice(0, 60)
}
