import type { OpenStage, Stage, StageParts } from './stage.ts'

/** Stages by game, loaded when the game is opened. */
const stages = {
  dice: async () => (await import('./dice.ts')).openDice,
  limbo: async () => (await import('./limbo.ts')).openLimbo,
  plinko: async () => (await import('./plinko.ts')).openPlinko,
  mines: async () => (await import('./mines.ts')).openMines,
  wheel: async () => (await import('./wheel.ts')).openWheel,
  keno: async () => (await import('./keno.ts')).openKeno,
  blackjack: async () => (await import('./blackjack.ts')).openBlackjack,
  hilo: async () => (await import('./hilo.ts')).openHilo,
} satisfies Record<string, () => Promise<OpenStage>>

export type Slug = keyof typeof stages
export const isSlug = (name: string): name is Slug => Object.hasOwn(stages, name)

export const openStage = async (slug: Slug, parts: StageParts): Promise<Stage> => (await stages[slug]())(parts)
