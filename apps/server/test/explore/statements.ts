import type { StepFault } from './steps.ts'

/**
 * PostgreSQL's own errors for a write on a full disk and on a standby, so that the transaction is rolled back as in
 * reality.
 */
const refusals: Partial<Record<StepFault, string>> = {
  'disk-full': raise('could not extend file: No space left on device', '53100'),
  'read-only': raise('cannot execute INSERT in a read-only transaction', '25006'),
}

function raise(text: string, code: string) {
  return `do $$ begin raise exception '${text}' using errcode = '${code}'; end $$`
}

/** Statement sent instead of one that the database should refuse. */
export const refusalOf = (fault: StepFault | undefined) => fault && refusals[fault]

/** Error of the driver for a connection that has ended. */
export const terminated = () => new Error('Connection terminated unexpectedly')

/** A statement as the scheduler looks at it. */
interface Statement {
  /** The beginning, as a step of a report names it. */
  label: string
  /** True if it can write. */
  writes: boolean
  begins: boolean
  ends: boolean
}

/** Reads each text once: the servers ask a few hundred again and again. */
export function openStatements() {
  const known = new Map<string, Statement>()
  const read = (sql: string): Statement => ({
    label: labelOf(sql),
    writes: /\b(insert|update|delete|merge)\b|_group\(|ledger\.|gateway\.apply|platform\.attempt_/i.test(sql),
    begins: /^(begin|start transaction)/.test(sql),
    ends: sql === 'commit' || sql === 'rollback',
  })
  return {
    of(sql: string): Statement {
      const found = known.get(sql) ?? read(sql)
      known.set(sql, found)
      return found
    },
  }
}

/** Beginning of a statement, as its name in reports. */
function labelOf(sql: string): string {
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
