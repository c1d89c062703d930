import { operatorText } from '@dhow/contract/operator-texts'
import { sql } from 'kysely'
import type { WitnessState } from '../receipts/index.ts'
import { notDurable, readDurability } from '../../platform/db/durability.ts'
import type { Platform } from '../../platform/platform.ts'
import { storeFault } from '../../platform/check-file-store.ts'
import type { OverviewParts } from './parts.ts'
import { waitingCases, waitingDeposits, waitingMessages, waitingWithdrawals, type Waiting } from './store.ts'

/** A database that needs longer than this for a trivial query is in trouble. */
const slowAfterMs = 500
/** A payment under review for longer than this keeps a player's money for a day. */
const caseLateMs = 24 * 3_600_000
/** A one-time code sent later than this is useless. */
const messageLateMs = 5 * 60_000

/** One line for each dependency and queue, with its health. */
export async function readServices(parts: OverviewParts) {
  const { platform, proxies, accounts, wallet, receipts } = parts
  const { db, clock, live, config, jobs } = platform
  const codesState = async () => {
    const { count, most, isMany } = await accounts.unansweredCodes()
    return { ok: !isMany, text: operatorText('health_codes', { count: String(count), most: String(most) }) }
  }

  const durabilityState = async () => {
    if (db.engine === 'pglite') return { ok: true, text: operatorText('health_durability_embedded', {}) }
    const settings = await readDurability(db.kysely)
    const list = Object.entries(settings).map(([name, value]) => `${name} ${value}`)
    return {
      ok: config.mode !== 'live' || notDurable(settings).length === 0,
      text: operatorText('health_durability', { settings: list.join(', ') }),
    }
  }

  const clockRows = () => {
    const fault = jobs.heldBecause()
    if (fault === undefined) return []
    const text = operatorText('health_clock', { seconds: String(fault.seconds), side: fault.side })
    return [{ name: operatorText('service_clock', {}), ok: false, text }]
  }

  /** A witness of the public log: healthy unless its last answer had no cosignature. */
  const witnessRow = ({ name, log, size, logSize, cosignedAt, fault }: WitnessState) => ({
    name: operatorText('service_witness', { name, log }),
    ok: fault === null,
    text: operatorText('health_witness', {
      fault: fault ?? '',
      minutes: cosignedAt === null ? '' : minutesBetween(cosignedAt, clock.now()),
      size: String(size),
      log_size: String(logSize),
    }),
  })

  const askedAtMs = clock.monotonicMs()
  await sql`select 1`.execute(db.kysely)
  const tookMs = Math.round(clock.monotonicMs() - askedAtMs)
  const countries = parts.portal.countriesFault()
  return [
    {
      name: operatorText(db.engine === 'postgres' ? 'service_postgres' : 'service_embedded', {}),
      ok: tookMs <= slowAfterMs,
      text: operatorText('health_answers', { ms: String(tookMs) }),
    },
    { name: operatorText('service_durability', {}), ...(await durabilityState()) },
    ...clockRows(),
    ...(await readQueues(parts)),
    { name: operatorText('service_codes', {}), ...(await codesState()) },
    ...(await receipts.witnesses.states()).map(witnessRow),
    ...proxies.untrusted().map((peer) => ({
      name: operatorText('service_proxies', {}),
      ok: false,
      text: operatorText('health_proxy', { peer }),
    })),
    ...(countries ? [{ name: operatorText('service_countries', {}), ok: false, text: countries }] : []),
    { name: operatorText('service_files', {}), ...(await filesState(platform)) },
    {
      name: operatorText('service_ledger', {}),
      ok: true,
      text: operatorText('health_ledger', { count: String(wallet.waiting()) }),
    },
    {
      name: operatorText('service_streams', {}),
      ok: true,
      text: operatorText('health_streams', { count: String(live.connections()) }),
    },
  ]
}

/** Place of files, and whether a file store outside this machine answers. */
async function filesState(platform: Platform) {
  const { place } = platform.fileStore
  if (place.kind === 'folder') return { ok: true, text: operatorText('health_files_folder', { folder: place.folder }) }
  const { bucket, endpoint } = place
  const fault = await storeFault(platform)
  return { ok: fault === undefined, text: fault ?? operatorText('health_files_s3', { bucket, endpoint }) }
}

/** All work that waits for a person or a gateway; late if the oldest has waited too long. */
async function readQueues({ platform: { db, clock }, portal }: OverviewParts) {
  const now = clock.now()
  const { deposits, withdrawals } = portal.settings()
  const row = (name: QueueName, { count, oldest }: Waiting, lateAfterMs: number) => {
    if (count === 0 || oldest === null)
      return { name: operatorText(name, {}), ok: true, text: operatorText('health_queue_empty', {}) }
    const text = operatorText('health_queue', { count: String(count), minutes: minutesBetween(oldest, now) })
    return { name: operatorText(name, {}), ok: now.getTime() - oldest.getTime() <= lateAfterMs, text }
  }
  return [
    row('service_deposits', await waitingDeposits(db.kysely), deposits.expected_minutes * 60_000),
    row('service_withdrawals', await waitingWithdrawals(db.kysely), withdrawals.expected_minutes * 60_000),
    row('service_cases', await waitingCases(db.kysely), caseLateMs),
    row('service_messages', await waitingMessages(db.kysely), messageLateMs),
  ]
}

type QueueName = 'service_deposits' | 'service_withdrawals' | 'service_cases' | 'service_messages'

const minutesBetween = (start: Date, end: Date) => String(Math.floor((end.getTime() - start.getTime()) / 60_000))
