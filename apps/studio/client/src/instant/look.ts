import type { RoundView } from '../../../src/instant/messages.ts'
import { payoutOf } from '../../../src/instant/rules.ts'
import type { PanelLook } from './panel.ts'
import type { Words } from './words.ts'

/** A call that is under way, or a board that still moves. */
export type Busy = 'no' | 'bet' | 'action' | 'cash_out' | 'moving'

/** Everything that the panel's button and status line depend on. */
export interface LookParts {
  words: Words
  money(minor: number | bigint): string
  connection: 'connecting' | 'open' | 'lost' | 'ended'
  isSeated: boolean
  busy: Busy
  /** The answer takes long enough to be worth a word. */
  isSlow: boolean
  current: RoundView | null
  stake: bigint
  /** The multiplier that a win would have, or 0; and the reason why no bet can be placed, or nothing. */
  promised: number
  missing: string
  note: string
  isGood: boolean
}

/** How the panel looks. Short waits keep the words that stand there: what flickers is not calm. */
export function lookOf(parts: LookParts): PanelLook {
  const { words, money, connection, busy, current, stake, promised, missing, note, isGood } = parts
  const isLinked = connection === 'open' && parts.isSeated
  const isOpen = current?.state === 'open'
  const look: PanelLook = {
    kind: 'idle',
    label: missing || words.bet(money(stake)),
    detail: promised > 0 && !missing ? words.pays(money(payoutOf(stake, promised))) : '',
    status: note,
    isGood,
    isDisabled: !isLinked || busy !== 'no' || missing !== '',
    isFixed: busy !== 'no' || isOpen,
  }
  const wait = (label: string): PanelLook => ({ ...look, kind: 'busy', label, detail: '' })
  if (isOpen) {
    const { canCashOut, multiplier, stake: staked } = current
    look.kind = canCashOut ? 'flying' : 'busy'
    look.label = canCashOut ? words.cashOut : words.firstStep
    look.detail = canCashOut ? money(payoutOf(BigInt(staked), multiplier)) : ''
    look.isDisabled = !isLinked || !canCashOut || busy !== 'no'
  }
  if (!isLinked) return wait(connection === 'connecting' ? words.connecting : words.reconnecting)
  if (!parts.isSlow || busy === 'no' || busy === 'moving') return look
  return wait(busy === 'bet' ? words.placing : busy === 'cash_out' ? words.cashingOut : words.running)
}
