import type { PlayerSession } from '../../platform/http/call.ts'
import { formatDecimal, parseAmount } from '@dhow/contract/money'
import type { CodeText } from '@dhow/contract/code-texts'
import type { OtpType } from '@dhow/contract/accounts'
import { textOf } from '@dhow/contract/player-texts'
import { fieldRefusal, Refusal } from '../../platform/refusal.ts'
import { wrongCode } from './codes.ts'
import type { Shared } from './parts.ts'
import { findPlayer } from './players.ts'

/** The amount and the payout account that a form of a withdrawal shows. */
export interface AskedWithdrawal {
  amount?: string | undefined
  payout_account_id?: string | undefined
}

/** A withdrawal that a code confirms: no other amount and no other account. */
export interface ConfirmedWithdrawal {
  amountMinor: bigint
  payoutAccountId: string
}

/** A withdrawal as its code keeps it. */
const commitmentTo = ({ amountMinor, payoutAccountId }: ConfirmedWithdrawal) => `${amountMinor} ${payoutAccountId}`

/**
 * Sends a code to the session's own number. A code of a withdrawal confirms the amount and the account that were asked for, and names them.
 * @throws Refusal `otp_too_soon`; for a withdrawal `amount_invalid`, `payout_account_missing`
 */
export async function sendOwnCode(
  shared: Shared,
  { playerId, currency }: Pick<PlayerSession, 'playerId' | 'currency'>,
  type: OtpType,
  asked: AskedWithdrawal = {},
) {
  const {
    platform: { db },
    codes,
  } = shared
  const player = await findPlayer(db.kysely, playerId)
  if (!player) throw new Refusal('session_invalid')
  const { mobile } = player
  const of = type === 'withdraw' ? await readWithdrawal(shared, playerId, asked) : undefined
  const purpose: CodeText | undefined = of && {
    kind: 'withdraw_to',
    params: { amount: formatDecimal(of.amountMinor), currency, ...of.account },
  }
  const reserved = await codes.reserve({ kind: 'player', mobile, account: playerId }, type)
  const message = { mobile, type, boundTo: playerId, commitsTo: of && commitmentTo(of), language: undefined, purpose }
  await db.transaction((tx) => codes.send(tx, message, reserved))
  return { seconds: codes.resendAfterS(reserved), mobile }
}

async function readWithdrawal({ parts }: Shared, playerId: string, asked: AskedWithdrawal) {
  const amountMinor = parseAmount(asked.amount ?? '')
  if (amountMinor === undefined) throw fieldRefusal('amount_invalid', 'amount', textOf('number_invalid', {}))
  const payoutAccountId = asked.payout_account_id ?? ''
  const account = await parts.payoutAccountOf(playerId, payoutAccountId)
  if (!account) throw new Refusal('payout_account_missing')
  return { amountMinor, payoutAccountId, account }
}

/**
 * Uses up a player's code before a command that needs one. It is used up even where the command is then refused: a code opens one try.
 * A code that was sent for another withdrawal is a wrong one, and void from then on.
 * @throws Refusal `otp_wrong`
 */
export async function useOwnCode(
  { platform: { db }, codes }: Shared,
  playerId: string,
  { type, code, withdrawal }: { type: OtpType; code: string; withdrawal?: ConfirmedWithdrawal },
) {
  const player = await findPlayer(db.kysely, playerId)
  const commitsTo = withdrawal && commitmentTo(withdrawal)
  const right = player && (await codes.use({ mobile: player.mobile, type, code, boundTo: playerId, commitsTo }))
  if (!right) throw wrongCode()
}
