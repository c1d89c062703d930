import type { BodyOf } from '@dhow/contract/operation'
import type { linkVerdicts, noteLink as operation } from '@dhow/contract/player-links'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockPlayer } from '../accounts/index.ts'
import type { OverviewParts } from './parts.ts'

const sentences: Record<(typeof linkVerdicts)[number], string> = {
  known: 'Noted that the link to {other} is known',
  same_person: 'Noted that {other} is the same person',
  open: 'Took back the note on the link to {other}',
}

/**
 * Adds a note on a link, audited for both players. @throws Refusal `not_found` for an unknown id and for the player's
 * own
 */
export const noteLink = (
  { platform: { db, clock, id }, accounts, staff }: OverviewParts,
  playerId: string,
  by: StaffSession,
  { other_id: otherId, verdict, reason }: BodyOf<typeof operation>,
) =>
  db.transaction(async (tx) => {
    if (otherId === playerId) throw new Refusal('not_found')
    const names = new Map<string, string>()
    for (const one of [playerId, otherId].toSorted()) names.set(one, (await lockPlayer(tx, one)).player_name)
    await accounts.linkNotes.add(tx, {
      id: id('lnk'),
      ...{ player_id: playerId, other_id: otherId, verdict, reason },
      noted_by: by.operatorId,
      noted_at: clock.now(),
    })
    for (const [subject, other] of [
      [playerId, otherId],
      [otherId, playerId],
    ] as const)
      await staff.audit(tx, {
        operatorId: by.operatorId,
        action: 'player.note-link',
        subject,
        text: `${sentences[verdict].replace('{other}', `${names.get(other) ?? ''} (${other})`)}: ${reason}`,
        before: null,
        after: { other, verdict },
      })
  })
