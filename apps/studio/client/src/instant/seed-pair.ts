import type { Answer, SeedsView } from '../../../src/instant/messages.ts'
import type { Api } from './api.ts'
import { randomSeed } from './random-seed.ts'
import type { Words } from './words.ts'

/** The player's seeds, as the studio last sent them. */
export function openSeedPair(api: Api, dialog: HTMLDialogElement, words: Words) {
  let seeds: SeedsView | null = null
  const update = (answer: { seeds?: SeedsView | undefined }) => void (seeds = answer.seeds ?? seeds)

  async function rotate(commitment: string, clientSeed: string): Promise<Answer['code']> {
    const answer = await api.call('rotate', { commitment, clientSeed })
    update(answer)
    return answer.code
  }

  /** Chooses a player's first client seed at random, after the server's commitment is known. */
  async function choose(): Promise<void> {
    if (seeds && !seeds.active) await rotate(seeds.next, randomSeed())
  }

  return {
    update,
    /** Places a bet; chooses seeds first if the studio has none of the player. */
    async bet(body: object): Promise<Answer> {
      await choose()
      const answer = await api.call('bet', body)
      if (answer.code !== 'seeds_needed') return answer
      update(await api.call('state', {}))
      await choose()
      return api.call('bet', body)
    },
    /** Counts a round played with them. */
    used(nonce: number): void {
      if (seeds?.active) seeds.active.nonce = Math.max(seeds.active.nonce, nonce + 1)
    },
    async show(hasOpenRound: () => boolean): Promise<void> {
      if (!seeds) return
      const { openSeeds } = await import('./seeds-dialog.ts')
      const first = seeds
      openSeeds(dialog, words, { seeds: () => seeds ?? first, hasOpenRound, rotate })
    },
  }
}
