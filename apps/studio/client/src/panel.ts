import { formatMoney, parseAmount, type Currency } from '@dhow/contract/money'
import { multiplierAt, payoutOf } from '../../src/crash/curve.ts'
import type { OwnBet } from '../../src/crash/messages.ts'
import { h, setClass, setText } from './dom.ts'
import { hundredths, readMultiplier } from './hundredths.ts'
import type { Memory } from './keep.ts'
import { openPanelFields } from './panel-fields.ts'
import { endingOf, isCurrent, isEnded, lookOf, type CommandKind } from './panel-look.ts'
import type { GameState } from './state.ts'
import type { Words } from './words.ts'

/** One of the two bets: stake, automatic cash-out, one large button that always says what it does. */
export interface Panel {
  update(state: GameState, isLinked: boolean): void
  /** The value on the button in flight, each frame. */
  frame(state: GameState, elapsedMs: number): void
  /** A command of this panel was answered. */
  answered(kind: CommandKind, code: string): void
  /** A new round has opened. */
  opened(state: GameState): void
  press(): void
}

export interface PanelParts {
  index: 0 | 1
  words: Words
  bet(panel: 0 | 1, stake: number, auto: number | null): void
  cashOut(bet: string): void
  cancel(bet: string): void
  memory: Memory
}

/** Long because its functions share the panel's bet, stake and last command. */
export function openPanel(root: HTMLElement, { index, words, bet, cashOut, cancel, memory }: PanelParts): Panel {
  let state: GameState | null = null
  let isLinked = false
  let own: OwnBet | undefined
  let isQueued = false
  /** Betting has closed and the flight has not begun. */
  let isBoarding = false
  let sent: CommandKind | null = null
  let note = ''
  /** The bet whose end this page still waits for, and the last one whose end was shown after the fact. */
  let awaited = ''
  let recapped = ''
  let stake = 0n
  /** The stakes that the fields stand for; until they are known, nothing can be typed that would be lost. */
  let shownRange = ''
  let auto: number | null = readMultiplier(memory.get(`auto-${index}`) ?? '')

  const fields = openPanelFields(root, index, words, {
    stakeChanged: () => setStake(parseAmount(fields.stake.value.trim()) ?? stake),
    autoChanged: () => setAuto(readMultiplier(fields.auto.value)),
    nudged: nudge,
    pressed: press,
  })
  fields.stake.disabled = true
  fields.auto.value = auto === null ? '' : hundredths(auto)

  const money = (minor: number | bigint): string => formatMoney(BigInt(minor), currency())
  const currency = (): Currency => (state?.currency === 'NAD' ? 'NAD' : 'INR')

  function setStake(wanted: bigint): void {
    const range = state?.stakes
    if (!range) return
    const low = BigInt(range.min)
    const high = BigInt(range.max)
    stake = wanted < low ? low : wanted > high ? high : wanted
    const [whole, fraction] = [stake / 100n, stake % 100n]
    fields.stake.value = fraction === 0n ? String(whole) : `${whole}.${String(fraction).padStart(2, '0')}`
    memory.set(`stake-${index}-${state!.currency}`, String(stake))
    render()
  }

  /** Steps through 1, 2, 5, 10, 20, 50 … */
  function nudge(direction: 1 | -1): void {
    const ladder: bigint[] = []
    for (let unit = 100n; unit <= 100_000_000n; unit *= 10n) ladder.push(unit, unit * 2n, unit * 5n)
    const next = direction > 0 ? ladder.find((rung) => rung > stake) : ladder.findLast((rung) => rung < stake)
    if (next !== undefined) setStake(next)
  }

  function setAuto(value: number | null): void {
    auto = value
    fields.auto.value = value === null ? '' : hundredths(value)
    memory.set(`auto-${index}`, fields.auto.value)
  }

  function canBet(): boolean {
    return state?.round?.phase === 'betting' && !isBoarding && !isOver()
  }
  const isOver = (): boolean => state !== null && state.round !== null && Date.now() > state.round.closes + 60_000

  /** The bet of this panel that still matters: of this round, or of one before while its end is open. */
  function press(): void {
    if (!state || !isLinked || fields.main.disabled) return
    note = ''
    if (own?.state === 'accepted' && own.no === state.round?.no) {
      if (state.round.phase === 'flight') {
        sent = 'cash_out'
        cashOut(own.id)
      } else if (state.round.phase === 'betting') {
        sent = 'cancel_bet'
        cancel(own.id)
      }
    } else if (isQueued) {
      isQueued = false
    } else if (canBet() && !isTaken()) {
      send()
    } else {
      isQueued = true
    }
    render()
  }

  const isTaken = (): boolean =>
    own !== undefined &&
    own.no === state?.round?.no &&
    own.state !== 'refused' &&
    own.state !== 'rolled_back' &&
    own.state !== 'rolling'

  function send(): void {
    // The field counts as it stands, also where the cursor still is in it.
    const typed = parseAmount(fields.stake.value.trim())
    if (typed !== undefined && typed !== stake) setStake(typed)
    setAuto(readMultiplier(fields.auto.value))
    sent = 'bet'
    bet(index, Number(stake), auto)
  }

  function render(): void {
    if (!state) return
    const panel = {
      ...{ state, own, sent, isQueued, isBoarding, note, words, money },
      canBet: canBet(),
      stake: money(stake),
    }
    const look = lookOf(panel)
    const isOfRound = isCurrent(panel)
    setClass(fields.main, `main main-${look.style}`)
    setText(fields.label, look.label)
    if (look.style !== 'flying') setText(fields.detail, look.detail)
    // The value in flight changes with each frame: it is to be seen, and would only be noise when it is read out.
    fields.detail.ariaHidden = look.style === 'flying' ? 'true' : null
    fields.main.disabled = look.isBusy || !isLinked || !state.isSeated
    setText(fields.status, look.status)
    const isGain = own?.state === 'paid' && isOfRound && own.payout > own.stake
    setClass(fields.status, `status ${isGain ? 'status-good' : ''}`)
    const isInPlay = isOfRound && (own?.state === 'intent' || own?.state === 'accepted')
    const isFixed = !state.stakes || isInPlay || isQueued || sent === 'bet'
    for (const field of [fields.stake, fields.auto, fields.less, fields.more]) field.disabled = isFixed
    for (const button of fields.quick.querySelectorAll('button')) button.disabled = isFixed
  }

  return {
    update(next, linked) {
      const range = next.stakes && `${next.currency} ${next.stakes.min} ${next.stakes.max} ${next.stakes.quick.join()}`
      state = next
      isLinked = linked
      // A connection that came back brings the same range again: what stands in the field stays.
      if (range && range !== shownRange) {
        shownRange = range
        fields.quick.replaceChildren(
          ...next.stakes!.quick.map((minor) =>
            h('button', { type: 'button', onclick: () => setStake(BigInt(minor)) }, String(minor / 100)),
          ),
        )
        const remembered = memory.get(`stake-${index}-${next.currency}`)
        setStake(remembered && /^[0-9]{1,12}$/.test(remembered) ? BigInt(remembered) : BigInt(next.stakes!.quick[0]!))
      }
      // The newest of this panel: a bet of a round before shows until its end is known.
      own = next.mine.filter((one) => one.panel === index).sort((a, b) => b.no - a.no || b.seq - a.seq)[0]
      if (own && sent === 'bet' && own.no === next.round?.no) sent = null
      if (own && own.state !== 'accepted' && sent !== 'bet') sent = null
      if (own && next.round && own.no < next.round.no && isEnded(own)) {
        // It ended while the page was away: how it ended is shown once, in words.
        if (own.id !== recapped && (own.id === awaited || own.code === 'interrupted'))
          note = endingOf(own, { state: next, words, money })
        recapped = own.id
        own = undefined
      }
      // Kept while no bet shows: the end of one of a round before may come a moment after it left the table.
      if (own) awaited = isEnded(own) ? '' : own.id
      render()
    },
    frame(now, elapsedMs) {
      const boarding =
        now.round?.phase === 'betting' && elapsedMs < 0 && elapsedMs > -(now.round.takeoff - now.round.closes)
      if (boarding !== isBoarding) {
        isBoarding = boarding
        render()
      }
      if (own?.state === 'accepted' && now.round?.phase === 'flight' && sent !== 'cash_out' && isLinked) {
        const shown = multiplierAt(elapsedMs)
        setText(fields.detail, money(payoutOf(BigInt(own.stake), shown)))
      }
    },
    answered(kind, code) {
      if (code !== 'ok') {
        if (kind === 'cash_out') note = code === 'too_late' ? words.tooLate : ''
        else if (kind === 'bet') note = words.refused[code] ?? words.refusedOtherwise
        sent = null
      } else if (kind === 'bet' && !own) {
        // Answered, and its state comes with the next message.
        sent = null
      }
      render()
    },
    opened(next) {
      state = next
      note = ''
      sent = null
      if (isQueued && isLinked) {
        isQueued = false
        own = undefined
        send()
      }
      render()
    },
    press,
  }
}
