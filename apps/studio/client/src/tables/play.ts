import { formatMoney, type Currency } from '@dhow/contract/money'
import { roundSeeds } from '@dhow/fairness/shoe'
import type { FromPage, OwnBet, ToPage } from '../../../src/tables/messages.ts'
import { tableGameOf } from '../../../src/tables/games.ts'
import { byId, h, setClass, setText } from '../dom.ts'
import { keep } from '../keep.ts'
import { newActId, openLink } from '../link.ts'
import { openSound } from '../sound.ts'
import { openChips } from './chips.ts'
import { openLayout } from './layout.ts'
import { stages } from './stages.ts'
import { apply, cameBack, emptyState, isOnTable, newestOwn, type TableState } from './state.ts'
import { resultWords, wordsFor } from './words.ts'

const query = new URLSearchParams(location.search)
const words = await wordsFor(query.get('lang') ?? 'en')
const slug = location.pathname.split('/').at(-1) ?? ''
const game = tableGameOf(slug)!
const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
document.documentElement.dataset['theme'] = query.get('theme') === 'light' ? 'light' : 'dark'
document.title = words.names[slug] ?? 'Dhow Studio'
setText(byId('name'), document.title)

const tab = keep(() => sessionStorage, slug)
const memory = keep(() => localStorage, slug)
const sound = openSound({ label: words.sound, key: 'sound', memory: keep(() => localStorage, 'studio') })

// The one-time token leaves the address at once; the seat's own secret takes its place in this tab.
let launchToken = query.get('token')
if (launchToken) {
  query.delete('token')
  history.replaceState(null, '', `${location.pathname}?${query}`)
  tab.set('resume', '')
}

const balance = byId('balance')
const demo = byId('demo')
const notice = byId('notice')
const lastRow = byId('last')
const clock = byId('clock')
const number = byId('number')
const word = byId('word')
const bar = byId('bar')
const outcomeLine = byId('outcome')
const dialog = byId<HTMLDialogElement>('dialog')
lastRow.setAttribute('aria-label', words.lastRounds)
byId('scene').setAttribute('aria-label', words.board)

let state: TableState = emptyState
let line: 'connecting' | 'open' | 'lost' | 'ended' = 'connecting'
let isMending = false
/** Chips that lie on fields but are not placed yet, in the order they were put down. */
let waiting: [field: number, minor: number][] = []
/** Stakes that are on their way to the table. */
const sent = new Map<string, { no: number; bets: [field: number, minor: number][] | null }>()
/** What the player had placed in the round before, for the same again. */
let before: [field: number, minor: number][] = []
let note = ''
/** A betting window that the page has seen close. */
let closedNo = 0

const outcomeAt = (hash: string, salt: string, no: number): unknown => game.draw(roundSeeds(hash, salt, no))
const currency = (): Currency => (state.currency === 'NAD' ? 'NAD' : 'INR')
const money = (minor: number): string => formatMoney(BigInt(minor), currency())
/** For chips: 5k, 1.2k, 50. */
function brief(minor: number): string {
  const whole = Math.floor(minor / 100)
  return whole >= 1000 ? `${Math.floor(whole / 100) / 10}k` : String(whole)
}

const link = openLink<ToPage>({
  url: `${location.origin.replace(/^http/, 'ws')}/live/${slug}`,
  hello() {
    const resume = tab.get('resume')
    return {
      t: 'hello',
      ...(resume ? { resume } : {}),
      ...(launchToken ? { token: launchToken } : {}),
      ...(query.get('demo') ? { demo: query.get('currency') ?? 'INR' } : {}),
    } satisfies FromPage
  },
  received,
  answered,
  changed(next, code) {
    line = next
    if (next === 'ended') setText(notice, words.bye[code] ?? '')
    render()
  },
})

const layout = openLayout(byId('layout'), { game, words, put })
const chips = openChips(byId('panels'), { words, memory, place, undo, clear, again, takeBack })
const stage = stages[slug]!({
  board: byId('board'),
  words,
  isStill,
  said: (text) => say(text),
  sound: () => sound.play('step'),
})

function received(message: ToPage): void {
  if (message.t === 'welcome') {
    tab.set('resume', message.resume)
    launchToken = null
  }
  const resultOf = (hash: string, salt: string, no: number) => game.result(outcomeAt(hash, salt, no))
  const next = apply(state, message, resultOf)
  if (next === 'gap') {
    if (!isMending) link.send({ t: 'snapshot' })
    isMending = true
    return
  }
  if (message.t === 'snap') isMending = false
  if (message.t === 'welcome')
    chips.open(message.currency === 'NAD' ? 'NAD' : 'INR', brief, (minor) =>
      formatMoney(BigInt(minor), message.currency === 'NAD' ? 'NAD' : 'INR'),
    )
  const earlier = state
  state = next
  if (message.t === 'open') opened(earlier, message.no)
  if (message.t === 'settled') settled()
  if (message.t === 'own') heardOwn(earlier)
  render()
}

function opened(earlier: TableState, no: number): void {
  const placed = ownOf(earlier, no - 1)
  if (placed.length > 0) before = [...sumsOf(placed)]
  waiting = waiting.filter(([field]) => field < game.fields.length)
  note = ''
  say(words.say.open(no))
}

/** The portal learns how a round went for this player, in minor units; nothing that it would act on. */
function settled(): void {
  const { round, last } = state
  if (!round) return
  const own = ownOf(state, round.no)
  say(resultText(last[0]?.[1] ?? ''))
  const stake = own.reduce((sum, bet) => sum + bet.stake, 0)
  const payout = own.reduce((sum, bet) => sum + bet.payout, 0)
  if (own.length > 0) sound.play(payout > stake ? 'paid' : 'rest')
  if (own.length === 0 || parent === window) return
  parent.postMessage({ type: 'dhow:round-net', round: `${state.chain}-${round.no}`, net: payout - stake }, '*')
}

function heardOwn(earlier: TableState): void {
  const known = new Map(earlier.mine.map((bet) => [bet.id, bet.state]))
  for (const bet of state.mine) {
    if (known.get(bet.id) === bet.state) continue
    if (bet.state === 'accepted') sound.play('bet')
    if (bet.state === 'refused') note = words.refused[bet.code ?? ''] ?? words.refusedOtherwise
    if (bet.state === 'rolled_back') note = bet.code === 'taken_back' ? words.takenBack : words.returned
  }
}

function answered(id: string, code: string): void {
  const act = sent.get(id)
  sent.delete(id)
  if (act && code !== 'ok') {
    note = words.refused[code] ?? words.refusedOtherwise
    // What was not taken lies there as before, as long as it can still be placed.
    if (act.bets && code !== 'betting_closed') waiting = [...act.bets, ...waiting]
  }
  render()
}

const ownOf = ({ mine }: TableState, no: number): OwnBet[] => mine.filter((bet) => bet.no === no && isOnTable(bet))

function sumsOf(bets: OwnBet[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { field, stake } of bets) sums.set(field, (sums.get(field) ?? 0) + stake)
  return sums
}

const isBetting = (): boolean =>
  line === 'open' && state.isSeated && state.round?.phase === 'betting' && link.nowMs() < state.round.closes

/** What lies on a field, placed and not. */
function liesOn(field: number): number {
  const placed = state.round ? (sumsOf(ownOf(state, state.round.no)).get(field) ?? 0) : 0
  const underWay = [...sent.values()].flatMap((act) => act.bets ?? [])
  return [...waiting, ...underWay].reduce((sum, [at, minor]) => sum + (at === field ? minor : 0), placed)
}

function put(field: number): void {
  const chip = chips.chosen()
  if (!isBetting() || !state.stakes || chip === 0) return
  if (liesOn(field) + chip > state.stakes.max) note = words.tooMuch(money(state.stakes.max))
  else if (state.balance !== null && waitingSum() + chip > state.balance) note = words.notCovered
  else {
    waiting.push([field, chip])
    note = ''
  }
  render()
}

const waitingSum = (): number => waiting.reduce((sum, [, minor]) => sum + minor, 0)

function place(): void {
  const { round } = state
  if (!isBetting() || !round || waiting.length === 0) return
  const sums = new Map<number, number>()
  for (const [field, minor] of waiting) sums.set(field, (sums.get(field) ?? 0) + minor)
  const id = newActId()
  const bets = [...sums]
  waiting = []
  note = ''
  sent.set(id, { no: round.no, bets })
  link.act({ t: 'bet', id, no: round.no, bets } as Extract<FromPage, { t: 'bet' }>)
  render()
}

function undo(): void {
  waiting.pop()
  note = ''
  render()
}

function clear(): void {
  waiting = []
  note = ''
  render()
}

function again(): void {
  if (!isBetting()) return
  for (const [field, minor] of before) {
    if (liesOn(field) + minor <= (state.stakes?.max ?? 0)) waiting.push([field, minor])
  }
  render()
}

function takeBack(): void {
  if (!isBetting()) return
  const id = newActId()
  sent.set(id, { no: state.round!.no, bets: null })
  link.act({ t: 'back', id } as Extract<FromPage, { t: 'back' }>)
  render()
}

/** How the player's stakes of a round stand, in words. */
function standing(no: number): { text: string; isGood: boolean } {
  const own = ownOf(state, no)
  if (own.some((bet) => bet.state === 'stuck')) return { text: words.stuck, isGood: false }
  if (own.length === 0) {
    const back = state.mine.some((bet) => bet.no === no && cameBack(bet))
    return { text: back ? words.returned : '', isGood: false }
  }
  const stake = own.reduce((sum, bet) => sum + bet.stake, 0)
  const payout = own.reduce((sum, bet) => sum + bet.payout, 0)
  if (own.some((bet) => bet.state === 'intent' || bet.state === 'accepted'))
    return { text: words.staked(money(stake)), isGood: false }
  if (payout === 0) return { text: words.lost(money(stake)), isGood: false }
  if (own.some((bet) => bet.state === 'won')) return { text: words.paying(money(payout)), isGood: false }
  if (payout < stake) return { text: words.part(money(payout), money(stake)), isGood: false }
  if (payout === stake) return { text: words.even(money(stake)), isGood: false }
  return { text: words.paid(money(payout), money(stake)), isGood: true }
}

const resultText = (result: string): string =>
  slug === 'roulette' ? '' : result === '' ? '' : `${resultWords(words, result)}.`

function say(text: string): void {
  if (text) setText(byId('said'), text)
}

function render(): void {
  const { round } = state
  const isOpen = isBetting()
  const no = round?.no ?? 0
  const placed = sumsOf(ownOf(state, no))
  const lying = new Map<number, number>()
  for (const [field, minor] of waiting) lying.set(field, (lying.get(field) ?? 0) + minor)
  // Stakes that are on their way count as placed as long as the table has not said how they stand.
  for (const act of sent.values()) {
    for (const [field, minor] of act.bets ?? []) {
      if (act.no === no && !placed.has(field)) lying.set(field, (lying.get(field) ?? 0) + minor)
    }
  }
  const others = new Map(
    [...state.totals].flatMap(([field, { stakes, sums }]) => {
      const sum = sums.find(([paidIn]) => paidIn === state.currency)?.[1] ?? 0
      return stakes > 0 ? [[field, { stakes, text: money(sum).replace(/\.00$/, '') }] as const] : []
    }),
  )
  const isSettled = round?.phase === 'settled'
  const won = new Set<number>()
  if (isSettled && round?.hash) {
    const outcome = outcomeAt(round.hash, state.salt, no)
    for (const [place, field] of game.fields.entries()) if (game.returns(field, outcome) > 100) won.add(place)
  }
  layout.render({ placed, waiting: lying, others, isOpen, won, money, brief })
  const stood = standing(no)
  // How stakes ended stays to be read until there are new ones, however many rounds later it was heard.
  const earlier = stood.text === '' ? standing(newestOwn(state)).text : ''
  const isBusy = sent.size > 0
  chips.render({
    main: isBusy
      ? words.placing
      : !isOpen
        ? round?.phase === 'dealing' || round?.phase === 'betting'
          ? words.closed
          : words.nextRound
        : waiting.length > 0
          ? words.place(money(waitingSum()))
          : words.placeNothing,
    isReady: isOpen && waiting.length > 0,
    isBusy,
    status: note || stood.text || (earlier && words.recap(earlier)),
    isGood: note === '' && stood.isGood,
    can: {
      undo: waiting.length > 0,
      again: isOpen && before.length > 0,
      takeBack: isOpen && ownOf(state, no).some((bet) => bet.state === 'accepted'),
    },
  })
  setClass(byId('game'), `game table table-${slug} table-${round?.phase ?? 'none'} line-${line}`)
  setText(balance, state.balance === null ? '' : money(state.balance))
  demo.hidden = !state.demo
  setText(demo, words.demo)
  if (line !== 'ended')
    setText(notice, line === 'lost' ? words.reconnecting : line === 'connecting' ? words.connecting : '')
  const result = isSettled ? (state.last[0]?.[1] ?? null) : null
  stage.settled(result)
  setText(outcomeLine, result === null ? '' : resultText(result).replace(/\.$/, ''))
  renderLast()
}

let lastShown = ''
function renderLast(): void {
  const key = state.last.map(([no]) => no).join()
  if (key === lastShown) return
  lastShown = key
  lastRow.replaceChildren(
    ...state.last.map(([no, result]) =>
      h(
        'button',
        {
          type: 'button',
          class: `point result result-${slug} is-${result}`,
          'aria-label': words.proofOf(no, resultWords(words, result)),
          onclick: () => void showProof(no),
        },
        words.shortResults[result] ?? result,
      ),
    ),
  )
}

async function showProof(no: number): Promise<void> {
  const { openProof } = await import('./proof-dialog.ts')
  await openProof(dialog, game, `${state.chain}-${no}`, words)
}

async function showFairness(): Promise<void> {
  const { openFairness } = await import('./proof-dialog.ts')
  const rounds = state.last
    .slice(0, 5)
    .map(([no, result]) => ({ id: `${state.chain}-${no}`, no, result: resultWords(words, result) }))
  await openFairness(dialog, game, rounds, words)
}

async function showRules(): Promise<void> {
  const { openRules } = await import('./rules-dialog.ts')
  const range = state.stakes && { min: money(state.stakes.min), max: money(state.stakes.max) }
  openRules(dialog, game, words, range)
}

byId('tools').append(
  sound.element,
  h('button', { type: 'button', class: 'tool', onclick: () => void showRules() }, words.rules.button),
  h('button', { type: 'button', class: 'tool', onclick: () => void showFairness() }, words.fairness.title),
)

/** The round's outcome, reckoned once for each hash. */
let drawn: { hash: string; outcome: unknown } | null = null
function outcomeNow(): unknown {
  const { round, salt } = state
  if (!round?.hash || round.phase === 'betting') return null
  if (drawn?.hash !== round.hash) drawn = { hash: round.hash, outcome: outcomeAt(round.hash, salt, round.no) }
  return drawn.outcome
}

/** The longest that a betting window was seen to last. */
let windowMs = 1000
let lastFrameMs = 0
function frame(atMs: number): void {
  requestAnimationFrame(frame)
  // Without motion the picture is a still that follows five times a second.
  if (isStill && atMs - lastFrameMs < 200) return
  lastFrameMs = atMs
  const { round, pace } = state
  const nowMs = link.nowMs()
  stage.draw(outcomeNow(), round?.at ? ((nowMs - round.at) * pace) / 100 : 0)
  const leftMs = round?.phase === 'betting' ? Math.max(0, round.closes - nowMs) : 0
  windowMs = Math.max(windowMs, leftMs)
  setClass(
    clock,
    `clock ${round?.phase === 'betting' ? '' : 'clock-off'} ${leftMs > 0 && leftMs < 3000 ? 'clock-last' : ''}`,
  )
  setText(number, leftMs > 0 ? String(Math.ceil(leftMs / 1000)) : '')
  setText(word, leftMs > 0 ? words.betting : words.closing)
  bar.style.transform = `scaleX(${(leftMs / windowMs).toFixed(3)})`
  if (round?.phase === 'betting' && leftMs === 0 && closedNo !== round.no) {
    closedNo = round.no
    waiting = []
    say(words.say.closed)
    render()
  }
}

addEventListener('keydown', (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return
  const { key } = event
  if (/^[1-6]$/.test(key)) chips.choose(Number(key) - 1)
  else if (key === 'Backspace') undo()
  else if (key.toLowerCase() === 'p') chips.press()
})
render()
requestAnimationFrame(frame)
if (parent !== window) parent.postMessage({ type: 'dhow:ready' }, '*')
