import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { required } from '../../platform/required.ts'
import { fits, type Eb } from './fields.ts'
import type { CampaignParts } from './parts.ts'
import { lockCampaign, type CampaignRow } from './read-campaigns.ts'
import type { Outcome } from './tables.ts'

const atOnce = 1_000
const dayMs = 86_400_000
/** Rules about days change their result without a change of the facts, so all players are checked again this often. */
const wholeEachMs = dayMs

const noPass = { pass_at: null, pass_player: null, pass_turn: null }

/** A pass over the facts: the players to include, and the key by which each enters. */
interface Pass {
  at: Date
  /** Restricts the facts in addition to the segment's rules. */
  where: (eb: Eb) => Expression<SqlBool>
  /** Expressions over the facts. */
  eventKey: RawBuilder<string>
  eventAt: RawBuilder<Date>
  /** Ends each entry at once. */
  outcome?: Outcome
  /** Only checks players whose facts changed, so that the next full pass stays due. */
  isPart?: boolean
}

/** Enters the next players of a campaign; false if its pass is complete and no new one is due. */
export function passNext(parts: CampaignParts, campaignId: string): Promise<boolean> {
  const { db, clock } = parts.platform
  return db.transaction(async (tx) => {
    const row = await lockCampaign(tx, campaignId)
    if (row.state !== 'running') return false
    const { turn } = await tx.selectFrom('campaigns.fact_mark').select('turn').executeTakeFirstOrThrow()
    const pass = findPass(row, clock.now(), turn)
    if (!pass) return false
    const entered = await enter(parts, tx, row, pass)
    const last = entered.at(-1)
    const isOver = last === undefined || entered.length < atOnce
    const seen = row.pass_turn ?? turn
    const next = isOver
      ? { ...noPass, passed_at: pass.isPart ? row.passed_at : pass.at, passed_turn: seen }
      : { pass_at: pass.at, pass_player: last.player_id, pass_turn: seen }
    await tx.updateTable('campaigns.campaign').set(next).where('id', '=', campaignId).execute()
    return !isOver
  })
}

/** The current or due pass; undefined if there is none. */
function findPass(row: CampaignRow, now: Date, turn: bigint): Pass | undefined {
  const at = row.pass_at ?? now
  const started = required(row.starts_at, 'start of a running campaign')
  const all = { at, where: (eb: Eb) => eb.lit(true), eventKey: sql<string>`''`, eventAt: sql<Date>`${at}::timestamptz` }
  switch (row.trigger) {
    case 'hand':
      return row.passed_at === null ? all : undefined
    case 'schedule': {
      const eachMs = required(row.days, 'days of a schedule') * dayMs
      const time = Math.floor((at.getTime() - started.getTime()) / eachMs)
      const begun = new Date(started.getTime() + time * eachMs)
      if (row.passed_at !== null && row.passed_at >= begun) return undefined
      return { ...all, eventKey: sql<string>`${`time:${time}`}::text` }
    }
    case 'segment':
      return segmentPass(row, all, turn)
    case 'event':
      return eventPass(row, all, row.passed_at ?? started)
  }
}

/**
 * Players who match at the start count as inside already; then those whose facts changed enter, and once a day all who
 * match.
 */
function segmentPass(row: CampaignRow, all: Pass, turn: bigint): Pass | undefined {
  const { passed_at: passedAt, passed_turn: passedTurn } = row
  if (passedAt === null || passedTurn === null) return { ...all, outcome: 'was_inside' }
  if (all.at.getTime() - passedAt.getTime() >= wholeEachMs) return all
  if (passedTurn >= turn) return undefined
  return { ...all, isPart: true, where: (eb) => eb('changed_in', '>', passedTurn) }
}

/** Events made by time: players whose day came since the last pass, by the index of that time. */
function eventPass(row: CampaignRow, all: Pass, since: Date): Pass | undefined {
  const { at } = all
  if (row.event === 'idle') {
    const agoMs = required(row.days, 'days without a stake') * dayMs
    const ago = (edge: Date) => new Date(edge.getTime() - agoMs)
    return {
      ...all,
      where: (eb) => within(eb, 'last_played_at', ago(since), ago(at)),
      eventKey: sql<string>`'idle:' || extract(epoch from player_fact.last_played_at)::text`,
      eventAt: sql<Date>`player_fact.last_played_at`,
    }
  }
  if (row.event !== 'birthday') return undefined
  const years = Array.from({ length: 30 }, (_, index) => index + 1)
  return {
    ...all,
    where: (eb) =>
      eb.or(years.map((count) => within(eb, 'created_at', yearsBefore(since, count), yearsBefore(at, count)))),
    eventKey: sql<string>`'year:' || extract(year from age(${at}::timestamptz, player_fact.created_at))::text`,
  }
}

const within = (eb: Eb, column: 'created_at' | 'last_played_at', after: Date, until: Date) =>
  eb.and([eb(column, '>', after), eb(column, '<=', until)])

function yearsBefore(at: Date, years: number): Date {
  const before = new Date(at)
  before.setUTCFullYear(at.getUTCFullYear() - years)
  return before
}

/** Writes the entries of the next players of a pass, in the order of their ids. */
async function enter(parts: CampaignParts, tx: Tx, row: CampaignRow, pass: Pass) {
  const rules = required(row.rules, 'rules of a running campaign')
  const now = parts.platform.clock.now()
  const players = await tx
    .selectFrom('campaigns.player_fact')
    .select(['player_id', pass.eventKey.as('event_key'), pass.eventAt.as('event_at')])
    .where('market', '=', row.market)
    .where('player_id', '>', row.pass_player ?? '')
    .where((eb) => fits(eb, rules, pass.at))
    .where(pass.where)
    .orderBy('player_id')
    .limit(atOnce)
    .execute()
  if (players.length === 0) return players
  const dueAt = new Date(now.getTime() + row.wait_minutes * 60_000)
  const step =
    pass.outcome === undefined
      ? { state: 'waiting' as const, outcome: null, at: null }
      : { state: 'done' as const, outcome: pass.outcome, at: now }
  await tx
    .insertInto('campaigns.entry')
    .values(
      players.map((player) => ({
        ...{ campaign_id: row.id, player_id: player.player_id, once_key: row.repeats ? player.event_key : '' },
        ...{ event_at: player.event_at, entered_at: now, due_at: dueAt },
        ...step,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return players
}
