import { operatorText } from '@dhow/contract/operator-texts'
import type { DepositChoice, HeldCredit } from '@dhow/contract/deposits'
import type { PlayBlock } from '../limits/index.ts'

/** Facts that decide whether a payment may be credited. */
export interface CreditFacts {
  isActive: boolean
  isClosed: boolean
  blocks: readonly PlayBlock[]
  choice: { choice: DepositChoice; chosenAt: Date } | undefined
}

/**
 * The reasons that hold a credit back, in the order in which they are shown. During a break that the player took, the player's own choice is needed, made since it
 * began; for a block by an operator, an operator's acknowledgement is enough.
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
