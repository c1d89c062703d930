import type { Currency } from '@dhow/contract/money'
import type { FromPage, ToPage } from '../../../src/tables/messages.ts'
import { byId, setClass, setText } from '../dom.ts'
import { openHaptics } from '../haptics.ts'
import { openMemory } from '../memory.ts'
import { openLaunch } from '../launch.ts'
import { openLink } from '../link.ts'
import { moneyOf } from '../money.ts'
import { notifyPortal } from '../notify-portal.ts'
import { readAddress } from '../read-address.ts'
import { openSound } from '../sound.ts'
import { showTools } from '../tools.ts'
import { openBets } from './bets.ts'
import { openChips, type ChipsLook } from './chips.ts'
import { openInsideBets } from './inside-bets.ts'
import { openLayout } from './layout.ts'
import { tableAt } from './stages.ts'
import { openClock } from './clock.ts'
import { openLastRounds } from './last-rounds.ts'
import { brief, openOutcomes } from './outcomes.ts'
import { openSlip } from './slip.ts'
import { ownOf, statusOf, sumOf, sumsOf } from './stakes-status.ts'
import { apply, emptyState, newestOwn, type TableState } from './state.ts'
import { resultWords, wordsFor } from './words.ts'

const { query, slug, language, isStill } = readAddress()
const words = await wordsFor(language)
const { game, openStage } = tableAt(slug)
document.title = words.names[slug] ?? 'Dhow Studio'
setText(byId('name'), document.title)

const tab = openMemory(() => sessionStorage, slug)
const memory = openMemory(() => localStorage, slug)
const sound = openSound({ label: words.sound, key: 'sound', memory: openMemory(() => localStorage, 'studio') })

const launch = openLaunch(query, tab)

const balance = byId('balance')
const demo = byId('demo')
const notice = byId('notice')
const outcomeLine = byId('outcome')
const dialog = byId('dialog', HTMLDialogElement)
byId('scene').setAttribute('aria-label', words.board)

let state: TableState = emptyState
let connection: 'connecting' | 'open' | 'lost' | 'ended' = 'connecting'
let isMending = false
const buzz = openHaptics(isStill)
const slip = openSlip()
const showClock = openClock(words)
let note = ''
/** Number of the last round whose betting this page has seen close. */
let closedNo = 0

const outcomes = openOutcomes(game)
const currency = (): Currency => (state.currency === 'NAD' ? 'NAD' : 'INR')
const money = (minor: number): string => moneyOf(minor, currency())
const link = openLink<ToPage>({
  url: `${location.origin.replace(/^http/, 'ws')}/live/${slug}`,
  hello: () => ({ t: 'hello', ...launch.credentials() }) satisfies FromPage,
  received,
  answered,
  changed(next, code) {
    connection = next
    if (next === 'ended') setText(notice, words.bye[code] ?? '')
    render()
  },
})

const lastRounds = openLastRounds(byId('last'), dialog, game, words)
const bets = openBets({
  slip,
  words,
  money,
  state: () => state,
  isBetting,
  chip: () => chips.chosen(),
  send: (message) => link.sendCommand(message),
  changed(next) {
    note = next ?? note
    render()
  },
})
const inside = slug === 'roulette' ? openInsideBets(byId('inside'), { game, words, put: bets.put }) : null
const layout = openLayout(byId('layout'), { game, words, put: bets.put, inside })
const chips = openChips(byId('panels'), { words, memory, ...bets })
const stage = openStage({
  board: byId('board'),
  words,
  isStill,
  announce: (text) => announce(text),
  sound: () => sound.play('step'),
})

function received(message: ToPage): void {
  if (message.t === 'welcome') launch.seated(message.resume)
  const resultOf = (hash: string, salt: string, no: number) => game.result(outcomes.at(hash, salt, no))
  const next = apply(state, message, resultOf)
  if (next === 'gap') {
    if (!isMending) link.send({ t: 'snapshot' })
    isMending = true
    return
  }
  if (message.t === 'snap') isMending = false
  if (message.t === 'welcome')
    chips.open(message.currency === 'NAD' ? 'NAD' : 'INR', brief, (minor) => moneyOf(minor, message.currency))
  const earlier = state
  state = next
  if (message.t === 'open') opened(earlier, message.no)
  if (message.t === 'settled') settled()
  if (message.t === 'own') noteEnds(earlier)
  render()
}

function opened(earlier: TableState, no: number): void {
  const placed = ownOf(earlier, no - 1)
  if (placed.length > 0) slip.remember([...sumsOf(placed)])
  note = ''
  announce(words.announcements.open(no))
}

/** Announces the end of a round, with sound, and sends the net result to the portal for display. */
function settled(): void {
  const { round, last } = state
  if (!round) return
  const own = ownOf(state, round.no)
  announce(resultText(last[0]?.[1] ?? ''))
  const { stake, payout } = sumOf(own)
  if (own.length === 0) return
  sound.play(payout > stake ? 'paid' : 'rest')
  if (payout > stake) buzz(18)
  notifyPortal({ type: 'dhow:round-net', round: `${state.chain}-${round.no}`, net: payout - stake })
}

function noteEnds(earlier: TableState): void {
  const known = new Map(earlier.mine.map((bet) => [bet.id, bet.state]))
  for (const bet of state.mine) {
    if (known.get(bet.id) === bet.state) continue
    if (bet.state === 'accepted') {
      sound.play('bet')
      buzz(8)
    }
    if (bet.state === 'refused') refused(bet.code ?? '')
    if (bet.state === 'rolled_back') note = bet.code === 'cancelled' ? words.cancelled : words.returned
  }
}

function refused(code: string): void {
  note = words.refused[code] ?? words.refusedOtherwise
  notifyPortal({ type: 'dhow:bet-refused', code })
}

function answered(id: string, code: string): void {
  if (slip.answered(id, code) === 'known' && code !== 'ok') refused(code)
  render()
}

function isBetting(): boolean {
  return (
    connection === 'open' && state.isSeated && state.round?.phase === 'betting' && link.nowMs() < state.round.closes
  )
}

const standing = (no: number) => statusOf(state, no, words, money)

const resultText = (result: string): string =>
  slug === 'roulette' ? '' : result === '' ? '' : `${resultWords(words, result)}.`

function announce(text: string): void {
  if (text) setText(byId('announcement'), text)
}

function render(): void {
  const { round } = state
  const isOpen = isBetting()
  const no = round?.no ?? 0
  const placed = sumsOf(ownOf(state, no))
  const lying = slip.lying(no, placed)
  const others = new Map(
    [...state.totals].flatMap(([field, { stakes, sums }]) => {
      const sum = sums.find(([currency]) => currency === state.currency)?.[1] ?? 0
      return stakes > 0 ? [[field, { stakes, text: money(sum).replace(/\.00$/, '') }] as const] : []
    }),
  )
  const isSettled = round?.phase === 'settled'
  const won = new Set<number>()
  if (isSettled && round?.hash) {
    const outcome = outcomes.at(round.hash, state.salt, no)
    for (const [index, field] of game.fields.entries()) if (game.returns(field, outcome) > 100) won.add(index)
  }
  layout.render({ placed, waiting: lying, others, isOpen, won, money, brief })
  chips.render(chipsLook(no, isOpen))
  setClass(byId('game'), `game table table-${slug} table-${round?.phase ?? 'none'} connection-${connection}`)
  setText(balance, state.balance === null ? '' : money(state.balance))
  demo.hidden = !state.demo
  setText(demo, words.demo)
  if (connection !== 'ended')
    setText(notice, connection === 'lost' ? words.reconnecting : connection === 'connecting' ? words.connecting : '')
  const result = isSettled ? (state.last[0]?.[1] ?? null) : null
  stage.settled(result)
  setText(outcomeLine, result === null ? '' : resultText(result).replace(/\.$/, ''))
  lastRounds.render(state)
}

/** How the chips and the large button look in round `no`. */
function chipsLook(no: number, isOpen: boolean): ChipsLook {
  const stood = standing(no)
  const hasStakes = slip.waiting().length > 0
  // Keep the text about the last stakes until there are new ones.
  const earlier = stood.text === '' ? standing(newestOwn(state)).text : ''
  const isBusy = slip.isBusy()
  const isClosed = state.round?.phase === 'dealing' || state.round?.phase === 'betting'
  const openLabel = hasStakes ? words.place(money(slip.waitingSum())) : words.placeNothing
  return {
    main: isBusy ? words.placing : isOpen ? openLabel : isClosed ? words.closed : words.nextRound,
    isReady: isOpen && hasStakes,
    isBusy,
    status: note || stood.text || (earlier && words.recap(earlier)),
    isGood: note === '' && stood.isGood,
    can: {
      undo: hasStakes,
      again: isOpen && slip.hasBefore(),
      double: isOpen && (hasStakes || slip.hasBefore()),
      cancelBets: isOpen && ownOf(state, no).some((bet) => bet.state === 'accepted'),
    },
  }
}

async function showRules(): Promise<void> {
  const { openRules } = await import('./rules-dialog.ts')
  const range = state.stakes && { min: money(state.stakes.min), max: money(state.stakes.max) }
  openRules(dialog, game, words, range)
}

showTools(byId('tools'), sound, words.menu, [
  { label: words.rules.button, open: () => void showRules() },
  { label: words.fairness.title, open: () => void lastRounds.showFairness(state) },
])

let lastFrameMs = 0
function frame(atMs: number): void {
  requestAnimationFrame(frame)
  // With reduced motion, draw five times a second.
  if (isStill && atMs - lastFrameMs < 200) return
  lastFrameMs = atMs
  const { round, pace } = state
  const nowMs = link.nowMs()
  stage.draw(outcomes.now(state), round?.at ? ((nowMs - round.at) * pace) / 100 : 0)
  const leftMs = showClock(round, nowMs)
  if (round?.phase === 'betting' && leftMs === 0 && closedNo !== round.no) {
    closedNo = round.no
    slip.clear()
    announce(words.announcements.closed)
    render()
  }
}

addEventListener('keydown', (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return
  const { key } = event
  if (/^[1-6]$/.test(key)) chips.choose(Number(key) - 1)
  else if (key === 'Backspace') bets.undo()
  else if (key.toLowerCase() === 'p') chips.press()
})
render()
requestAnimationFrame(frame)
notifyPortal({ type: 'dhow:ready' })
