import type { Answer, Hello, RoundView } from '../../../src/instant/messages.ts'
import { byId, setClass, setText } from '../dom.ts'
import { openMemory } from '../memory.ts'
import { openLaunch } from '../launch.ts'
import { newCommandId } from '../link.ts'
import { notifyPortal, notifyRound } from '../notify-portal.ts'
import { readAddress } from '../read-address.ts'
import { openSound } from '../sound.ts'
import { showTools } from '../tools.ts'
import { Ended, openApi } from './api.ts'
import { openAutoplay } from './autoplay.ts'
import { openFeedback } from './feedback.ts'
import { openFreeRounds } from './free-rounds.ts'
import { listenToKeys } from './keys.ts'
import { openLastRounds } from './last-rounds.ts'
import { lookOf, type Busy } from './look.ts'
import { moneyIn, openPanel } from './panel.ts'
import { openShownBalance } from './shown-balance.ts'
import { openSeedPair } from './seed-pair.ts'
import type { Stage } from './stage.ts'
import { isWaiting, statusOf } from './round-status.ts'
import { drawScene } from './scenes.ts'
import { isSlug, openStage } from './stages.ts'
import { showVerdict } from './verdict.ts'
import { wordsFor } from './words.ts'

const { query, slug, language, isStill } = readAddress()
const words = await wordsFor(language)
if (!isSlug(slug)) throw new Error(`there is no game ${slug}`)
document.title = words.names[slug] ?? 'Dhow Studio'
setText(byId('name'), document.title)

const memory = openMemory(() => localStorage, slug)
const sound = openSound({ label: words.sound, key: 'sound', memory: openMemory(() => localStorage, 'studio') })
const tab = openMemory(() => sessionStorage, slug)
const launch = openLaunch(query, tab)

const demo = byId('demo')
const notice = byId('notice')
const dialog = byId('dialog', HTMLDialogElement)
byId('stage').setAttribute('aria-label', words.board)

let hello: Hello | null = null
let current: RoundView | null = null
let money = moneyIn('INR')
let connection: 'connecting' | 'open' | 'lost' | 'ended' = 'connecting'
let busy: Busy = 'no'
let note = ''
let isGood = false
/** The answer is late enough to say so. */
let isSlow = false
/** Number of rounds still animated. */
let falling = 0
const free = openFreeRounds()
const feel = openFeedback(sound, isStill)
const purse = openShownBalance(byId('balance'), (minor) => money(minor))

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
const last = openLastRounds(byId('last'), dialog, words)
// The hello is sent while the game's own code still loads.
let isBuilt = false
let greeting: Promise<Hello> | null = api.hello()
greeting.catch(() => undefined)

const panel = openPanel(byId('panels'), { words, memory, balance: purse.shown, pressed, changed: render })
drawScene(byId('stage'), slug)
const stage: Stage = await openStage(slug, {
  board: byId('board'),
  controls: panel.controls,
  words,
  isStill,
  memory,
  changed() {
    judge(null)
    render()
  },
  sendAction: (action) => void send('action', action),
})
const ownBet = () => ({ stake: Number(panel.stake()), options: stage.options() })
const auto = openAutoplay({
  ...{ controls: panel.controls, dialog, words, bet, wanted: ownBet, changed: render },
  ...{ money: (minor: number) => money(minor), balance: purse.shown },
  ended(text, why, net) {
    isGood = net > 0
    note = why === 'refused' ? `${text} ${note}` : text
    lockStage()
  },
})
isBuilt = true
const isOpen = (): boolean => current?.state === 'open'
const lockStage = (): void => stage.lock(isOpen() || auto.isRunning() || falling > 0)

function pressed(): void {
  if (auto.isRunning()) return auto.stop('pressed')
  if (busy !== 'no' || connection === 'ended' || !hello) return
  if (!isOpen()) {
    if (!stage.missing?.()) void bet()
  } else if (current?.canCashOut) void send('cash_out', 'cash_out')
}

/** Places a bet and shows its round. Returns the payout of a settled round, and when its bet was answered. */
async function bet(wanted: object = free.bet(ownBet())): Promise<{ payout: number; answeredMs: number } | null> {
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
    const round = await accept(answer)
    return round?.id === answer.round?.id && round?.state === 'settled' ? { payout: round.payout, answeredMs } : null
  })
}

async function send(kind: 'action' | 'cash_out', action: object | 'cash_out'): Promise<void> {
  if (busy !== 'no' || current?.state !== 'open') return
  const { id, step } = current
  busy = kind
  note = ''
  render()
  await trying(
    async () => void (await accept(await api.call('action', { id: newCommandId(), round: id, step, action }))),
  )
}

/** Runs a call; marks it as slow after 400 ms, and the connection as ended if it fails for good. */
async function trying<Result>(run: () => Promise<Result>): Promise<Result | null> {
  let result: Result | null = null
  const timer = setTimeout(() => {
    isSlow = true
    render()
  }, 400)
  try {
    result = await run()
  } catch (error) {
    connection = 'ended'
    setText(notice, error instanceof Ended && error.code === 'session_unknown' ? words.ended : words.outdated)
  }
  clearTimeout(timer)
  isSlow = false
  busy = 'no'
  lockStage()
  render()
  return result
}

/** Handles an answer: shows the round, and waits for the wallet if needed. */
async function accept(answer: Answer): Promise<RoundView | null> {
  if (answer.code !== 'ok') {
    note = words.refused[answer.code] ?? words.refusedOtherwise
    const now = await api.call('state', {})
    refresh(now)
    if (!answer.round && current && isOpen()) await stage.show(current, false)
  }
  const { round } = answer
  if (!round) return current
  current = round
  free.used(round)
  const landed = land(round, answer.balance)
  if (stage.isParallel && round.state === 'settled' && !auto.isRunning()) return current
  if (round.view !== null) {
    busy = 'moving'
    render()
  }
  await landed
  if (isWaiting(round)) await waitFor(round.id)
  if (round.isFree && !isOpen()) refresh(await api.call('state', {}))
  return current
}

/** Animates a round to its end; only then adds a win to the shown balance. */
async function land(round: RoundView, balance: number | undefined): Promise<void> {
  const isMoving = round.view !== null
  if (balance !== undefined) purse.set(balance, isMoving ? round.payout : 0)
  if (isMoving) {
    falling++
    feel.moves(round)
    await stage.show(round, true)
    falling--
    judge(round)
    feel.rests(round)
  }
  seeds.used(round.nonce)
  last.add(round)
  if (balance !== undefined && isMoving) purse.release(round.payout)
  finish(round)
  if (busy === 'no') lockStage()
  render()
}

/** Polls a round until the wallet has decided. */
async function waitFor(id: string): Promise<void> {
  for (;;) {
    render()
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const answer = await api.call('state', {})
    refresh(answer)
    const round = last.rounds().find((one) => one.id === id)
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
  if (answer.rounds) last.set(answer.rounds)
  if (answer.freeRounds !== undefined) free.set(answer.freeRounds)
  const open = last.rounds().find((round) => round.state === 'open')
  if (open) current = open
  if (answer.balance !== undefined) purse.set(answer.balance)
}

function finish(round: RoundView): void {
  ;({ text: note, isGood } = statusOf(round, words, money))
  // Screen readers get the result from the status line; this adds the description.
  setText(byId('announcement'), stage.describe?.(round) ?? '')
  notifyRound(round)
}

const judge = (round: RoundView | null): void => showVerdict(byId('verdict'), round, !stage.saysItself)

function render(): void {
  const look = lookOf({
    ...{ words, money, connection, busy, isSlow, current, note, isGood },
    isSeated: hello !== null,
    stake: panel.stake(),
    free: free.now(),
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
  openRules(dialog, slug, words, stage.rules(), hello && [money(hello.stakes.min), money(hello.stakes.max)])
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

/** Starts, or restarts after a lost connection: shows the current state, an open round first. */
async function start(): Promise<void> {
  busy = 'action'
  hello = await (greeting ?? api.hello())
  greeting = null
  launch.seated(hello.resume)
  const currency = hello.currency === 'NAD' ? 'NAD' : 'INR'
  money = moneyIn(currency)
  connection = 'open'
  demo.hidden = !hello.demo
  setText(demo, words.demo)
  panel.open(hello.stakes, currency)
  auto.offer(hello.autoplayMs)
  free.set(hello.freeRounds)
  seeds.update(hello)
  purse.set(hello.balance)
  last.set(hello.rounds)
  const newest = hello.rounds.find((round) => round.state === 'open' || isWaiting(round)) ?? hello.rounds[0]
  if (!newest) return
  current = newest
  if (newest.view !== null) await stage.show(newest, false)
  judge(newest)
  if (newest.state === 'open') note = words.resumed
  else if (isWaiting(newest)) {
    note = statusOf(newest, words, money).text
    await waitFor(newest.id)
  } else if (Date.now() - newest.atMs < 180_000) note = words.recap(statusOf(newest, words, money).text)
}
