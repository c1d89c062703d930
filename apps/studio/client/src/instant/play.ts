import type { Currency } from '@dhow/contract/money'
import type { Answer, Hello, RoundView } from '../../../src/instant/messages.ts'
import { byId, setClass, setText } from '../dom.ts'
import { keep } from '../keep.ts'
import { openLaunch } from '../launch.ts'
import { newCommandId } from '../link.ts'
import { notifyPortal } from '../notify-portal.ts'
import { openSound } from '../sound.ts'
import { showTools } from '../tools.ts'
import { Ended, openApi } from './api.ts'
import { openAutoplay } from './autoplay.ts'
import { listenToKeys } from './keys.ts'
import { openLastRounds } from './last-rounds.ts'
import { lookOf, type Busy } from './look.ts'
import { moneyIn, openPanel } from './panel.ts'
import { openSeedPair } from './seed-pair.ts'
import type { Stage } from './stage.ts'
import { isWaiting, standingOf } from './standing.ts'
import { drawScene } from './scenes.ts'
import { isSlug, openStage } from './stages.ts'
import { showVerdict } from './verdict.ts'
import { wordsFor } from './words.ts'

const query = new URLSearchParams(location.search)
const words = await wordsFor(query.get('lang') ?? 'en')
const slug = location.pathname.split('/').at(-1) ?? ''
if (!isSlug(slug)) throw new Error(`there is no game ${slug}`)
document.documentElement.dataset['theme'] = query.get('theme') === 'light' ? 'light' : 'dark'
document.title = words.names[slug] ?? 'Dhow Studio'
setText(byId('name'), document.title)

const tab = keep(() => sessionStorage, slug)
const memory = keep(() => localStorage, slug)
const sound = openSound({ label: words.sound, key: 'sound', memory: keep(() => localStorage, 'studio') })

const launch = openLaunch(query, tab)

const balance = byId('balance')
const demo = byId('demo')
const notice = byId('notice')
const verdict = byId('verdict')
const dialog = byId('dialog', HTMLDialogElement)
byId('stage').setAttribute('aria-label', words.board)

let hello: Hello | null = null
let rounds: RoundView[] = []
let current: RoundView | null = null
let money = moneyIn('INR')
let connection: 'connecting' | 'open' | 'lost' | 'ended' = 'connecting'
let busy: Busy = 'no'
let note = ''
let isGood = false
/** The answer takes long enough to be worth a word. */
let isSlow = false
const slowMs = 400

const api = openApi({
  game: slug,
  credentials: launch.credentials,
  changed(next) {
    connection = next
    if (!isBuilt) return
    if (next === 'lost') auto.stop('connection')
    render()
  },
})
const seeds = openSeedPair(api, dialog, words)
let held: number | null = null
const last = openLastRounds(byId('last'), dialog, words)
// The player is seated while the game's own part is still on its way.
let isBuilt = false
let greeting: Promise<Hello> | null = api.hello()
greeting.catch(() => undefined)

const panel = openPanel(byId('panels'), { words, memory, balance: () => held, pressed, changed: render })
drawScene(byId('stage'), slug)
const stage: Stage = await openStage(slug, {
  board: byId('board'),
  controls: panel.controls,
  words,
  isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
  memory,
  changed() {
    judge(null)
    render()
  },
  sendAction: (action) => void send('action', action),
})
const auto = openAutoplay({
  ...{ controls: panel.controls, dialog, words, bet, wanted: wantedNow, changed: render },
  ...{ money: (minor: number) => money(minor), balance: () => held },
  ended(text, why, net) {
    isGood = net > 0
    note = why === 'refused' ? `${text} ${note}` : text
    stage.lock(false)
  },
})

isBuilt = true

const isOpen = (): boolean => current?.state === 'open'

function pressed(): void {
  if (auto.isRunning()) return auto.stop('pressed')
  if (busy !== 'no' || connection === 'ended' || !hello) return
  if (!isOpen() && stage.missing?.()) return
  if (isOpen()) {
    if (current?.canCashOut) void send('cash_out', 'cash_out')
  } else void bet()
}

function wantedNow() {
  return { stake: Number(panel.stake()), options: stage.options() }
}

/** Places a bet and shows its round. Answers the round where it came to its end, and when the answer to the bet came. */
async function bet(wanted: object = wantedNow()): Promise<{ payout: number; answeredMs: number } | null> {
  busy = 'bet'
  sound.play('bet')
  note = ''
  isGood = false
  stage.lock(true)
  judge(null)
  render()
  return trying(async () => {
    const answer = await seeds.bet({ id: newCommandId(), ...wanted })
    const answeredMs = performance.now()
    if (answer.code === 'autoplay_forbidden') auto.offer(null)
    await accept(answer)
    const round = current
    return round?.id === answer.round?.id && round?.state === 'settled' ? { payout: round.payout, answeredMs } : null
  })
}

async function send(kind: 'action' | 'cash_out', action: object | 'cash_out'): Promise<void> {
  if (busy !== 'no' || current?.state !== 'open') return
  const { id, step } = current
  busy = kind
  note = ''
  render()
  await trying(async () => accept(await api.call('action', { id: newCommandId(), round: id, step, action })))
}

/** The page ends in the true state after any answer. */
async function trying<Result>(run: () => Promise<Result>): Promise<Result | null> {
  let result: Result | null = null
  const timer = setTimeout(() => {
    isSlow = true
    render()
  }, slowMs)
  try {
    result = await run()
  } catch (error) {
    connection = 'ended'
    setText(notice, error instanceof Ended && error.code === 'session_unknown' ? words.ended : words.outdated)
  }
  clearTimeout(timer)
  isSlow = false
  busy = 'no'
  stage.lock(isOpen() || auto.isRunning())
  render()
  return result
}

/** Accepts an answer: shows how the round goes, and waits for the wallet where it has to. */
async function accept(answer: Answer): Promise<void> {
  if (answer.code !== 'ok') {
    note = words.refused[answer.code] ?? words.refusedOtherwise
    const now = await api.call('state', {})
    refresh(now)
    if (!answer.round && current && isOpen()) await stage.show(current, false)
  }
  const round = answer.round
  if (!round) return
  current = round
  if (round.view !== null) {
    busy = 'moving'
    // The result shows with the motion, not before it in the balance.
    if (answer.balance !== undefined && round.payout > 0) showBalance(answer.balance - round.payout)
    render()
    if (round.state === 'open') sound.play('step')
    await stage.show(round, true)
    judge(round)
    if (round.state !== 'open') sound.play(round.payout > round.stake ? 'paid' : 'rest')
  }
  remember(round)
  if (answer.balance !== undefined) showBalance(answer.balance)
  finish(round)
  if (isWaiting(round)) await waitFor(round.id)
}

/** Asks how a round stands until it rests. */
async function waitFor(id: string): Promise<void> {
  for (;;) {
    render()
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const answer = await api.call('state', {})
    refresh(answer)
    const round = rounds.find((one) => one.id === id)
    if (!round) return
    const isNew = current?.id !== id || current.view === null
    current = round
    if (round.view !== null && isNew) await stage.show(round, true)
    judge(round)
    finish(round)
    if (!isWaiting(round)) return
  }
}

function refresh(answer: Answer): void {
  seeds.update(answer)
  rounds = answer.rounds ?? rounds
  const open = rounds.find((round) => round.state === 'open')
  if (open) current = open
  if (answer.balance !== undefined) showBalance(answer.balance)
  last.render(rounds)
}

function remember(round: RoundView): void {
  rounds = [round, ...rounds.filter((one) => one.id !== round.id)].slice(0, 24)
  seeds.used(round.nonce)
  last.render(rounds)
}

function finish(round: RoundView): void {
  ;({ text: note, isGood } = standingOf(round, words, money))
  // The status line announces the result to a screen reader; this is its visible part.
  setText(byId('announcement'), stage.describe?.(round) ?? '')
  if (round.state === 'refused') notifyPortal({ type: 'dhow:bet-refused', code: round.code ?? '' })
  if (round.state === 'settled')
    notifyPortal({ type: 'dhow:round-net', round: round.id, net: round.payout - round.stake })
}

const judge = (round: RoundView | null): void => showVerdict(verdict, round, !stage.saysItself)

function showBalance(minor: number): void {
  held = minor
  setText(balance, money(minor))
}

function render(): void {
  const look = lookOf({
    ...{ words, money, connection, busy, isSlow, current, note, isGood },
    isSeated: hello !== null,
    stake: panel.stake(),
    promised: stage.promised?.() ?? 0,
    missing: stage.missing?.() ?? '',
  })
  panel.render(auto.lookOf(look))
  setClass(byId('game'), `game instant instant-${slug} connection-${connection}`)
  if (connection !== 'ended')
    setText(notice, connection === 'lost' ? words.reconnecting : connection === 'connecting' ? words.connecting : '')
}

async function showRules(): Promise<void> {
  const { openRules } = await import('./rules-dialog.ts')
  const { min, max } = hello?.stakes ?? { min: 0, max: 0 }
  openRules(dialog, slug, words, stage.rules(), hello ? [money(min), money(max)] : null)
}

showTools(byId('tools'), sound, words.menu, [
  { label: words.rules.button, open: () => void showRules() },
  { label: words.seeds.button, open: () => hello && void seeds.show(() => isOpen() || busy !== 'no') },
])

listenToKeys({ dialog, press: panel.press, own: (key) => (auto.isRunning() ? undefined : stage.keys?.[key]) })

render()
await stage.show(null, false)
notifyPortal({ type: 'dhow:ready' })
await trying(start)

/** The first word, or the word after a break: the page shows what is true, an open round first. */
async function start(): Promise<void> {
  busy = 'action'
  hello = await (greeting ?? api.hello())
  greeting = null
  launch.seated(hello.resume)
  const currency: Currency = hello.currency === 'NAD' ? 'NAD' : 'INR'
  money = moneyIn(currency)
  connection = 'open'
  demo.hidden = !hello.demo
  setText(demo, words.demo)
  panel.open(hello.stakes, currency)
  auto.offer(hello.autoplayMs)
  seeds.update(hello)
  rounds = hello.rounds
  showBalance(hello.balance)
  last.render(rounds)
  const newest = rounds.find((round) => round.state === 'open' || isWaiting(round)) ?? rounds[0]
  if (!newest) return
  current = newest
  if (newest.view !== null) await stage.show(newest, false)
  judge(newest)
  if (newest.state === 'open') note = words.resumed
  else if (isWaiting(newest)) {
    note = standingOf(newest, words, money).text
    await waitFor(newest.id)
  } else if (Date.now() - newest.atMs < 180_000) note = words.recap(standingOf(newest, words, money).text)
}
