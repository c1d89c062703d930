import { openChainFairness, openChainProof, type ChainGame } from './chain-dialogs.ts'
import { crashApi, proofView, type PublishedFlight } from './proof-view.ts'
import type { Words } from './words.ts'

const crash = (words: Words): ChainGame<PublishedFlight> => ({
  api: crashApi,
  page: '/proof/crash',
  words,
  view: (inputs, published) => proofView(inputs, published.crash, words),
})

export const openProof = (dialog: HTMLDialogElement, round: string, words: Words): Promise<void> =>
  openChainProof(dialog, crash(words), round)

export const openFairness = (
  dialog: HTMLDialogElement,
  rounds: { id: string; no: number; crash: string }[],
  words: Words,
): Promise<void> =>
  openChainFairness(
    dialog,
    crash(words),
    rounds.map((round) => ({ id: round.id, label: words.fairness.round(round.no, round.crash) })),
  )
