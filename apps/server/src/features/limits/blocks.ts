import { operatorText, typedText } from '@dhow/contract/operator-texts'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { byPlayer, noteChange, type Author } from './changes.ts'
import { monthsLater } from './rules.ts'
import type { LimitParts } from './parts.ts'
import type { PlayBlockRow } from './tables.ts'

/** A current break or block. */
export interface PlayBlock {
  playerId: string
  kind: PlayBlockRow['kind']
  from: Date
  until: Date | null
}

const dayMs = 86_400_000

export function blockReply(row: PlayBlockRow) {
  return { kind: row.kind, from: row.from_at.toISOString(), until: row.until_at?.toISOString() ?? null }
}

export function findRunning(
  { platform: { clock } }: LimitParts,
  reader: Db,
  ...playerIds: string[]
): Promise<PlayBlockRow[]> {
  const now = clock.now()
  return reader
    .selectFrom('limits.play_block')
    .selectAll()
    .where('player_id', 'in', playerIds)
    .where('from_at', '<=', now)
    .where((eb) => eb.or([eb('until_at', 'is', null), eb('until_at', '>', now)]))
    .execute()
}

/** Starts a break or block; without an author it is a rule's, and players start their own breaks. */
export async function writeBlock(
  parts: LimitParts,
  tx: Tx,
  playerId: string,
  kind: PlayBlockRow['kind'],
  until: Date | null,
  reason: string,
  by: Author = kind === 'operator' ? { madeBy: 'rule' } : byPlayer,
): Promise<void> {
  const now = parts.platform.clock.now()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('limits.play_block')
    .values({ player_id: playerId, kind, from_at: now, until_at: until, reason })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n)
    await noteChange(parts, tx, { player_id: playerId, at: now, what: 'began', kind, until_at: until, reason }, by)
}

/** Ends blocks that have this reason, in the transaction that removes the reason. */
export async function endBlock(parts: LimitParts, tx: Tx, playerId: string, reason: string, by: Author) {
  const now = parts.platform.clock.now()
  const ended = await tx
    .updateTable('limits.play_block')
    .set({ until_at: now })
    .where('player_id', '=', playerId)
    .where('reason', '=', reason)
    .where('until_at', 'is', null)
    .returning('kind')
    .execute()
  for (const { kind } of ended)
    await noteChange(parts, tx, { player_id: playerId, at: now, what: 'ended', kind, until_at: now, reason }, by)
}

/** Current breaks and blocks of several players. */
export async function runningBlocks(
  parts: LimitParts,
  playerIds: readonly string[],
  reader: Db = parts.platform.db.kysely,
): Promise<PlayBlock[]> {
  if (playerIds.length === 0) return []
  return (await findRunning(parts, reader, ...playerIds)).map(({ player_id, kind, from_at, until_at }) => ({
    playerId: player_id,
    kind,
    from: from_at,
    until: until_at,
  }))
}

/** Starts a break of some days. */
export function takeTimeOut(parts: LimitParts, playerId: string, days: number) {
  const until = new Date(parts.platform.clock.now().getTime() + days * dayMs)
  return startBlock(parts, playerId, 'time_out', until)
}

/** Excludes a player from play for months, or for good. */
export function excludeSelf(parts: LimitParts, playerId: string, months: number | null) {
  const until = months === null ? null : monthsLater(parts.platform.clock.now(), months)
  return startBlock(parts, playerId, 'self_exclusion', until)
}

const startBlock = (parts: LimitParts, playerId: string, kind: PlayBlockRow['kind'], until: Date | null) =>
  parts.platform.db.transaction((tx) => writeBlock(parts, tx, playerId, kind, until, ''))

/** The operator's reason, or that it is the player's own break. */
const reasonOf = ({ kind, reason }: PlayBlockRow) =>
  kind === 'operator' ? typedText(reason) : operatorText(`block_${kind}`, {})

/** All breaks of a player, newest first, for staff. */
export async function listBlocks({ platform: { db } }: LimitParts, playerId: string) {
  const rows = await db.kysely
    .selectFrom('limits.play_block')
    .selectAll()
    .where('player_id', '=', playerId)
    .orderBy('from_at', 'desc')
    .execute()
  return rows.map((row) => ({ ...blockReply(row), reason: reasonOf(row) }))
}

/** Sets or ends an operator's block of a player; players' own breaks stay. */
export async function blockByStaff(
  parts: LimitParts,
  playerId: string,
  by: StaffSession,
  { blocked, reason }: { blocked: boolean; reason: string },
) {
  const {
    platform: { db, clock },
    audit,
  } = parts
  await db.transaction(async (tx) => {
    const before = (await findRunning(parts, tx, playerId)).filter((row) => row.kind === 'operator')
    if (before.length > 0 === blocked) return
    const author: Author = { madeBy: 'operator', operatorId: by.operatorId }
    if (blocked) await writeBlock(parts, tx, playerId, 'operator', null, reason, author)
    else {
      const now = clock.now()
      await tx
        .updateTable('limits.play_block')
        .set({ until_at: now })
        .where('player_id', '=', playerId)
        .where('kind', '=', 'operator')
        .where('until_at', 'is', null)
        .execute()
      const ended = { player_id: playerId, at: now, what: 'ended', kind: 'operator', until_at: now, reason } as const
      await noteChange(parts, tx, ended, author)
    }
    await audit(tx, {
      operatorId: by.operatorId,
      action: blocked ? 'player.block-play' : 'player.unblock-play',
      subject: playerId,
      text: `${blocked ? 'Blocked stakes and deposits' : 'Lifted the block of stakes and deposits'}: ${reason}`,
      before: { blocked: !blocked },
      after: { blocked },
    })
  })
}
