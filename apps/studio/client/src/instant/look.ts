import type { FreeRounds, RoundView } from '../../../src/instant/messages.ts'
import { payoutOf, payoutOfRound } from '../../../src/instant/rules.ts'
import type { PanelLook } from './panel.ts'
import type { Words } from './words.ts'

/** Running call or animation. */
export type Busy = 'no' | 'bet' | 'action' | 'cash_out' | 'moving'

/** Inputs of the panel's button and status line. */
export interface LookParts {
  words: Words
  money(minor: number | bigint): string
  connection: 'connecting' | 'open' | 'lost' | 'ended'
  isSeated: boolean
  busy: Busy
  /** The answer is late enough to say so. */
  isSlow: boolean
  current: RoundView | null
  stake: bigint
  /** Free rounds, used before the player's own stake; null if none is left. */
  free: FreeRounds | null
  /** Multiplier of a win, or 0. `missing`: the reason why no bet can be placed, or empty. */
  promised: number
  missing: string
  note: string
  isGood: boolean
}

const payoutNow = ({
  staked,
  mostPayout,
  multiplier,
}: {
  staked: number
  mostPayout: number | null
  multiplier: number
}) => payoutOfRound({ stake: BigInt(staked), mostPayout: mostPayout === null ? null : BigInt(mostPayout) }, multiplier)

/** Look of the panel. Short waits keep the current text, to avoid flicker. */
export function lookOf(parts: LookParts): PanelLook {
  const { words, money, connection, busy, current, stake, free, promised, missing, note, isGood } = parts
  const isLinked = connection === 'open' && parts.isSeated
  const isOpen = current?.state === 'open'
  const pays = (): string => words.pays(money(payoutOf(stake, promised)))
  const look: PanelLook = {
    kind: 'idle',
    label: missing || (free ? words.freeRound(free.left) : words.bet(money(stake))),
    detail: missing ? '' : free ? words.freeStake(money(free.stake)) : promised > 0 ? pays() : '',
    status: note,
    isGood,
    isDisabled: !isLinked || busy !== 'no' || missing !== '',
    isFixed: busy !== 'no' || isOpen,
    isFree: free !== null || (isOpen && current.isFree),
  }
  const wait = (label: string): PanelLook => ({ ...look, kind: 'busy', label, detail: '' })
  if (isOpen) {
    const { canCashOut, multiplier, stake: staked, mostPayout } = current
    look.kind = canCashOut ? 'flying' : 'busy'
    look.label = canCashOut ? words.cashOut : words.firstStep
    look.detail = canCashOut ? money(payoutNow({ staked, mostPayout, multiplier })) : ''
    look.isDisabled = !isLinked || !canCashOut || busy !== 'no'
  }
  if (!isLinked) return wait(connection === 'connecting' ? words.connecting : words.reconnecting)
  if (!parts.isSlow || busy === 'no' || busy === 'moving') return look
  return wait(busy === 'bet' ? words.placing : busy === 'cash_out' ? words.cashingOut : words.running)
}
