import { sql } from 'kysely'
import type { RefusalCode } from '@dhow/contract/refusals'
import type { Clock } from '@dhow/platform/clock'
import type { Db } from './db/index.ts'
import { prefixOf, scaleIn, type Network } from './prefix.ts'
import { Refusal } from './refusal.ts'

declare module './db/tables.ts' {
  interface Tables {
    'platform.attempt_count': { rule: string; subject: string; count: number; ends_at: Date; next_at: Date | null }
  }
}

/** Limit of tries. A window begins with its first try. */
export interface AttemptRule {
  name: string
  windowS: number
  /** Tries of one subject in a window. */
  most: number
  /** Pauses after the first, the second … try, each at least as long as the one before; the last applies to all later ones. */
  pausesS?: readonly number[]
  /** Tries that a right answer subtracts: its own, its own and some earlier ones, or all. */
  right?: 'own' | 'all' | { earns: number; savesUp: number }
}

/** A rule for one subject; `most` overrides the rule's own limit. */
export interface Use {
  rule: AttemptRule
  subject: string
  most?: number
}

/** Counts that a right answer gives back, as stored beside a code. */
export interface Settlement {
  rule: string
  subject: string
  back: number
  least: number
}

export interface Reserved {
  /** Tries counted so far, this one included, by rule. */
  tries: Record<string, number>
  /** The counts that a right answer gives back. */
  onSuccess: Settlement[]
}

export type Attempts = ReturnType<typeof openAttempts>

const all = 1_000_000

/**
 * Limits of guesses and of calls that cost money, counted in the database for all servers. A try is counted before it
 * is checked and given back if it is right, so no more concurrent tries are checked than the limit allows.
 */
export function openAttempts({ db, clock }: { db: { kysely: Db }; clock: Clock }, networks: () => readonly Network[]) {
  const settle = (uses: Settlement[]) => settleIn(db.kysely, uses, clock.now())
  const tryReserve = (uses: Use[]) => tryReserveIn(db.kysely, uses, clock.now())

  return {
    /**
     * Counts a try under every rule, or under none if one is used up. Call it outside transactions: it is a statement
     * of its own.
     */
    async reserve(uses: Use[], code: RefusalCode): Promise<Reserved> {
      const reserved = await tryReserve(uses)
      if ('waitS' in reserved) throw new Refusal(code, { data: { retry_after_s: reserved.waitS } })
      return reserved
    },

    /** Gives back a right try. What it earns for a prefix counts once an hour for each `earner` and rule. */
    async right(uses: Settlement[], earner: string) {
      const earning = uses.find(({ least }) => least < 0)
      const earns =
        earning && !('waitS' in (await tryReserve([{ rule: oncePerHour, subject: `${earning.rule}|${earner}` }])))
      await settle(uses.map((use) => (use.least < 0 && !earns ? { ...use, back: 1 } : use)))
    },

    /** Gives back a try without a decision; it earns nothing. */
    giveBack: (uses: Settlement[]) => settle(uses.map((use) => ({ ...use, back: 1 }))),

    /** Deletes the counts of one account, under all rules whose names begin with `rules`. */
    async forget(writer: Db, rules: string, account: string) {
      await writer
        .deleteFrom('platform.attempt_count')
        .where('rule', '>=', rules)
        .where('rule', '<', `${rules}~`)
        .where((eb) =>
          eb.or([eb('subject', '=', account), eb(eb.fn('starts_with', ['subject', eb.val(`${account}|`)]), '=', true)]),
        )
        .execute()
    },

    /** A rule by the network prefix of an address; networks of the operator's list have their own allowance. */
    byPrefix: (rule: AttemptRule, ip: string): Use => ({
      rule,
      subject: prefixOf(ip),
      most: rule.most * scaleIn(networks(), ip),
    }),

    /** Tries of a subject in the current window. */
    async count(rule: AttemptRule, subject: string): Promise<number> {
      const row = await db.kysely
        .selectFrom('platform.attempt_count')
        .select('count')
        .where('rule', '=', rule.name)
        .where('subject', '=', subject)
        .where('ends_at', '>', clock.now())
        .executeTakeFirst()
      return Math.max(0, row?.count ?? 0)
    },

    /** Deletes windows that ended more than a day ago. */
    async sweep() {
      const dayAgo = new Date(clock.now().getTime() - 86_400_000)
      await db.kysely.deleteFrom('platform.attempt_count').where('ends_at', '<', dayAgo).execute()
    },
  }
}

/** Limits the wrong tries that an account can earn for its prefix by its own right ones. */
const oncePerHour: AttemptRule = { name: 'earning', windowS: 3_600, most: 1 }

function settlementOf({ name, right }: AttemptRule, subject: string): Settlement {
  if (right === 'all') return { rule: name, subject, back: all, least: 0 }
  if (right === 'own' || right === undefined) return { rule: name, subject, back: 1, least: 0 }
  return { rule: name, subject, back: 1 + right.earns, least: -right.savesUp }
}

/** Subtracts the tries of right answers. */
async function settleIn(reader: Db, uses: Settlement[], at: Date) {
  if (uses.length === 0) return
  await sql`select platform.attempt_settle(${JSON.stringify(uses)}::jsonb, ${at}::timestamptz)`.execute(reader)
}

/** Counts a try under every rule; under none, with the seconds to wait, if one is used up. */
async function tryReserveIn(reader: Db, uses: Use[], at: Date): Promise<Reserved | { waitS: number }> {
  const asked = uses.map(({ rule, subject, most }) => ({
    rule: rule.name,
    subject,
    window_s: rule.windowS,
    most: most ?? rule.most,
    pauses: rule.pausesS ?? null,
  }))
  const { rows } = await sql<{ rule: string; tries: number | null; wait_s: number | null }>`
      select rule, tries, wait_s from platform.attempt_add(${JSON.stringify(asked)}::jsonb, ${at}::timestamptz)`.execute(
    reader,
  )
  for (const { wait_s } of rows) if (wait_s !== null) return { waitS: Math.max(1, wait_s) }
  return {
    tries: Object.fromEntries(rows.map((row) => [row.rule, row.tries ?? 0])),
    onSuccess: uses.flatMap(({ rule, subject }) => (rule.right ? [settlementOf(rule, subject)] : [])),
  }
}
