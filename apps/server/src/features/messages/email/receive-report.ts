import { fieldsOf } from '@dhow/contract/records'
import { verifyWebhook, webhookSecret } from '@dhow/platform/standard-webhook'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import type { MessageParts } from '../index.ts'
import { endAddress } from './addresses.ts'
import { failClaim } from './letters.ts'

interface Report {
  /** Id of a message with its address, or of a letter. */
  id: string
  addressId: string | undefined
  isDelivered: boolean
  /** The address does not exist. */
  isPermanent: boolean
}

/**
 * Receives the mail service's signed reports about e-mails. A delivery only moves forward, so repeated and late reports
 * change nothing.
 */
export async function receiveReport(
  parts: MessageParts,
  rawBody: Buffer,
  headers: Record<string, unknown>,
): Promise<'accepted' | 'forged' | 'malformed'> {
  const { config, clock, db } = parts.platform
  const key = config.email?.reportKey
  const message = key === undefined ? undefined : verifyWebhook(rawBody, headers, clock.now(), [webhookSecret(key)])
  if (!message) return 'forged'
  const report = readReport(message.raw)
  if (!report) return 'malformed'
  const { addressId } = report
  await db.transaction((tx) =>
    addressId === undefined ? ofLetter(parts, tx, report) : ofMessage(parts, tx, { ...report, addressId }),
  )
  return 'accepted'
}

async function ofMessage(parts: MessageParts, tx: Tx, report: Report & { addressId: string }) {
  const { platform, portal } = parts
  const now = platform.clock.now()
  const row = await tx
    .selectFrom('messages.delivery as delivery')
    .innerJoin('accounts.player_card as player', 'player.id', 'delivery.player_id')
    .select(['delivery.state', 'delivery.sent_at', 'delivery.player_id', 'player.market'])
    .where('delivery.message_id', '=', report.id)
    .where('delivery.channel', '=', 'email')
    .forUpdate('delivery')
    .executeTakeFirst()
  if (!row) return
  const movesFrom = ['waiting', 'sent', ...(report.isDelivered ? [] : ['delivered'])]
  // A skipped delivery was never sent, and a failed one stays failed.
  if (!movesFrom.includes(row.state)) return
  const price = portal.settings().messaging.email_cost_minor[row.market]
  await tx
    .updateTable('messages.delivery')
    .set({
      ...(report.isDelivered ? { state: 'delivered', reason: null } : { state: 'failed', reason: 'bounced' }),
      ...{ next_at: null, ended_at: now },
      // The answer that it was accepted had been lost.
      ...(row.sent_at === null
        ? { sent_at: now, cost_minor: sql<bigint>`coalesce(cost_minor, 0) + ${price}::bigint` }
        : {}),
    })
    .where('message_id', '=', report.id)
    .where('channel', '=', 'email')
    .execute()
  if (report.isPermanent && (await isAddressOfPlayer(tx, report.addressId, row.player_id)))
    await endAddress(parts, tx, report.addressId)
}

/** Whether the message's address belongs to the player. */
async function isAddressOfPlayer(tx: Tx, addressId: string, playerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('messages.email_address')
    .select('id')
    .where('id', '=', addressId)
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  return row !== undefined
}

async function ofLetter(parts: MessageParts, tx: Tx, { id, isPermanent }: Report) {
  if (!isPermanent) return
  const letter = await tx
    .updateTable('messages.email_letter')
    .set({ state: 'failed', reason: 'bounced', next_at: null, ended_at: parts.platform.clock.now() })
    .where('id', '=', id)
    .where('state', '<>', 'failed')
    .returning('claim_id')
    .executeTakeFirst()
  if (letter && letter.claim_id !== null) await failClaim(parts, tx, letter.claim_id)
}

function readReport(raw: string): Report | undefined {
  let json: unknown
  try {
    json = JSON.parse(raw)
  } catch {
    return undefined
  }
  const { type, data } = fieldsOf(json)
  const { id, permanent } = fieldsOf(data)
  const named =
    typeof id === 'string'
      ? /^(?:(?<message>msg_\w{1,40})\.(?<address>ema_\w{1,40})|(?<letter>eml_\w{1,40}))$/.exec(id)?.groups
      : undefined
  const about = named?.['message'] ?? named?.['letter']
  if (about === undefined || (type !== 'email.delivered' && type !== 'email.bounced')) return undefined
  const isDelivered = type === 'email.delivered'
  return { id: about, addressId: named?.['address'], isDelivered, isPermanent: !isDelivered && permanent === true }
}
