import { operatorText } from '@dhow/contract/operator-texts'
import { textOf, type PlayerText } from '@dhow/contract/player-texts'
import type { DepositChoice, HeldCredit } from '@dhow/contract/deposits'
import type { Db, Tx } from '../../platform/db/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { PlayBlock } from '../limits/index.ts'
import type { DepositParts } from './parts.ts'

export type CreditGate = ReturnType<typeof openCreditGate>

export interface WaitingPayment {
  /** Of a deposit, or of a payment of an outside service. */
  id: string
  player_id: string
}

/** Facts that decide whether a payment may be credited. */
export interface CreditFacts {
  isActive: boolean
  isClosed: boolean
  blocks: readonly PlayBlock[]
  choice: { choice: DepositChoice; chosenAt: Date } | undefined
}

const choiceTexts = {
  credit: textOf('credit_asked', {}),
  refund: textOf('refund_asked', {}),
} satisfies Record<DepositChoice, PlayerText>

/**
 * Why a payment is not credited just like that, in the order in which the reasons are shown. A break that the player took asks for the player's own
 * word, given since it began; for what the operator did, the operator's acknowledgement is enough.
 */
export function holdsOf({ isActive, isClosed, blocks, choice }: CreditFacts): HeldCredit[] {
  const held: HeldCredit[] = []
  if (isClosed)
    held.push({
      code: 'wallet_closed',
      text: operatorText('hold_wallet_closed', {}),
      can_acknowledge: false,
    })
  for (const { kind, from, until } of blocks.filter((block) => block.kind !== 'operator')) {
    const isGiven = choice !== undefined && choice.chosenAt >= from
    if (isGiven && choice.choice === 'credit') continue
    const subject = kind === 'time_out' ? 'hold_break' : 'hold_excluded'
    held.push({
      code: 'on_break',
      text: operatorText(`${subject}_${isGiven ? 'asked' : 'waiting'}`, { until: until?.toISOString() ?? '' }),
      can_acknowledge: false,
    })
  }
  if (blocks.some((block) => block.kind === 'operator'))
    held.push({
      code: 'play_blocked',
      text: operatorText('hold_play_blocked', {}),
      can_acknowledge: true,
    })
  if (!isActive)
    held.push({
      code: 'player_suspended',
      text: operatorText('hold_player_suspended', {}),
      can_acknowledge: true,
    })
  return held
}

/** Whether payments may be credited to their players, asked under the lock of the wallet, which breaks and suspensions take too. */
export function openCreditGate({
  platform: { db, clock },
  accounts,
  wallet,
  limits,
}: Pick<DepositParts, 'platform' | 'accounts' | 'wallet' | 'limits'>) {
  async function factsOf(reader: Db, payments: readonly WaitingPayment[]): Promise<Map<string, CreditFacts>> {
    if (payments.length === 0) return new Map()
    const playerIds = [...new Set(payments.map((payment) => payment.player_id))]
    const players = await accounts.findPlayers(playerIds, reader)
    const balances = await wallet.balances(reader, playerIds)
    const blocks = await limits.running(playerIds, reader)
    const choices = await reader
      .selectFrom('deposits.choice')
      .selectAll()
      .where(
        'payment_id',
        'in',
        payments.map((payment) => payment.id),
      )
      .execute()
    return new Map(
      payments.map((payment) => {
        const given = choices.find((choice) => choice.payment_id === payment.id)
        return [
          payment.id,
          {
            isActive: players.get(payment.player_id)?.active ?? false,
            isClosed: balances.get(payment.player_id)?.closed ?? true,
            blocks: blocks.filter((block) => block.playerId === payment.player_id),
            choice: given && { choice: given.choice, chosenAt: given.chosen_at },
          },
        ]
      }),
    )
  }

  /** The player's choice since their break began; undefined if nothing is asked. */
  async function askedOf(reader: Db, payment: WaitingPayment): Promise<{ chosen: DepositChoice | null } | undefined> {
    const { blocks, choice } = (await factsOf(reader, [payment])).get(payment.id)!
    const own = blocks.filter((block) => block.kind !== 'operator')
    if (own.length === 0) return undefined
    const isGiven = choice !== undefined && own.every((block) => choice.chosenAt >= block.from)
    return { chosen: isGiven ? choice.choice : null }
  }

  return {
    /** Why each of these is not credited just like that, by its id. */
    async holdsOf(payments: readonly WaitingPayment[]): Promise<Map<string, HeldCredit[]>> {
      const facts = await factsOf(db.kysely, payments)
      return new Map([...facts].map(([id, fact]) => [id, holdsOf(fact)]))
    },

    /**
     * Locks the wallet and answers nothing where the payment may be credited.
     * @param acknowledged the codes that the operator credits in spite of
     * @throws Refusal `credit_held` with the reasons
     */
    async enter(tx: Tx, payment: WaitingPayment, acknowledged: readonly string[]): Promise<void> {
      await wallet.lock(tx, payment.player_id)
      const held = holdsOf((await factsOf(tx, [payment])).get(payment.id)!).filter(
        ({ code, can_acknowledge }) => !can_acknowledge || !acknowledged.includes(code),
      )
      const [first, ...also] = held.map(({ text }) => text)
      if (first) throw new Refusal('credit_held', { text: first, also, data: { reasons: held } })
    },

    askedOf,

    /**
     * Records a player's choice about a payment that the caller has locked; answers its sentence for the timeline.
     * @throws Refusal `deposit_state_changed` where nothing is asked
     */
    async choose(tx: Tx, payment: WaitingPayment, choice: DepositChoice): Promise<PlayerText> {
      if (!(await askedOf(tx, payment))) throw new Refusal('deposit_state_changed')
      const written = { choice, chosen_at: clock.now() }
      await tx
        .insertInto('deposits.choice')
        .values({ payment_id: payment.id, player_id: payment.player_id, ...written })
        .onConflict((conflict) => conflict.column('payment_id').doUpdateSet(written))
        .execute()
      return choiceTexts[choice]
    },
  }
}
