import { messageLanguages } from '@dhow/contract/message-texts'
import webPush from 'web-push'
import { readChoice } from '../deliveries/choices.ts'
import type { DueDelivery } from '../deliveries/claim-due.ts'
import type { Outcome } from '../deliveries/deliver-one.ts'
import type { MessageParts } from '../index.ts'
import { wordedOutside } from '../worded.ts'
import type { PushKey } from './push-key.ts'
import { activeSubscriptions, forgetSubscription, type PushAddress } from './subscriptions.ts'

const timeoutMs = 10_000
/** How long a push service keeps a notification for an offline browser. */
const livesS = 86_400

type Answer = 'accepted' | 'gone' | 'refused' | 'later'

/**
 * Notifies all signed-in browsers of a player. Sent once one push service accepts it; gone addresses are deleted. The
 * message's id is the topic and the notification's tag, so that a repeat replaces the original.
 */
export async function sendPush(parts: MessageParts, key: () => Promise<PushKey>, due: DueDelivery): Promise<Outcome> {
  const subscriptions = await activeSubscriptions(parts, due.player_id)
  if (subscriptions.length === 0) return { state: 'skipped', reason: 'no_address' }
  const { payload, wording } = await payloadOf(parts, due)
  const keys = await key()
  const answers = await Promise.all(
    subscriptions.map(async ({ id, address }) => {
      const answer = await post(parts, keys, address, { topic: due.message_id, payload })
      if (answer === 'gone') await forgetSubscription(parts, id)
      return answer
    }),
  )
  if (answers.includes('accepted')) return { state: 'sent', wording }
  if (answers.includes('later')) return { state: 'later' }
  return { state: 'failed', reason: answers.includes('refused') ? 'refused' : 'gone' }
}

/** Notification in the player's language, without amounts unless the player allowed them. */
async function payloadOf(parts: MessageParts, due: DueDelivery) {
  const {
    platform: { db },
    accounts,
  } = parts
  const [{ preferences }, choice] = await Promise.all([
    accounts.preferences.read(due.player_id),
    readChoice(db.kysely, due.player_id),
  ])
  const language = messageLanguages.find((known) => known === preferences.language) ?? 'en'
  const { title, text, wording } = await wordedOutside(parts, due, language)
  const payload = JSON.stringify({
    title,
    body: choice.push_sums || due.class === 'advertising' ? text : openButton[language],
    tag: due.message_id,
    lang: language,
    path: due.about_id === null ? '/messages' : `/payments/${encodeURIComponent(due.about_id)}`,
  })
  return { payload, wording }
}

const openButton = {
  en: 'Open the portal to read it.',
  hi: 'पढ़ने के लिए पोर्टल खोलें।',
  af: 'Maak die portaal oop om dit te lees.',
}

async function post(
  { platform: { config, log }, portal }: MessageParts,
  { publicKey, privateKey }: PushKey,
  address: PushAddress,
  { topic, payload }: { topic: string; payload: string },
): Promise<Answer> {
  const { portal: origin } = config.origins
  const subject = origin.startsWith('https:') ? origin : `mailto:${portal.settings().support.email}`
  try {
    const { endpoint, method, headers, body } = webPush.generateRequestDetails(address, payload, {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: livesS,
      urgency: 'normal',
      topic,
      contentEncoding: 'aes128gcm',
    })
    const answer = await fetch(endpoint, {
      method,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: new Uint8Array(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body?.cancel()
    if (answer.ok) return 'accepted'
    if (answer.status === 404 || answer.status === 410) return 'gone'
    return refusals.has(answer.status) ? 'refused' : 'later'
  } catch (error) {
    log.warn({ err: error, message: topic }, 'a push service did not answer')
    return 'later'
  }
}

/** Statuses that reject this notification permanently. */
const refusals = new Set([400, 401, 403, 413])
