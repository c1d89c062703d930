import { sql } from 'kysely'
import type { WitnessState } from '../receipts/index.ts'
import { notDurable, readDurability } from '../../platform/db/durability.ts'
import type { OverviewParts } from './parts.ts'
import { waitText } from './rules.ts'
import { waitingCases, waitingDeposits, waitingMessages, waitingWithdrawals, type Waiting } from './store.ts'

/** A database that takes longer than this for nothing at all is in trouble. */
const slowAfterMs = 500
/** A payment that waits for a person longer than this is somebody's money for a day. */
const caseLateMs = 24 * 3_600_000
/** A one-time code that is sent later than this is of no use. */
const messageLateMs = 5 * 60_000

/** One line for each thing that has to answer or to be cleared, with whether it is well. */
export async function readServices({ platform, proxies, accounts, portal, wallet, receipts }: OverviewParts) {
  const { db, clock, live, config, jobs } = platform

  const queue = (name: string, { count, oldest }: Waiting, lateAfterMs: number) => {
    if (count === 0 || oldest === null) return { name, ok: true, text: 'Nothing waits.' }
    const waitMs = clock.now().getTime() - oldest.getTime()
    return { name, ok: waitMs <= lateAfterMs, text: `${count} waiting, the oldest for ${waitText(waitMs)}.` }
  }

  const unansweredCodes = async () => {
    const { count, most, isMany } = await accounts.unansweredCodes()
    return { name: 'Unanswered codes', ok: !isMany, text: `${count} of ${most} in a day.` }
  }

  const durability = async () => {
    if (db.engine === 'pglite')
      return {
        name: 'Durability',
        ok: true,
        text: 'The embedded engine may lose its last acknowledged writes at a power cut.',
      }
    const settings = await readDurability(db.kysely)
    const text = Object.entries(settings).map(([name, value]) => `${name} ${value}`)
    return {
      name: 'Durability',
      ok: config.mode !== 'live' || notDurable(settings).length === 0,
      text: `${text.join(', ')}.`,
    }
  }
  const heldBecause = () => {
    const text = jobs.heldBecause()
    return text === undefined ? undefined : [{ name: 'Clock', ok: false, text }]
  }

  const askedAtMs = clock.monotonicMs()
  await sql`select 1`.execute(db.kysely)
  const tookMs = Math.round(clock.monotonicMs() - askedAtMs)
  const { deposits, withdrawals } = portal.settings()
  const postings = wallet.waiting()
  return [
    {
      name: db.engine === 'postgres' ? 'PostgreSQL' : 'Embedded database',
      ok: tookMs <= slowAfterMs,
      text: `Answers in ${tookMs} ms.`,
    },
    await durability(),
    ...(heldBecause() ?? []),
    queue('Deposits', await waitingDeposits(db.kysely), deposits.expected_minutes * 60_000),
    queue('Withdrawals', await waitingWithdrawals(db.kysely), withdrawals.expected_minutes * 60_000),
    queue('Cases', await waitingCases(db.kysely), caseLateMs),
    queue('Text messages', await waitingMessages(db.kysely), messageLateMs),
    await unansweredCodes(),
    ...(await receipts.witnesses.states()).map((state) => witnessRow(state, clock.now())),
    ...proxies.warnings().map((text) => ({ name: 'Proxies', ok: false, text })),
    { name: 'Ledger', ok: true, text: postings === 0 ? 'No posting waits.' : `${postings} postings wait.` },
    { name: 'Live streams', ok: true, text: `${live.connections()} open on this server.` },
  ]
}

/** A witness of the public log: well unless its last answer brought no cosignature. */
function witnessRow({ name, log, size, logSize, cosignedAt, fault }: WitnessState, now: Date) {
  const since =
    cosignedAt === null ? 'Nothing cosigned yet' : `Cosigned ${waitText(now.getTime() - cosignedAt.getTime())} ago`
  const text = `${since}: ${size} of ${logSize} entries.`
  return { name: `Witness ${name} (${log})`, ok: fault === null, text: fault === null ? text : `${fault} ${text}` }
}
