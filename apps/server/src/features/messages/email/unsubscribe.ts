import { Refusal } from '../../../platform/refusal.ts'
import type { MessageParts } from '../index.ts'

const sealUse = 'address that stops offers'

/** Seals the player whose offers the link stops, so that it cannot be forged. */
export const unsubscribeToken = ({ secrets }: Pick<MessageParts, 'secrets'>, playerId: string): string =>
  secrets.seal(sealUse, playerId).toString('base64url')

/** Player of a token. @throws Refusal `not_found` */
function playerOf({ secrets }: Pick<MessageParts, 'secrets'>, token: string): string {
  try {
    return secrets.open(sealUse, Buffer.from(token, 'base64url'))
  } catch {
    // Not sealed by this server.
    throw new Refusal('not_found')
  }
}

/** Withdraws the player's consent to offers. @throws Refusal `not_found` */
export async function stopOffers(parts: MessageParts, token: string): Promise<void> {
  const playerId = playerOf(parts, token)
  await parts.platform.db.transaction((tx) => parts.accounts.preferences.stopOffers(tx, playerId))
}
