import type { TableGame } from '../../../src/tables/rules.ts'
import { openChainFairness, openChainProof, type ChainGame } from '../chain-dialogs.ts'
import { proofView, type PublishedDeal } from './proof-view.ts'
import type { Words } from './words.ts'

const chainGame = (game: TableGame, words: Words): ChainGame<PublishedDeal> => ({
  api: `/api/tables/${game.slug}`,
  page: `/proof/${game.slug}`,
  words,
  view: (inputs, published) => proofView(game, inputs, published.outcome, words),
})

export const openProof = (dialog: HTMLDialogElement, game: TableGame, round: string, words: Words): Promise<void> =>
  openChainProof(dialog, chainGame(game, words), round)

export const openFairness = (
  dialog: HTMLDialogElement,
  game: TableGame,
  rounds: { id: string; no: number; result: string }[],
  words: Words,
): Promise<void> =>
  openChainFairness(
    dialog,
    chainGame(game, words),
    rounds.map(({ id, no, result }) => ({ id, label: words.fairness.round(no, result) })),
  )
