import type { Db, Tx } from '../../platform/db/index.ts'
import type { LinkNoteRow } from './tables.ts'

/** Writes a note on a pair of players, in either order. */
async function addLinkNote(tx: Tx, note: LinkNoteRow): Promise<void> {
  const isInOrder = note.player_id < note.other_id
  const pair = isInOrder ? {} : { player_id: note.other_id, other_id: note.player_id }
  await tx
    .insertInto('accounts.link_note')
    .values({ ...note, ...pair })
    .execute()
}

/** Notes on pairs with a player, by the other's id; at most `limit`, newest first. */
async function linkNotesOf(db: Db, playerId: string, limit: number): Promise<Map<string, LinkNoteRow>> {
  const last = db
    .selectFrom('accounts.link_note')
    .selectAll()
    .distinctOn(['player_id', 'other_id'])
    .where((eb) => eb.or([eb('player_id', '=', playerId), eb('other_id', '=', playerId)]))
    .orderBy('player_id')
    .orderBy('other_id')
    .orderBy('id', 'desc')
  const rows = await db
    .selectFrom(last.as('last'))
    .selectAll()
    .where('verdict', '!=', 'open')
    .orderBy('noted_at', 'desc')
    .limit(limit)
    .execute()
  return new Map(rows.map((row) => [row.player_id === playerId ? row.other_id : row.player_id, row]))
}

/** Notes of operators on pairs of players. */
export const linkNotes = { add: addLinkNote, of: linkNotesOf }
