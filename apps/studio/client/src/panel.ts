import type { Currency } from '@dhow/contract/money'
import { multiplierAt, payoutOf } from '../../src/crash/curve.ts'
import type { Memory } from './memory.ts'
import { moneyOf } from './money.ts'
import { trackOwnBet } from './track-own-bet.ts'
import { openPanelFields } from './panel-fields.ts'
import { endingOf, isCurrent, lookOf, getButtonAction, type CommandKind, type PanelState } from './panel-look.ts'
import { emptyState, type GameState } from './state.ts'
import type { Words } from './words.ts'

/** Panel of one of the two bets: stake, automatic cash-out, one large button labelled with its action. */
export interface Panel {
  update(state: GameState, isLinked: boolean): void
  /** Updates the value on the button each frame of a flight. */
  frame(state: GameState, elapsedMs: number): void
  /** A command of this panel was answered. */
  answered(kind: CommandKind, code: string): void
  /** A new round has opened. */
  opened(state: GameState): void
  press(): void
  /** A bet is placed, queued for the next round or being sent. */
  isInPlay(): boolean
}

export interface PanelParts {
  index: 0 | 1
  words: Words
  bet(panel: 0 | 1, stake: number, auto: number | null): void
  cashOut(bet: string): void
  cancel(bet: string): void
  memory: Memory
}

export function openPanel(root: HTMLElement, parts: PanelParts): Panel {
  const { index, words, memory } = parts
  let isLinked = false
  const at: PanelMoment = {
    ...{ state: emptyState, own: undefined, sent: null, note: '' },
    ...{ isQueued: false, isBoarding: false },
  }
  const ownBet = trackOwnBet(index)
  const fields = openPanelFields(root, {
    ...{ index, words, memory, stakeChanged: render, pressed: press },
    balance: () => at.state.balance,
  })
  const money = (minor: number | bigint): string => moneyOf(minor, currencyOf(at.state))

  function press(): void {
    if (!isLinked || fields.isDisabled()) return
    at.note = ''
    const press = getButtonAction({ ...at, canBet: canBet(at) })
    if (press.kind === 'cash_out' || press.kind === 'cancel_bet') {
      at.sent = press.kind
      if (press.kind === 'cash_out') parts.cashOut(press.bet)
      else parts.cancel(press.bet)
    } else if (press.kind === 'bet') send()
    else if (press.kind !== 'none') at.isQueued = press.kind === 'queue'
    render()
  }

  function send(): void {
    fields.stake.readTyped()
    fields.auto.readTyped()
    at.sent = 'bet'
    parts.bet(index, Number(fields.stake.value()), fields.auto.value())
  }

  function render(): void {
    const look = lookOf({ ...at, words, money, canBet: canBet(at), stake: money(fields.stake.value()) })
    const isDisabled = look.isBusy || !isLinked || !at.state.isSeated
    fields.render(look, { isDisabled, isFixed: isFixed(at), isGain: isGain(at) })
  }

  return {
    update(next, linked) {
      at.state = next
      isLinked = linked
      if (next.stakes) fields.stake.open(next.stakes, currencyOf(next))
      const { bet, isPast, isMissed } = ownBet.newest(next)
      const isKnown = bet !== undefined && at.sent === 'bet' && bet.no === next.round?.no
      if (isKnown || (bet && bet.state !== 'accepted' && at.sent !== 'bet')) at.sent = null
      if (bet && isMissed) at.note = endingOf(bet, { state: next, words, money })
      at.own = isPast ? undefined : bet
      render()
    },
    frame({ round }, elapsedMs) {
      const isBoarding = round?.phase === 'betting' && elapsedMs < 0 && elapsedMs > round.closes - round.takeoff
      if (isBoarding !== at.isBoarding) {
        at.isBoarding = isBoarding
        render()
      }
      if (at.own?.state !== 'accepted' || round?.phase !== 'flight' || at.sent === 'cash_out' || !isLinked) return
      fields.showDetail(money(payoutOf(BigInt(at.own.stake), multiplierAt(elapsedMs))))
    },
    answered(kind, code) {
      // The bet's state follows in the next message.
      if (code === 'ok' && kind === 'bet' && !at.own) at.sent = null
      if (code !== 'ok') Object.assign(at, { sent: null, note: noteOn(kind, code, words) ?? at.note })
      render()
    },
    opened(next) {
      Object.assign(at, { state: next, note: '', sent: null })
      if (at.isQueued && isLinked) {
        Object.assign(at, { isQueued: false, own: undefined })
        send()
      }
      render()
    },
    press,
    isInPlay: () => at.state.stakes !== null && isFixed(at),
  }
}

/** State that determines a panel's look. */
type PanelMoment = Pick<PanelState, 'state' | 'own' | 'sent' | 'isQueued' | 'isBoarding' | 'note'>

const currencyOf = ({ currency }: GameState): Currency => (currency === 'NAD' ? 'NAD' : 'INR')

/** Note on a refused command; undefined keeps the current note. */
function noteOn(kind: CommandKind, code: string, words: Words): string | undefined {
  if (kind === 'bet') return words.refused[code] ?? words.refusedOtherwise
  return kind === 'cash_out' ? (code === 'too_late' ? words.tooLate : '') : undefined
}

/** Whether the stake is locked. */
function isFixed({ state, own, isQueued, sent }: PanelMoment): boolean {
  const isInPlay = isCurrent({ state, own }) && (own?.state === 'intent' || own?.state === 'accepted')
  return !state.stakes || isInPlay || isQueued || sent === 'bet'
}

const isGain = ({ state, own }: PanelMoment): boolean =>
  own?.state === 'paid' && isCurrent({ state, own }) && own.payout > own.stake

/** Whether betting is open; false long after its end, such as after a lost connection. */
const canBet = ({ state: { round }, isBoarding }: PanelMoment): boolean =>
  round?.phase === 'betting' && !isBoarding && Date.now() <= round.closes + 60_000
