import type { PlayerSession } from '../../platform/http/call.ts'
import { formatDecimal, parseAmount } from '@dhow/contract/money'
import type { CodeText } from '@dhow/contract/code-texts'
import type { OtpType } from '@dhow/contract/accounts'
import { textOf } from '@dhow/contract/player-texts'
import { fieldRefusal, Refusal } from '../../platform/refusal.ts'
import { wrongCode } from './codes.ts'
import type { DescribedAccount, Shared } from './parts.ts'
import { findPlayer } from './players.ts'

/** Command of a form: the amount and account of a withdrawal, or the fields of a new payout account. */
export interface OwnCodeCommand extends DescribedAccount {
  amount?: string | undefined
  payout_account_id?: string | undefined
}

/** Withdrawal that a code confirms: only this amount and account. */
export interface ConfirmedWithdrawal {
  amountMinor: bigint
  payoutAccountId: string
}

/** A code that a player entered, and the command that it must confirm. */
export interface OwnCode {
  type: OtpType
  code: string
  withdrawal?: ConfirmedWithdrawal
  /** Commitment to a payout account. */
  commitment?: string
}

/** Commitment of a code to a withdrawal. */
const commitmentTo = ({ amountMinor, payoutAccountId }: ConfirmedWithdrawal) => `${amountMinor} ${payoutAccountId}`

/**
 * Sends a code to the session's own number. It confirms only the requested withdrawal (amount and account) or payout
 * account; the message names them.
 * @throws Refusal `otp_too_soon`; for a withdrawal `amount_invalid`, `payout_account_missing`; for a payout account
 * `invalid_fields`
 */
export async function sendOwnCode(
  shared: Shared,
  session: Pick<PlayerSession, 'playerId' | 'currency' | 'market'>,
  type: OtpType,
  asked: OwnCodeCommand = {},
) {
  const {
    platform: { db },
    codes,
  } = shared
  const { playerId } = session
  const player = await findPlayer(db.kysely, playerId)
  if (!player) throw new Refusal('session_invalid')
  const { mobile } = player
  const command = await readCommand(shared, session, type, asked)
  const reserved = await codes.reserve({ kind: 'player', mobile, account: playerId }, type)
  const message = { mobile, type, boundTo: playerId, language: undefined, ...command }
  await db.transaction((tx) => codes.send(tx, message, reserved))
  return { seconds: codes.resendAfterS(reserved), mobile }
}

/** Command that a code confirms, for types that name one. */
async function readCommand(
  shared: Shared,
  session: Pick<PlayerSession, 'playerId' | 'currency' | 'market'>,
  type: OtpType,
  asked: OwnCodeCommand,
): Promise<{ commitsTo?: string; purpose?: CodeText }> {
  if (type === 'withdraw') {
    const { account, ...withdrawal } = await readWithdrawal(shared, session.playerId, asked)
    const amount = formatDecimal(withdrawal.amountMinor)
    const params = { amount, currency: session.currency, ...account }
    return { commitsTo: commitmentTo(withdrawal), purpose: { kind: 'withdraw_to', params } }
  }
  if (type === 'payout_account') {
    const { commitment, ...params } = shared.parts.describedAccount(session, asked)
    return { commitsTo: commitment, purpose: { kind: 'payout_account_to', params } }
  }
  return {}
}

async function readWithdrawal({ parts }: Shared, playerId: string, asked: OwnCodeCommand) {
  const amountMinor = parseAmount(asked.amount ?? '')
  if (amountMinor === undefined) throw fieldRefusal('amount_invalid', 'amount', textOf('number_invalid', {}))
  const payoutAccountId = asked.payout_account_id ?? ''
  const account = await parts.payoutAccountOf(playerId, payoutAccountId)
  if (!account) throw new Refusal('payout_account_missing')
  return { amountMinor, payoutAccountId, account }
}

/**
 * Uses up a player's code before a command that needs one, even if the command is then refused: a code allows one try.
 * A code for another withdrawal or payout account counts as wrong and becomes invalid.
 * @throws Refusal `otp_wrong`
 */
export async function useOwnCode(
  { platform: { db }, codes }: Shared,
  playerId: string,
  { type, code, withdrawal, commitment }: OwnCode,
) {
  const player = await findPlayer(db.kysely, playerId)
  const commitsTo = withdrawal ? commitmentTo(withdrawal) : commitment
  const right = player && (await codes.use({ mobile: player.mobile, type, code, boundTo: playerId, commitsTo }))
  if (!right) throw wrongCode()
}
