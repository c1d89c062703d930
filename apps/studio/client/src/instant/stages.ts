import type { OpenStage, Stage, StageParts } from './stage.ts'

/** A game's own drawing, fetched when that game is opened. */
const stages = {
  dice: async () => (await import('./dice.ts')).openDice,
} satisfies Record<string, () => Promise<OpenStage>>

export type Slug = keyof typeof stages

export const openStage = async (slug: Slug, parts: StageParts): Promise<Stage> => (await stages[slug]())(parts)
