import type { Fetched } from './words.tsx'

/** Files of the languages other than English; separate, so that the English lobby does not contain their names. */
export const files = import.meta.glob<{ words: Fetched }>(['./hi/*.ts', './af/*.ts'])
