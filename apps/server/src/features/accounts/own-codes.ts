import type { PlayerSession } from '../../platform/http/call.ts'
import { formatDecimal, parseAmount } from '@dhow/contract/money'
import type { CodeText } from '@dhow/contract/code-texts'
import type { OtpType } from '@dhow/contract/accounts'
import { Refusal } from '../../platform/refusal.ts'
import { wrongCode } from './codes.ts'
import type { Shared } from './parts.ts'
import { findPlayer } from './players.ts'

/** Sends a code to the session's own number; `withdrawal` names the amount and the account that the form shows. @throws Refusal `otp_too_soon` */
export async function sendOwnCode(
  { platform: { db }, parts, codes }: Shared,
  { playerId, currency }: Pick<PlayerSession, 'playerId' | 'currency'>,
  type: OtpType,
  withdrawal: { amount?: string | undefined; payout_account_id?: string | undefined } = {},
) {
  const player = await findPlayer(db.kysely, playerId)
  if (!player) throw new Refusal('session_invalid')
  const { mobile } = player
  const taken = await codes.reserve({ kind: 'player', mobile, account: playerId }, type)
  const amountMinor = withdrawal.amount === undefined ? undefined : parseAmount(withdrawal.amount)
  const account = withdrawal.payout_account_id && (await parts.payoutAccountOf(playerId, withdrawal.payout_account_id))
  const purpose: CodeText | undefined =
    type === 'withdraw' && amountMinor !== undefined && account
      ? { kind: 'withdraw_to', params: { amount: formatDecimal(amountMinor), currency, ...account } }
      : undefined
  await db.transaction((tx) => codes.send(tx, { mobile, type, boundTo: playerId, language: undefined, purpose }, taken))
  return { seconds: codes.resendAfterS(taken), mobile }
}

/**
 * Uses up a player's code before a command that needs one. It is used up even where the command is then refused: a code opens one try.
 * @throws Refusal `otp_wrong`
 */
export async function useOwnCode({ platform: { db }, codes }: Shared, playerId: string, type: OtpType, code: string) {
  const player = await findPlayer(db.kysely, playerId)
  const right = player && (await codes.use({ mobile: player.mobile, type, code, boundTo: playerId }))
  if (!right) throw wrongCode()
}
