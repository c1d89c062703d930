import { maskedEmail } from '@dhow/contract/personal-fields'
import type { MessageLanguage } from '@dhow/contract/message-texts'
import type { Db, Tx } from '../../../platform/db/index.ts'
import type { MessageParts } from '../index.ts'
import { sendMessage } from '../send-message.ts'
import { openAddress } from './read-address.ts'

/** A player's address with its state, for their own page, and one that waits for its code. */
export async function readEmail({ platform, secrets }: MessageParts, playerId: string) {
  const { db, clock, config } = platform
  const [row, claim] = await Promise.all([
    findAddress(db.kysely, playerId),
    db.kysely
      .selectFrom('messages.email_claim')
      .select(['sealed', 'expires_at', 'failed_at'])
      .where('player_id', '=', playerId)
      .where('expires_at', '>', clock.now())
      .executeTakeFirst(),
  ])
  return {
    is_available: config.email !== undefined,
    address: row ? openAddress(secrets, row.sealed) : null,
    confirmed_at: row?.confirmed_at.toISOString() ?? null,
    came_back_at: row?.came_back_at?.toISOString() ?? null,
    asked: claim
      ? {
          address: openAddress(secrets, claim.sealed),
          until: claim.expires_at.toISOString(),
          failed: claim.failed_at !== null,
        }
      : null,
  }
}

/** A player's confirmed address for operators; null without one. */
export async function findEmail({ platform: { db }, secrets }: MessageParts, playerId: string, reader: Db = db.kysely) {
  const row = await findAddress(reader, playerId)
  if (!row) return null
  return {
    address: openAddress(secrets, row.sealed),
    confirmed_at: row.confirmed_at.toISOString(),
    came_back_at: row.came_back_at?.toISOString() ?? null,
  }
}

export const findAddress = (reader: Db, playerId: string) =>
  reader.selectFrom('messages.email_address').selectAll().where('player_id', '=', playerId).executeTakeFirst()

/** Disables an address whose mailbox does not exist, and notifies the player in the inbox, once. */
export async function endAddress(parts: MessageParts, tx: Tx, addressId: string): Promise<void> {
  const ended = await tx
    .updateTable('messages.email_address')
    .set({ came_back_at: parts.platform.clock.now() })
    .where('id', '=', addressId)
    .where('came_back_at', 'is', null)
    .returning(['player_id', 'sealed'])
    .executeTakeFirst()
  if (!ended) return
  const address = maskedEmail(openAddress(parts.secrets, ended.sealed))
  await sendMessage(parts, tx, {
    key: `email:${addressId}:bounced`,
    playerId: ended.player_id,
    kind: 'email_bounced',
    params: { address },
    about: null,
  })
}

/** The player's language. */
export async function languageOf(
  { accounts }: Pick<MessageParts, 'accounts'>,
  playerId: string,
  reader?: Db,
): Promise<MessageLanguage> {
  const { preferences } = await accounts.preferences.read(playerId, reader)
  return preferences.language
}
