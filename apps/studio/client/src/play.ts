import { multiplierAt } from '../../src/crash/curve.ts'
import type { FromPage, OwnBet, ToPage } from '../../src/crash/messages.ts'
import { byId, setClass, setText } from './dom.ts'
import { openLaunch } from './launch.ts'
import { newCommandId, openLink } from './link.ts'
import { openBetList } from './bet-list.ts'
import { numberPlaceOf } from './flight-layout.ts'
import { openFlightNotes } from './flight-notes.ts'
import { openHaptics } from './haptics.ts'
import { hundredths } from './hundredths.ts'
import { openMemory } from './memory.ts'
import { openLastRounds } from './last-rounds.ts'
import { moneyOf } from './money.ts'
import { notifyPortal } from './notify-portal.ts'
import { openPanel, type Panel } from './panel.ts'
import type { CommandKind } from './panel-look.ts'
import { readAddress } from './read-address.ts'
import { openScene } from './scene.ts'
import { openSecondBet } from './second-bet.ts'
import { openSound } from './sound.ts'
import { showTools } from './tools.ts'
import { apply, emptyState, type GameState } from './state.ts'
import { wordsFor } from './words.ts'

const { query, language, isStill } = readAddress()
const words = await wordsFor(language)
for (const [id, label] of Object.entries(words.regions)) byId(id).setAttribute('aria-label', label)
const isLight = query.get('theme') === 'light'

const tab = openMemory(() => sessionStorage)
const memory = openMemory(() => localStorage)
const sound = openSound({ label: words.sound, key: 'sound', memory: openMemory(() => localStorage, 'studio') })

const launch = openLaunch(query, tab)

const number = byId('number')
const word = byId('word')
const bar = byId('bar')
const barFill = byId('bar-fill')
const notice = byId('notice')
const announcement = byId('announcement')
const balance = byId('balance')
const demo = byId('demo')
const buzz = openHaptics(isStill)
const showNotes = openFlightNotes(byId('scene'), money)
const scene = openScene(byId('sea', HTMLCanvasElement), { isLight, isStill })

let state: GameState = emptyState
let connection: 'connecting' | 'open' | 'lost' | 'ended' = 'connecting'
let crashedAtMs = 0
let isMending = false
const commands = new Map<string, { kind: CommandKind; panel: Panel }>()

const link = openLink<ToPage>({
  url: `${location.origin.replace(/^http/, 'ws')}/live/dhow`,
  hello: () => ({ t: 'hello', ...launch.credentials() }) satisfies FromPage,
  received,
  answered(id, code) {
    const command = commands.get(id)
    commands.delete(id)
    command?.panel.answered(command.kind, code)
  },
  changed(next, code) {
    connection = next
    if (next === 'ended') setText(notice, words.bye[code] ?? '')
    render()
  },
})

const panels: [Panel, Panel] = [panelAt(0), panelAt(1)]
const secondBet = openSecondBet(byId('panels'), { words, memory, panel: panels[1] })

function panelAt(index: 0 | 1): Panel {
  const send = (kind: CommandKind, make: (id: string) => Extract<FromPage, { id: string }>) => {
    const id = newCommandId()
    commands.set(id, { kind, panel })
    link.sendCommand(make(id))
  }
  const panel: Panel = openPanel(byId('panels'), {
    index,
    words,
    memory,
    bet: (at, stake, auto) => send('bet', (id) => ({ t: 'bet', id, panel: at, stake, auto })),
    cashOut: (bet) => send('cash_out', (id) => ({ t: 'cash_out', id, bet })),
    cancel: (bet) => send('cancel_bet', (id) => ({ t: 'cancel_bet', id, bet })),
  })
  return panel
}

function received(message: ToPage): void {
  if (message.t === 'welcome') launch.seated(message.resume)
  const next = apply(state, message)
  if (next === 'gap') {
    if (!isMending) link.send({ t: 'snapshot' })
    isMending = true
    return
  }
  if (message.t === 'snap') {
    isMending = false
    crashedAtMs = 0
  }
  const before = state
  state = next
  if (message.t === 'crash') crashedAtMs = performance.now()
  render()
  if (message.t === 'open') {
    for (const panel of panels) panel.opened(state)
    announce(words.announcements.open(message.no))
  } else if (message.t === 'fly') {
    announce(words.announcements.fly)
    sound.play('start')
  } else if (message.t === 'crash') {
    announce(words.announcements.crash(times(message.crash)))
    sendNetResult(before)
    sound.play('crash')
    if (before.mine.some((bet) => bet.no === before.round?.no && bet.state === 'accepted')) buzz(40)
  }
  if (message.t === 'mine') showChanges(before)
}

/** Plays a sound for a gain or an accepted bet; notifies the portal of a refused one. */
function showChanges(before: GameState): void {
  for (const bet of state.mine) {
    const known = before.mine.find((one) => one.id === bet.id)
    // Skip events in the first message after a reconnect, which happened unseen.
    if (before.mine.length === 0 && known === undefined && bet.state !== 'accepted') continue
    const isNew = (states: OwnBet['state'][]): boolean =>
      states.includes(bet.state) && (known === undefined || !states.includes(known.state))
    if (isNew(['refused'])) notifyPortal({ type: 'dhow:bet-refused', code: bet.code ?? '' })
    if (isNew(['accepted'])) sound.play('bet')
    if (!isNew(['cashed', 'paid'])) continue
    sound.play(bet.payout > bet.stake ? 'paid' : 'rest')
    if (bet.payout > bet.stake) buzz(18)
  }
}

/** Sends the player's net result of a round to the portal, for display only. */
function sendNetResult(before: GameState): void {
  const own = before.mine.filter(
    (bet) => bet.no === before.round?.no && !['refused', 'rolled_back'].includes(bet.state),
  )
  if (own.length === 0) return
  const net = own.reduce((sum, bet) => sum + bet.payout - bet.stake, 0)
  notifyPortal({ type: 'dhow:round-net', round: `${before.chain}-${before.round?.no}`, net })
}

function announce(text: string): void {
  setText(announcement, text)
}

function render(): void {
  const isLinked = connection === 'open' && state.isSeated
  for (const panel of panels) panel.update(state, isLinked)
  secondBet.render()
  setClass(byId('game'), `game game-${state.round?.phase ?? 'none'} connection-${connection}`)
  setText(balance, state.balance === null ? '' : money(state.balance, state.currency))
  demo.hidden = !state.demo
  setText(demo, words.demo)
  if (connection === 'lost') setText(notice, words.reconnecting)
  else if (connection === 'connecting') setText(notice, words.connecting)
  else if (connection === 'open') setText(notice, state.round?.phase === 'void' ? words.voided : '')
  renderLast(state)
  renderBetList(state)
  showNotes(state)
}

const renderLast = openLastRounds(byId('last'), byId('proof', HTMLDialogElement), words, (no) => void showProof(no))
const renderBetList = openBetList(byId('crew'), words, money)

showTools(byId('tools'), sound, words.menu, [
  { label: words.rules.button, open: () => void showRules() },
  { label: words.fairness.title, open: () => void showFairness() },
])

async function showRules(): Promise<void> {
  const { openRules } = await import('./rules-dialog.ts')
  openRules(byId('proof', HTMLDialogElement), state, words)
}

async function showFairness(): Promise<void> {
  const { openFairness } = await import('./proof-dialog.ts')
  const rounds = state.last.slice(0, 5).map(([no, crash]) => ({ id: `${state.chain}-${no}`, no, crash: times(crash) }))
  await openFairness(byId('proof', HTMLDialogElement), rounds, words)
}

async function showProof(no: number): Promise<void> {
  const { openProof } = await import('./proof-dialog.ts')
  await openProof(byId('proof', HTMLDialogElement), `${state.chain}-${no}`, words)
}

/** Largest multiplier shown, in hundredths. */
const horizon = 1_000_000
const bettingWord = (round: GameState['round'], nowMs: number): string =>
  round?.phase !== 'betting' ? '' : nowMs < round.closes ? words.boarding : words.takeOff

let shownPhase = ''
/** Longest betting window seen so far. */
let windowMs = 1000
let lastFrameMs = 0
function frame(atMs: number): void {
  requestAnimationFrame(frame)
  // With reduced motion, draw four times a second.
  if (isStill && atMs - lastFrameMs < 250) return
  lastFrameMs = atMs
  const { round } = state
  const nowMs = link.nowMs()
  const phase = round === null || round.phase === 'void' ? 'waiting' : round.phase
  const isUp = phase === 'flight' || phase === 'over'
  const elapsedMs = round ? nowMs - (round.started ?? round.takeoff) : 0
  const crash = round?.crash ?? horizon
  const shown = phase === 'over' ? Math.min(crash, horizon) : phase === 'flight' ? multiplierAt(elapsedMs) : 100
  const flightMs = phase === 'over' ? 1e9 : elapsedMs
  scene.draw({
    phase,
    elapsedMs: phase === 'over' ? Math.log(shown / 100) / 0.00006 : flightMs,
    multiplier: shown / 100,
    sinceCrashMs: crashedAtMs === 0 ? 1e6 : atMs - crashedAtMs,
    nowMs: atMs,
  })
  for (const panel of panels) panel.frame(state, elapsedMs)
  if (isUp) setText(number, times(shown))
  else if (round && phase === 'betting') {
    const leftMs = Math.max(0, round.closes - nowMs)
    setText(number, leftMs > 0 ? `${(leftMs / 1000).toFixed(1)}` : '')
    windowMs = Math.max(windowMs, leftMs)
    barFill.style.transform = `scaleX(${(leftMs / windowMs).toFixed(3)})`
  } else setText(number, '')
  setText(word, phase === 'over' ? (crash >= horizon ? words.horizon : words.crashed) : bettingWord(round, nowMs))
  if (phase !== shownPhase) {
    shownPhase = phase
    setClass(bar, `dial-bar ${phase === 'betting' ? '' : 'dial-bar-off'}`)
  }
}

const times = (value: number): string => `${hundredths(value)}×`

function money(minor: number, currency: string): string {
  return moneyOf(minor, currency)
}

const dial = byId('dial')
/** Fits the scene to its size, and places the number clear of the sail. */
function fitScene(): void {
  scene.resize()
  const { width, height } = byId('scene').getBoundingClientRect()
  const position = numberPlaceOf(width, height)
  dial.style.setProperty('--number-left', `${position.left}px`)
  dial.style.setProperty('--number-top', `${position.top}px`)
  dial.style.setProperty('--number-size', `${position.fontPx}px`)
}
addEventListener('resize', fitScene)
new ResizeObserver(fitScene).observe(byId('scene'))
addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
  if (event.key === '1') panels[0].press()
  if (event.key === '2') secondBet.press()
})
render()
requestAnimationFrame(frame)
notifyPortal({ type: 'dhow:ready' })
