import { h } from './dom.ts'
import { hundredths } from './hundredths.ts'
import type { GameState } from './state.ts'

/** Note in the scene on a bet of this round. Amounts in minor units. */
export interface FlightNote {
  /** `even`: a payout without gain, shown but not celebrated. */
  kind: 'gain' | 'even' | 'loss'
  minor: number
  /** The multiplier of the cash-out in hundredths; 0 for a loss. */
  at: number
}

/** Notes on the player's bets of the round: each cash-out with its amount, and the stakes lost in the crash. */
export function notesOf({ mine, round }: Pick<GameState, 'mine' | 'round'>): FlightNote[] {
  const own = mine.filter((bet) => bet.no === round?.no)
  const paid = own.filter(({ state }) => state === 'cashed' || state === 'paid')
  const notes = paid.map(({ payout, stake, at }): FlightNote => {
    return { kind: payout > stake ? 'gain' : 'even', minor: payout, at: at ?? 0 }
  })
  const lost = own
    .filter(({ state }) => state === 'lost' || state === 'closed')
    .reduce((sum, { stake }) => sum + stake, 0)
  return lost === 0 || round?.phase !== 'over' ? notes : [...notes, { kind: 'loss', minor: lost, at: 0 }]
}

/** Shows the notes in the scene. Screen readers get the same text from the panels' status lines. */
export function openFlightNotes(scene: HTMLElement, money: (minor: number, currency: string) => string) {
  const list = h('div', { class: 'flight-notes', 'aria-hidden': 'true' })
  scene.append(list)
  let shown = ''
  return (state: GameState): void => {
    const notes = notesOf(state)
    const key = JSON.stringify(notes)
    if (key === shown) return
    shown = key
    const textOf = ({ kind, minor, at }: FlightNote): string =>
      kind === 'loss' ? `−${money(minor, state.currency)}` : `${money(minor, state.currency)} · ${hundredths(at)}×`
    list.replaceChildren(...notes.map((note) => h('b', { class: `note note-${note.kind}` }, textOf(note))))
  }
}
