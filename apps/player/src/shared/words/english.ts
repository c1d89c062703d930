import type { Fetched } from './words.tsx'

/** The files of English words but those of the core, whose lobby does not carry so much as their names. */
export const files = import.meta.glob<{ words: Fetched }>(['./en/*.ts', '!./en/core.ts'])
