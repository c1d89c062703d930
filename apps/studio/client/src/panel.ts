import { formatMoney, parseAmount, type Currency } from '@dhow/contract/money'
import { multiplierAt, payoutOf } from '../../src/crash/curve.ts'
import type { OwnBet } from '../../src/crash/messages.ts'
import { h, setClass, setText } from './dom.ts'
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

export type CommandKind = 'bet' | 'cash_out' | 'cancel_bet'

export interface PanelParts {
  index: 0 | 1
  words: Words
  bet(panel: 0 | 1, stake: number, auto: number | null): void
  cashOut(bet: string): void
  cancel(bet: string): void
  memory: { get(key: string): string | null; set(key: string, value: string): void }
}

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
  let auto: number | null = readAuto(memory.get(`auto-${index}`) ?? '')

  const stakeInput = h('input', {
    type: 'text',
    inputmode: 'decimal',
    autocomplete: 'off',
    'aria-label': words.inPanel(words.stake, index + 1),
    onchange: () => setStake(parseAmount(stakeInput.value.trim()) ?? stake),
  })
  const less = h(
    'button',
    { type: 'button', class: 'step', 'aria-label': words.inPanel(words.less, index + 1), onclick: () => nudge(-1) },
    '−',
  )
  const more = h(
    'button',
    { type: 'button', class: 'step', 'aria-label': words.inPanel(words.more, index + 1), onclick: () => nudge(1) },
    '+',
  )
  const quick = h('div', { class: 'quick' })
  const autoInput = h('input', {
    type: 'text',
    inputmode: 'decimal',
    autocomplete: 'off',
    placeholder: '–',
    title: words.autoRange,
    'aria-label': words.inPanel(words.auto, index + 1),
    onchange: () => setAuto(readAuto(autoInput.value)),
  })
  const label = h('span', { class: 'main-label' })
  const detail = h('span', { class: 'main-detail' })
  const keys = String(index + 1)
  const main = h(
    'button',
    { type: 'button', class: 'main', 'aria-keyshortcuts': keys, title: words.keys, onclick: () => press() },
    label,
    detail,
  )
  const status = h('p', { class: 'status', role: 'status' })
  const panel = h(
    'form',
    { class: 'panel', 'aria-label': words.panel(index + 1), onsubmit: (event) => event.preventDefault() },
    h('div', { class: 'stake' }, less, h('label', { class: 'field' }, h('span', {}, words.stake), stakeInput), more),
    quick,
    h('label', { class: 'auto' }, h('span', {}, words.auto), autoInput, h('span', { class: 'times' }, '×')),
    main,
    status,
  )
  stakeInput.disabled = true
  root.append(panel)
  autoInput.value = auto === null ? '' : hundredths(auto)

  const money = (minor: number | bigint): string => formatMoney(BigInt(minor), currency())
  const currency = (): Currency => (state?.currency === 'NAD' ? 'NAD' : 'INR')

  function setStake(wanted: bigint): void {
    const range = state?.stakes
    if (!range) return
    const low = BigInt(range.min)
    const high = BigInt(range.max)
    stake = wanted < low ? low : wanted > high ? high : wanted
    const [whole, fraction] = [stake / 100n, stake % 100n]
    stakeInput.value = fraction === 0n ? String(whole) : `${whole}.${String(fraction).padStart(2, '0')}`
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
    autoInput.value = value === null ? '' : hundredths(value)
    memory.set(`auto-${index}`, autoInput.value)
  }

  function canBet(): boolean {
    return state?.round?.phase === 'betting' && !isBoarding && !isOver()
  }
  const isOver = (): boolean => state !== null && state.round !== null && Date.now() > state.round.closes + 60_000

  /** The bet of this panel that still matters: of this round, or of one before while its end is open. */
  function press(): void {
    if (!state || !isLinked || main.disabled) return
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
    const typed = parseAmount(stakeInput.value.trim())
    if (typed !== undefined && typed !== stake) setStake(typed)
    setAuto(readAuto(autoInput.value))
    sent = 'bet'
    bet(index, Number(stake), auto)
  }

  function render(): void {
    if (!state) return
    const { round } = state
    const at = (value: number | null): string => `${hundredths(value ?? 0)}×`
    const isCurrent = own !== undefined && own.no === round?.no
    let look = 'idle'
    let text = canBet() ? words.bet(money(stake)) : words.betNext
    let small = canBet() ? '' : money(stake)
    let message = note
    let isBusy = false
    if (isQueued) [look, text, small] = ['queued', words.queued, words.queuedHint]
    if (sent === 'bet' && !own) [look, text, small, isBusy] = ['busy', words.placing, '', true]
    if (own) {
      const why = words.rolledBack[own.code ?? ''] ?? ''
      switch (own.state) {
        case 'intent':
          if (isCurrent) [look, text, small, isBusy] = ['busy', words.placing, money(own.stake), true]
          break
        case 'accepted':
          if (!isCurrent) break
          if (sent === 'cancel_bet') [look, text, small, isBusy] = ['busy', words.cancelling, '', true]
          else if (round?.phase === 'betting') {
            const isOpen = !isBoarding
            look = 'placed'
            text = words.placed
            small = isOpen ? words.placedHint : words.aboard
            isBusy = !isOpen
          } else if (round?.phase === 'flight') {
            look = sent === 'cash_out' ? 'busy' : 'flying'
            text = sent === 'cash_out' ? words.cashingOut : words.cashOut
            small = ''
            isBusy = sent === 'cash_out'
          } else {
            ;[look, text, small, isBusy] = ['busy', words.aboard, '', true]
          }
          break
        case 'cashed':
          message = words.paying(money(own.payout), at(own.at))
          break
        case 'paid':
          if (isCurrent) message = words.paid(money(own.payout), at(own.at))
          break
        case 'lost':
        case 'closed':
          if (isCurrent) message = note || words.lost(money(own.stake), at(round?.crash ?? null))
          break
        case 'rolling':
          message = words.returning(why)
          break
        case 'rolled_back':
          if (isCurrent) message = words.returned(why)
          break
        case 'refused':
          if (isCurrent) message = words.refused[own.code ?? ''] ?? words.refusedOtherwise
          break
        case 'stuck':
          message = words.stuck
          break
        // A state of the shared tables only.
        case 'won':
          break
      }
    }
    if (!isLinked) isBusy = true
    setClass(main, `main main-${look}`)
    setText(label, text)
    if (look !== 'flying') setText(detail, small)
    // The value in flight changes with each frame: it is to be seen, and would only be noise when it is read out.
    detail.ariaHidden = look === 'flying' ? 'true' : null
    main.disabled = isBusy || !state.isSeated
    setText(status, message)
    setClass(status, `status ${own?.state === 'paid' && isCurrent && own.payout > own.stake ? 'status-good' : ''}`)
    const isFixed =
      !state.stakes ||
      (isCurrent && (own?.state === 'intent' || own?.state === 'accepted')) ||
      isQueued ||
      sent === 'bet'
    for (const field of [stakeInput, autoInput, less, more]) field.disabled = isFixed
    for (const button of quick.querySelectorAll('button')) button.disabled = isFixed
  }

  /** How a bet of a round before ended. */
  function ending(bet: OwnBet): string {
    if (bet.state === 'rolled_back') return words.returned(words.rolledBack[bet.code ?? ''] ?? '')
    if (bet.state === 'paid') return words.paid(money(bet.payout), `${hundredths(bet.at ?? 0)}×`)
    const crash = state?.last.find(([no]) => no === bet.no)?.[1]
    if (bet.state === 'refused') return words.refused[bet.code ?? ''] ?? words.refusedOtherwise
    return crash === undefined ? '' : words.lost(money(bet.stake), `${hundredths(crash)}×`)
  }

  return {
    update(next, linked) {
      const range = next.stakes && `${next.currency} ${next.stakes.min} ${next.stakes.max} ${next.stakes.quick.join()}`
      state = next
      isLinked = linked
      // A connection that came back brings the same range again: what stands in the field stays.
      if (range && range !== shownRange) {
        shownRange = range
        quick.replaceChildren(
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
        if (own.id !== recapped && (own.id === awaited || own.code === 'interrupted')) note = ending(own)
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
        setText(detail, money(payoutOf(BigInt(own.stake), shown)))
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

const isEnded = (bet: OwnBet): boolean =>
  bet.state === 'paid' ||
  bet.state === 'closed' ||
  bet.state === 'lost' ||
  bet.state === 'refused' ||
  bet.state === 'rolled_back'

/** 123456 is 1,234.56. It is asked for in each frame, and asking for the commas takes its time. */
export function hundredths(value: number): string {
  const whole = Math.floor(value / 100)
  return `${whole < 1000 ? whole : whole.toLocaleString('en')}.${String(value % 100).padStart(2, '0')}`
}

/** Reads a multiplier by its digits; null where there is none within the range. */
function readAuto(text: string): number | null {
  const match = /^([0-9]{1,5})(?:\.([0-9]{1,2}))?$/.exec(text.trim().replaceAll(',', ''))
  if (!match) return null
  const value = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return value >= 101 && value <= 1_000_000 ? value : null
}
