import { h } from './dom.ts'
import { hundredths } from './hundredths.ts'
import type { GameState } from './state.ts'
import type { Words } from './words.ts'

/** List of the round's bets, largest stakes first; re-renders only changes. */
export function openBetList(root: HTMLElement, words: Words, money: (minor: number, currency: string) => string) {
  let shown: unknown[] = []
  return (state: GameState): void => {
    const parts = [state.list, state.count, state.mine, state.round?.phase]
    if (parts.every((part, index) => part === shown[index]) && root.childElementCount > 0) return
    shown = parts
    const own = new Set(state.demo ? [] : state.mine.filter((bet) => bet.no === state.round?.no).map((bet) => bet.seq))
    const isOver = state.round?.phase === 'over'
    const rows = [...state.list].sort(([, a], [, b]) => b.stake - a.stake)
    root.replaceChildren(
      h('h2', {}, state.count === 0 ? words.noPlayers : words.players(state.count)),
      h(
        'ul',
        {},
        ...rows.map(([seq, { name, stake, currency, cashedOutAt }]) =>
          h(
            'li',
            { class: `${cashedOutAt > 0 ? 'out' : isOver ? 'gone' : ''} ${own.has(seq) ? 'own' : ''}` },
            h('span', {}, own.has(seq) ? words.you : name),
            h('span', { class: 'num' }, money(stake, currency)),
            h('span', { class: 'num' }, cashedOutAt > 0 ? `${hundredths(cashedOutAt)}×` : isOver ? '–' : ''),
          ),
        ),
      ),
    )
  }
}
