import { emailFrames } from '@dhow/contract/email-texts'
import { apiBase } from '@dhow/contract/operation'
import { readChoice } from '../deliveries/choices.ts'
import type { DueDelivery } from '../deliveries/claim-due.ts'
import type { Outcome } from '../deliveries/deliver-one.ts'
import type { MessageParts } from '../index.ts'
import { endAddress, findAddress, languageOf } from './addresses.ts'
import type { HandOver } from './mail-server.ts'
import { openAddress } from './read-address.ts'
import { unsubscribeToken } from './unsubscribe.ts'
import { wordedOutside } from '../worded.ts'
import { writeEmail } from './write-email.ts'

/** Sends a message to the player's address. A missing mailbox disables the address. */
export async function sendEmail(
  parts: MessageParts,
  handOver: HandOver | undefined,
  due: DueDelivery,
): Promise<Outcome> {
  const { platform, portal, secrets } = parts
  const address = await findAddress(platform.db.kysely, due.player_id)
  if (!handOver || !address || address.came_back_at !== null) return { state: 'skipped', reason: 'no_address' }
  const { wording, ...letter } = await letterOf(parts, due)
  const handed = await handOver({
    id: `${due.message_id}.${address.id}`,
    to: openAddress(secrets, address.sealed),
    ...letter,
  })
  if (handed === 'unknown_mailbox') await platform.db.transaction((tx) => endAddress(parts, tx, address.id))
  if (handed === 'later') return { state: 'later' }
  if (handed !== 'accepted') return { state: 'failed', reason: handed }
  return { state: 'sent', wording, costMinor: BigInt(portal.settings().messaging.email_cost_minor[due.market]) }
}

/** A message in the player's language, without amounts unless the player allowed them. */
async function letterOf(parts: MessageParts, due: DueDelivery) {
  const { platform, portal } = parts
  const { portal: origin } = platform.config.origins
  const [language, choice] = await Promise.all([
    languageOf(parts, due.player_id),
    readChoice(platform.db.kysely, due.player_id),
  ])
  const { title, text, wording } = await wordedOutside(parts, due, language)
  const frame = emailFrames[language]
  const given = frame.given(portal.settings().names.portal)
  const path = due.about_id === null ? '/messages' : `/payments/${encodeURIComponent(due.about_id)}`
  const isOffer = due.class === 'advertising'
  const token = unsubscribeToken(parts, due.player_id)
  const bodies = writeEmail({
    language,
    text: [choice.email_sums || isOffer ? text : frame.openIt, `${given} ${frame.never}`].join('\n'),
    links: [
      { label: frame.toMessage, url: origin + path },
      { label: frame.channels, url: `${origin}/channels` },
      ...(isOffer ? [{ label: frame.stopOffers, url: `${origin}/light/unsubscribe/${token}` }] : []),
    ],
  })
  return {
    wording,
    subject: title,
    ...bodies,
    ...(isOffer ? { headers: oneClick(`${origin}${apiBase}/unsubscribe/${token}`) } : {}),
  }
}

/** RFC 8058: one request without a session unsubscribes. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
