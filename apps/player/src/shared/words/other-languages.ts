import type { Fetched } from './words.tsx'

/** The files of every language but English, whose lobby does not carry so much as their names. */
export const files = import.meta.glob<{ words: Fetched }>(['./hi/*.ts', './af/*.ts'])
