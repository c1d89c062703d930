import { operatorText } from '@dhow/contract/operator-texts'
import { textOf, type PlayerText } from '@dhow/contract/player-texts'
import type { DepositChoice, HeldCredit } from '@dhow/contract/deposits'
import { sql } from 'kysely'
import { bind } from '../../platform/bind.ts'
import type { Db, Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import type { RestrictionCode } from '../limits/index.ts'
import type { GivenParts } from './parts.ts'

type GateParts = Pick<GivenParts, 'platform' | 'wallet'>

export type CreditGate = ReturnType<typeof openCreditGate>

export interface WaitingPayment {
  /** Id of a deposit, or of a payment by an outside service. */
  id: string
  player_id: string
  /** Its normalised reference. */
  ref_norm?: string
  /** Further normalised payer names, of a bank line. */
  payers?: readonly string[]
}

/** Facts that decide whether a payment may be credited: the player's current restrictions, and their choice. */
export interface CreditFacts {
  restrictions: readonly {
    code: RestrictionCode
    /** Kind of the break or block. */
    kind: 'time_out' | 'self_exclusion' | 'operator' | null
    from: Date
    until: Date | null
  }[]
  choice: { choice: DepositChoice; chosenAt: Date } | undefined
  /** Whether its payer or reference is on the blocklist. */
  isPayerBlocked: boolean
}

/**
 * Reasons to hold a credit, in display order. During a player's own break their choice is needed, made since it began;
 * for a block by an operator, an operator's acknowledgement is enough. A frozen wallet accepts credits.
 */
export function listHolds({ restrictions, choice, isPayerBlocked }: CreditFacts): HeldCredit[] {
  const held: HeldCredit[] = []
  const stands = (code: RestrictionCode) => restrictions.some((restriction) => restriction.code === code)
  if (stands('wallet_closed'))
    held.push({
      code: 'wallet_closed',
      text: operatorText('hold_wallet_closed', {}),
      can_acknowledge: false,
    })
  for (const { kind, from, until } of restrictions.filter(isBreak)) {
    const isGiven = choice !== undefined && choice.chosenAt >= from
    if (isGiven && choice.choice === 'credit') continue
    const subject = kind === 'time_out' ? 'hold_break' : 'hold_excluded'
    held.push({
      code: 'on_break',
      text: operatorText(`${subject}_${isGiven ? 'asked' : 'waiting'}`, { until: until?.toISOString() ?? '' }),
      can_acknowledge: false,
    })
  }
  if (stands('play_blocked'))
    held.push({
      code: 'play_blocked',
      text: operatorText('hold_play_blocked', {}),
      can_acknowledge: true,
    })
  if (stands('player_suspended'))
    held.push({
      code: 'player_suspended',
      text: operatorText('hold_player_suspended', {}),
      can_acknowledge: true,
    })
  if (isPayerBlocked)
    held.push({ code: 'payer_blocked', text: operatorText('hold_payer_blocked', {}), can_acknowledge: true })
  return held
}

const isBreak = ({ code }: { code: RestrictionCode }) => code === 'on_break'

interface PaymentFacts {
  id: string
  facts: CreditFacts
}

const choiceTexts = {
  credit: textOf('credit_asked', {}),
  refund: textOf('refund_asked', {}),
} satisfies Record<DepositChoice, PlayerText>

/** Whether payments may be credited, checked under the lock of the wallet, which breaks and suspensions also take. */
export const openCreditGate = (parts: GateParts) =>
  bind(parts, { listHolds: readHolds, enter: enterCreditGate, askedOf: readAsked, choose: recordChoice })

/** Reasons to hold these credits, by payment id. */
export async function readHolds(
  parts: GateParts,
  payments: readonly WaitingPayment[],
): Promise<Map<string, HeldCredit[]>> {
  const known = await factsOf(parts, parts.platform.db.kysely, payments)
  return new Map(known.map(({ id, facts }) => [id, listHolds(facts)]))
}

/**
 * Locks the wallet and returns if the payment may be credited.
 * @param acknowledged codes of the holds that the operator overrides
 * @throws Refusal `credit_held` with the reasons
 */
export async function enterCreditGate(
  parts: GateParts,
  tx: Tx,
  payment: WaitingPayment,
  acknowledged: readonly string[],
): Promise<void> {
  await parts.wallet.lock(tx, payment.player_id)
  const known = await factsOf(parts, tx, [payment])
  const held = known
    .flatMap(({ facts }) => listHolds(facts))
    .filter(({ code, can_acknowledge }) => !can_acknowledge || !acknowledged.includes(code))
  const [first, ...also] = held.map(({ text }) => text)
  if (first) throw new Refusal('credit_held', { text: first, also, data: { reasons: held } })
}

/**
 * Records a player's choice about a payment locked by the caller; returns its text for the timeline.
 * @throws Refusal `deposit_state_changed` if there is no question
 */
export async function recordChoice(
  parts: GateParts,
  tx: Tx,
  payment: WaitingPayment,
  choice: DepositChoice,
): Promise<PlayerText> {
  if (!(await readAsked(parts, tx, payment))) throw new Refusal('deposit_state_changed')
  const written = { choice, chosen_at: parts.platform.clock.now() }
  await tx
    .insertInto('deposits.choice')
    .values({ payment_id: payment.id, player_id: payment.player_id, ...written })
    .onConflict((conflict) => conflict.column('payment_id').doUpdateSet(written))
    .execute()
  return choiceTexts[choice]
}

/** The player's choice since their break began; undefined if there is no question. */
export async function readAsked(
  parts: GateParts,
  reader: Db,
  payment: WaitingPayment,
): Promise<{ chosen: DepositChoice | null } | undefined> {
  const [known] = await factsOf(parts, reader, [payment])
  const { restrictions, choice } = required(known, `facts of ${payment.id}`).facts
  const breaks = restrictions.filter(isBreak)
  if (breaks.length === 0) return undefined
  const isGiven = choice !== undefined && breaks.every(({ from }) => choice.chosenAt >= from)
  return { chosen: isGiven ? choice.choice : null }
}

const namesOfPayer = ({ ref_norm, payers = [] }: WaitingPayment) => [
  ...(ref_norm === undefined ? [] : [ref_norm]),
  ...payers,
]

async function factsOf(
  { platform: { clock } }: GateParts,
  reader: Db,
  payments: readonly WaitingPayment[],
): Promise<PaymentFacts[]> {
  if (payments.length === 0) return []
  const now = clock.now()
  const restrictions = await reader
    .selectFrom('limits.player_restriction')
    .select(['player_id', 'code', 'kind', 'from_at as from'])
    .select(sql<Date | null>`nullif(until_at, 'infinity')`.as('until'))
    .where(
      'player_id',
      'in',
      payments.map((payment) => payment.player_id),
    )
    .where('from_at', '<=', now)
    .where('until_at', '>', now)
    .execute()
  const choices = await reader
    .selectFrom('deposits.choice')
    .selectAll()
    .where(
      'payment_id',
      'in',
      payments.map((payment) => payment.id),
    )
    .execute()
  const payers = payments.flatMap(namesOfPayer)
  const blocked =
    payers.length === 0
      ? []
      : await reader
          .selectFrom('blocklists.payers')
          .select('payer_norm')
          .where('payer_norm', 'in', payers)
          .where('until_at', '>', now)
          .execute()
  return payments.map((payment) => {
    const given = choices.find((choice) => choice.payment_id === payment.id)
    return {
      id: payment.id,
      facts: {
        restrictions: restrictions.filter((restriction) => restriction.player_id === payment.player_id),
        choice: given && { choice: given.choice, chosenAt: given.chosen_at },
        isPayerBlocked: namesOfPayer(payment).some((name) => blocked.some(({ payer_norm }) => payer_norm === name)),
      },
    }
  })
}
