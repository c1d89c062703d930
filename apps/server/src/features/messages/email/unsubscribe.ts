import { Refusal } from '../../../platform/refusal.ts'
import type { MessageParts } from '../index.ts'

const sealUse = 'address that stops offers'

/** Seals whose offers an address stops, so that nobody can make one for another player. */
export const unsubscribeToken = ({ secrets }: Pick<MessageParts, 'secrets'>, playerId: string): string =>
  secrets.seal(sealUse, playerId).toString('base64url')

/** The player of a token. @throws Refusal `not_found` */
function playerOf({ secrets }: Pick<MessageParts, 'secrets'>, token: string): string {
  try {
    return secrets.open(sealUse, Buffer.from(token, 'base64url'))
  } catch {
    // Not sealed by this server.
    throw new Refusal('not_found')
  }
}

/** Takes back the player's consent to offers. @throws Refusal `not_found` */
export async function stopOffers(parts: MessageParts, token: string): Promise<void> {
  const playerId = playerOf(parts, token)
  await parts.platform.db.transaction((tx) => parts.accounts.preferences.stopOffers(tx, playerId))
}
