import { formatDecimal, type Currency } from '@dhow/contract/money'
import type { QueryOf, ReplyOf } from '@dhow/contract/operation'
import type { Permission } from '@dhow/contract/permissions'
import { eventKinds, maxEvents, type EventKind, type staffTimeline } from '@dhow/contract/timeline'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { PlayerEvent } from '../../platform/player-events.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OverviewParts } from './parts.ts'

/** Query of a player's newest events before a cursor. */
interface Asked {
  playerId: string
  before: Place | undefined
}

/** For each kind its list's permission, and the view with its events. */
const sources: Record<EventKind, { needs: Permission; read: (db: Db, asked: Asked) => Promise<PlayerEvent[]> }> = {
  deposits: { needs: 'deposits.see', read: (db, asked) => newest(db.selectFrom('deposits.events').selectAll(), asked) },
  payments: { needs: 'cases.see', read: (db, asked) => newest(db.selectFrom('payments.events').selectAll(), asked) },
  withdrawals: {
    needs: 'withdrawals.see',
    read: (db, asked) => newest(db.selectFrom('withdrawals.events').selectAll(), asked),
  },
  sign_ins: {
    needs: 'players.see',
    read: (db, asked) => newest(db.selectFrom('accounts.sign_in_events').selectAll(), asked),
  },
  limits: { needs: 'players.see', read: (db, asked) => newest(db.selectFrom('limits.events').selectAll(), asked) },
  rewards: { needs: 'rewards.see', read: (db, asked) => newest(db.selectFrom('rewards.events').selectAll(), asked) },
  tournaments: {
    needs: 'tournaments.see',
    read: (db, asked) => newest(db.selectFrom('tournaments.events').selectAll(), asked),
  },
  cases: { needs: 'help.see', read: (db, asked) => newest(db.selectFrom('help.events').selectAll(), asked) },
  messages: { needs: 'messages.see', read: (db, asked) => newest(db.selectFrom('messages.events').selectAll(), asked) },
  acts: { needs: 'audit.see', read: (db, asked) => newest(db.selectFrom('staff.events').selectAll(), asked) },
  account: { needs: 'players.see', read: (db, asked) => newest(db.selectFrom('accounts.events').selectAll(), asked) },
}

/** Cursor in the timeline: events of one instant are ordered by id, byte by byte. */
interface Place {
  at: Date
  id: string
}

const cursorOf = ({ at, id }: Place) => `${at.getTime()}.${id}`
function placeOf(cursor: string): Place {
  const dot = cursor.indexOf('.')
  return { at: new Date(Number(cursor.slice(0, dot))), id: cursor.slice(dot + 1) }
}

const isLater = (a: Place, b: Place) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1)

/** Reads one more than a page. */
function newest<View extends keyof Tables>(
  events: SelectQueryBuilder<Tables, View, PlayerEvent>,
  { playerId, before }: Asked,
): Promise<PlayerEvent[]> {
  let query = events.where(sql<boolean>`player_id = ${playerId}`)
  if (before)
    query = query.where(sql<boolean>`at <= ${before.at} and (at < ${before.at} or id collate "C" < ${before.id})`)
  return query
    .orderBy(sql`at`, 'desc')
    .orderBy(sql`id collate "C"`, 'desc')
    .limit(maxEvents + 1)
    .execute()
}

/** One page of a player's events, of the kinds that the operator may see. @throws Refusal `not_found` */
export async function readTimeline(
  { accounts, platform: { db } }: OverviewParts,
  by: StaffSession,
  playerId: string,
  { kind, cursor }: QueryOf<typeof staffTimeline>,
): Promise<Omit<ReplyOf<typeof staffTimeline>, 'status'>> {
  const player = await accounts.findPlayer(playerId)
  if (!player) throw new Refusal('not_found')
  const kinds = eventKinds.filter((one) => by.permissions.has(sources[one].needs))
  const before = cursor === undefined ? undefined : placeOf(cursor)
  const found: (PlayerEvent & { kind: EventKind })[] = []
  for (const one of kinds)
    if (kind === undefined || kind === one) {
      const rows = await sources[one].read(db.kysely, { playerId, before })
      found.push(...rows.map((row) => ({ ...row, kind: one })))
    }
  found.sort(isLater)
  const page = found.slice(0, maxEvents)
  const last = page.at(-1)
  return {
    kinds,
    events: page.map((event) => eventReply(event, player.currency)),
    next_cursor: found.length > maxEvents && last ? cursorOf(last) : null,
  }
}

function eventReply(
  { id, at, kind, code, params, about, amount_minor }: PlayerEvent & { kind: EventKind },
  currency: Currency,
) {
  const amount = amount_minor === null ? {} : { amount: formatDecimal(amount_minor), currency }
  return { id, at: at.toISOString(), kind, text: { code, params: { ...params, ...amount } }, about }
}
