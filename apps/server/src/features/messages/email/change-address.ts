import { emailCodeRules } from '@dhow/contract/emails'
import { maskedEmail } from '@dhow/contract/personal-fields'
import { textOf } from '@dhow/contract/player-texts'
import { sameBytes } from '@dhow/platform/same-bytes'
import type { AttemptRule } from '../../../platform/attempts.ts'
import { violatedConstraint } from '../../../platform/db/errors.ts'
import { afterCommit, type Tx } from '../../../platform/db/index.ts'
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts'
import { readChannels } from '../deliveries/choices.ts'
import type { MessageParts } from '../index.ts'
import { sendMessage } from '../send-message.ts'
import { findAddress, languageOf } from './addresses.ts'
import { queueLetter } from './letters.ts'
import { addressHash, openAddress, readAddress, sealAddress } from './read-address.ts'

const [hourS, dayS] = [3_600, 86_400]
const pausesS = [60, 120, 300] as const
/**
 * Ten codes a day with five tries each are 50 guesses of a million. No mailbox gets more than five from all players
 * together.
 */
const limits = {
  pause: { name: 'email_code.pause', windowS: hourS, most: 1_000, pausesS },
  hour: { name: 'email_code.hour', windowS: hourS, most: 5 },
  day: { name: 'email_code.day', windowS: dayS, most: 10 },
  address: { name: 'email_code.address', windowS: dayS, most: 5 },
} as const satisfies Record<string, AttemptRule>

/** Lifetime of an e-mail about a changed address, in milliseconds. */
const noticeLivesMs = 48 * 3_600_000

/**
 * Sends a code to a player's new address. If it belongs to another player, that one is notified instead and no code
 * fits: the caller sees no difference.
 * @throws Refusal `email_unavailable`, `email_unusable`, `otp_too_soon`
 */
export async function askAddress(parts: MessageParts, playerId: string, typed: string) {
  const { platform, attempts, secrets } = parts
  const { db, config } = platform
  if (!config.email) throw new Refusal('email_unavailable')
  const address = readAddress(typed)
  if (address === undefined) throw fieldRefusal('email_unusable', 'address', textOf('email_invalid', {}))
  const hash = addressHash(secrets, address)
  const own = ['pause', 'hour', 'day'] as const
  const { tries } = await attempts.reserve(
    [
      ...own.map((name) => ({ rule: limits[name], subject: playerId })),
      { rule: limits.address, subject: hash.toString('hex') },
    ],
    'otp_too_soon',
  )
  await db.transaction((tx) => claimAddress(parts, tx, { playerId, address, hash }))
  const asked = tries[limits.pause.name] ?? 1
  const pauseS = pausesS[Math.min(asked, pausesS.length) - 1] ?? pausesS[0]
  return { ...(await readChannels(parts, playerId)), resend_after_s: pauseS }
}

async function claimAddress(
  parts: MessageParts,
  tx: Tx,
  { playerId, address, hash }: { playerId: string; address: string; hash: Buffer },
) {
  const { platform, portal, secrets, deliveries } = parts
  const { clock, random, id } = platform
  const now = clock.now()
  const claimId = id('emc')
  const code = String(random.int(1_000_000)).padStart(6, '0')
  const holder = await tx
    .selectFrom('messages.email_address')
    .select('player_id')
    .where('address_hash', '=', hash)
    .where('came_back_at', 'is', null)
    .executeTakeFirst()
  const isTaken = holder !== undefined && holder.player_id !== playerId
  const claim = {
    ...{ id: claimId, address_hash: hash, sealed: sealAddress(secrets, address) },
    code_hash: isTaken ? random.bytes(32) : codeHash(parts, claimId, code),
    ...{ tries: 0, asked_at: now, failed_at: null, expires_at: new Date(now.getTime() + emailCodeRules.lifetimeMs) },
  }
  await tx
    .insertInto('messages.email_claim')
    .values({ player_id: playerId, ...claim })
    .onConflict((conflict) => conflict.column('player_id').doUpdateSet(claim))
    .execute()
  const { portal: name } = portal.settings().names
  const minutes = String(emailCodeRules.lifetimeMs / 60_000)
  const sent = { playerId, to: address, claimId, expiresAt: claim.expires_at }
  await (isTaken
    ? queueLetter(parts, tx, {
        ...{ ...sent, purpose: 'taken' as const, params: { portal: name } },
        language: await languageOf(parts, holder.player_id, tx),
      })
    : queueLetter(parts, tx, {
        ...{ ...sent, purpose: 'code' as const, params: { code, portal: name, minutes } },
        language: await languageOf(parts, playerId, tx),
      }))
  afterCommit(tx, deliveries.wake)
}

const codeHash = ({ secrets }: Pick<MessageParts, 'secrets'>, claimId: string, code: string) =>
  secrets.mac('code of an e-mail address', `${claimId}:${code}`)

/**
 * Confirms a player's address with its code. The try is counted first, in a statement of its own.
 * @throws Refusal `otp_wrong`, `email_taken`
 */
export async function confirmAddress(parts: MessageParts, playerId: string, code: string) {
  const { db, clock } = parts.platform
  const claim = await db.kysely
    .updateTable('messages.email_claim')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('player_id', '=', playerId)
    .where('expires_at', '>', clock.now())
    .where('tries', '<', emailCodeRules.tries)
    .returning(['id', 'code_hash', 'address_hash', 'sealed'])
    .executeTakeFirst()
  if (!claim || !sameBytes(Buffer.from(claim.code_hash), codeHash(parts, claim.id, code))) throw wrongCode()
  try {
    await db.transaction((tx) => takeAddress(parts, tx, playerId, claim))
  } catch (error) {
    if (violatedConstraint(error) === 'email_address_one_player') throw new Refusal('email_taken')
    throw error
  }
  return readChannels(parts, playerId)
}

const wrongCode = () => fieldRefusal('otp_wrong', 'otp', textOf('otp_wrong', {}))

async function takeAddress(
  parts: MessageParts,
  tx: Tx,
  playerId: string,
  claim: { id: string; address_hash: Buffer; sealed: Buffer },
) {
  const { platform, secrets } = parts
  const used = await tx.deleteFrom('messages.email_claim').where('id', '=', claim.id).executeTakeFirst()
  // A concurrent request used the code.
  if (used.numDeletedRows !== 1n) throw wrongCode()
  const before = await findAddress(tx, playerId)
  const row = {
    ...{ id: platform.id('ema'), address_hash: claim.address_hash, sealed: claim.sealed },
    ...{ confirmed_at: platform.clock.now(), came_back_at: null },
  }
  await tx
    .insertInto('messages.email_address')
    .values({ player_id: playerId, ...row })
    .onConflict((conflict) => conflict.column('player_id').doUpdateSet(row))
    .execute()
  const address = maskedEmail(openAddress(secrets, claim.sealed))
  const isSame = before !== undefined && sameBytes(Buffer.from(before.address_hash), Buffer.from(claim.address_hash))
  const common = { key: `email:${row.id}:confirmed`, playerId, about: null }
  if (!before || isSame) {
    await sendMessage(parts, tx, { ...common, kind: 'email_added', params: { address } })
    return
  }
  const old = openAddress(secrets, before.sealed)
  await sendMessage(parts, tx, { ...common, kind: 'email_changed', params: { address, before: maskedEmail(old) } })
  if (before.came_back_at === null) await tell(parts, tx, { playerId, to: old, purpose: 'changed', other: address })
}

/** Notifies an address that it is no longer a player's. */
async function tell(
  parts: MessageParts,
  tx: Tx,
  { playerId, to, purpose, other }: { playerId: string; to: string; purpose: 'changed' | 'removed'; other: string },
) {
  const { platform, portal, deliveries } = parts
  await queueLetter(parts, tx, {
    ...{ playerId, to, purpose, params: { portal: portal.settings().names.portal, other } },
    language: await languageOf(parts, playerId, tx),
    expiresAt: new Date(platform.clock.now().getTime() + noticeLivesMs),
  })
  afterCommit(tx, deliveries.wake)
}

/** Removes a player's address, and a waiting one. */
export async function removeAddress(parts: MessageParts, playerId: string) {
  const { platform, secrets } = parts
  await platform.db.transaction(async (tx) => {
    await tx.deleteFrom('messages.email_claim').where('player_id', '=', playerId).execute()
    const removed = await tx
      .deleteFrom('messages.email_address')
      .where('player_id', '=', playerId)
      .returning(['id', 'sealed', 'came_back_at'])
      .executeTakeFirst()
    if (!removed) return
    const address = openAddress(secrets, removed.sealed)
    await sendMessage(parts, tx, {
      ...{ key: `email:${removed.id}:removed`, playerId, about: null },
      ...{ kind: 'email_removed' as const, params: { address: maskedEmail(address) } },
    })
    if (removed.came_back_at === null) await tell(parts, tx, { playerId, to: address, purpose: 'removed', other: '' })
  })
  return readChannels(parts, playerId)
}
