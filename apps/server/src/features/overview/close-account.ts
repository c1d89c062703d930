import { closingDays } from '@dhow/contract/closing'
import type { Tx } from '../../platform/db/index.ts'
import { every } from '../../platform/every.ts'
import type { PlayerSession, StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockPlayer, type PlayerClosingRow } from '../accounts/index.ts'
import { stopFreeRoundsOf } from '../gateway/index.ts'
import { findObstacles } from './closing-obstacles.ts'
import type { OverviewParts } from './parts.ts'

const dayMs = 86_400_000
const atOnce = 100

/** Reason of the block of play and deposits during a closing. */
const blockReason = 'closing'

/** Closing of accounts by their players: requested with a code, cancellable for some days, then done by a job. */
export function openClosings(parts: OverviewParts) {
  const { platform, accounts } = parts
  const stop = every(platform, 'closings', 60_000, () => closeDue(parts))
  return {
    async read({ playerId, currency }: PlayerSession) {
      const { kysely } = platform.db
      const row = await accounts.closings.find(kysely, playerId)
      const obstacles = await findObstacles(parts, kysely, playerId)
      return { currency, closing: row ? closingReply(row) : null, days: closingDays, obstacles }
    },
    ask: (session: PlayerSession, otp: string) => askToClose(parts, session, otp),
    keep: (session: PlayerSession) => keepAccount(parts, session.playerId),
    reopen: (playerId: string, by: StaffSession, reason: string) => reopen(parts, playerId, by, reason),
    closeDue: () => closeDue(parts),
    close: stop,
  }
}

export const closingReply = ({ asked_at, closes_at, closed_at }: PlayerClosingRow) => ({
  asked_at: asked_at.toISOString(),
  closes_at: closes_at.toISOString(),
  closed_at: closed_at?.toISOString() ?? null,
})

/** Makes deposits and all movements of the player's money wait until the transaction ends. */
async function lockMoney({ limits, wallet }: OverviewParts, tx: Tx, playerId: string) {
  await limits.lockDeposits(tx, playerId)
  await wallet.lock(tx, playerId)
}

/** @throws Refusal `closing_running`, `closing_stopped`, `otp_wrong` */
async function askToClose(parts: OverviewParts, { playerId }: PlayerSession, otp: string) {
  const { platform, accounts, limits, messages } = parts
  const { db, clock } = platform
  // Checked before the code too, so that a refusal uses up no code.
  if (await accounts.closings.find(db.kysely, playerId)) throw new Refusal('closing_running')
  if ((await findObstacles(parts, db.kysely, playerId)).length > 0) throw new Refusal('closing_stopped')
  await accounts.useOwnCode(playerId, { type: 'close_account', code: otp })
  return db.transaction(async (tx) => {
    await lockMoney(parts, tx, playerId)
    if ((await findObstacles(parts, tx, playerId)).length > 0) throw new Refusal('closing_stopped')
    const now = clock.now()
    const row = await accounts.closings.add(tx, playerId, now, new Date(now.getTime() + closingDays * dayMs))
    if (!row) throw new Refusal('closing_running')
    await limits.block(tx, playerId, 'time_out', null, blockReason)
    await accounts.preferences.stopOffers(tx, playerId)
    const until = row.closes_at.toISOString()
    const key = `closing:${playerId}:${now.toISOString()}:asked`
    await messages.send(tx, { key, playerId, kind: 'closing_asked', params: { until }, about: null })
    await accounts.sessions.end(tx, playerId, {}, 'closing')
    return closingReply(row)
  })
}

/** @throws Refusal `closing_missing` */
async function keepAccount(parts: OverviewParts, playerId: string) {
  const { platform, accounts, limits, messages } = parts
  await platform.db.transaction(async (tx) => {
    const row = await accounts.closings.remove(tx, playerId, 'player')
    if (!row) throw new Refusal('closing_missing')
    await limits.endBlock(tx, playerId, blockReason, { madeBy: 'player' })
    const key = `closing:${playerId}:${row.asked_at.toISOString()}:kept`
    await messages.send(tx, { key, playerId, kind: 'closing_kept', params: {}, about: null })
  })
}

/** Closes due accounts; one with money or an open payment stays open until that has ended. */
async function closeDue(parts: OverviewParts): Promise<number> {
  const { platform, accounts } = parts
  let closed = 0
  for (const playerId of await accounts.closings.due(platform.db.kysely, platform.clock.now(), atOnce))
    if (await platform.db.transaction((tx) => closeOne(parts, tx, playerId))) closed++
  return closed
}

async function closeOne(parts: OverviewParts, tx: Tx, playerId: string): Promise<boolean> {
  const { platform, accounts, messages } = parts
  await lockMoney(parts, tx, playerId)
  if ((await findObstacles(parts, tx, playerId)).length > 0) return false
  const now = platform.clock.now()
  if (!(await accounts.closings.finish(tx, await lockPlayer(tx, playerId), now))) return false
  await accounts.setActive(tx, playerId, false)
  await stopFreeRoundsOf(tx, playerId, now)
  await accounts.sessions.end(tx, playerId, {}, 'closing')
  const key = `closing:${playerId}:${now.toISOString()}:closed`
  await messages.send(tx, { key, playerId, kind: 'account_closed', params: {}, about: null })
  return true
}

/** @throws Refusal `not_found`, `closing_missing` */
async function reopen(parts: OverviewParts, playerId: string, by: StaffSession, reason: string) {
  const { platform, accounts, limits, messages, staff } = parts
  await platform.db.transaction(async (tx) => {
    // A suspension at the same time comes before it or after it.
    await lockPlayer(tx, playerId)
    const row = await accounts.closings.remove(tx, playerId, 'operator')
    if (!row) throw new Refusal('closing_missing')
    await limits.endBlock(tx, playerId, blockReason, { madeBy: 'operator', operatorId: by.operatorId })
    // A suspension is no part of the closing: it stays until it is lifted.
    if (row.closed_at !== null && !row.was_suspended) await accounts.setActive(tx, playerId, true)
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'player.reopen',
      subject: playerId,
      text: `Reopened the account that its player ${row.closed_at === null ? 'closes' : 'had closed'}: ${reason}`,
      before: { closing: closingReply(row) },
      after: { closing: null, ...(row.was_suspended ? { active: false } : {}) },
    })
    // No message about an account that stays closed.
    if (row.was_suspended) return
    const key = `closing:${playerId}:${row.asked_at.toISOString()}:reopened`
    await messages.send(tx, { key, playerId, kind: 'account_reopened', params: {}, about: null })
  })
}
