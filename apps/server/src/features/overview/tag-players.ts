import { maxTags } from '@dhow/contract/player-tags'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockPlayer } from '../accounts/index.ts'
import type { OverviewParts } from './parts.ts'

/** Players' tags; adding and removing one is audited, and therefore in the player's timeline. */
export function openTags({ platform: { db, clock }, accounts, staff }: OverviewParts) {
  const { tags } = accounts

  const note = (tx: Tx, by: StaffSession, playerId: string, action: 'tag' | 'untag', tag: string) =>
    staff.audit(tx, {
      operatorId: by.operatorId,
      action: `player.${action}`,
      subject: playerId,
      text: `${action === 'tag' ? 'Added' : 'Removed'} the tag “${tag}”`,
      before: null,
      after: null,
    })

  return {
    used: () => tags.used(),

    /** A player's tags, by name, with their authors. @throws Refusal `not_found` */
    async of(playerId: string) {
      if (!(await accounts.findPlayer(playerId))) throw new Refusal('not_found')
      const rows = await db.kysely
        .selectFrom('accounts.player_tags')
        .leftJoin('staff.operator_card', 'staff.operator_card.id', 'added_by')
        .select(['tag', 'added_at', 'staff.operator_card.name as by'])
        .where('player_id', '=', playerId)
        .orderBy('tag')
        .execute()
      return rows.map(({ tag, by, added_at }) => ({ tag, by, at: added_at.toISOString() }))
    },

    /** @throws Refusal `not_found`, `tags_full` */
    add: (playerId: string, by: StaffSession, typed: string) =>
      db.transaction(async (tx) => {
        await lockPlayer(tx, playerId)
        const tag = tags.key(typed)
        if (!(await tags.add(tx, { player_id: playerId, tag, added_by: by.operatorId, added_at: clock.now() }))) return
        if ((await tags.count(tx, playerId)) > maxTags) throw new Refusal('tags_full')
        await note(tx, by, playerId, 'tag', tag)
      }),

    /** @throws Refusal `not_found` */
    remove: (playerId: string, by: StaffSession, typed: string) =>
      db.transaction(async (tx) => {
        await lockPlayer(tx, playerId)
        const tag = tags.key(typed)
        if (!(await tags.remove(tx, playerId, tag))) throw new Refusal('not_found')
        await note(tx, by, playerId, 'untag', tag)
      }),
  }
}
