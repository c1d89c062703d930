import { timingSafeEqual } from 'node:crypto'

/** Compares secrets or signatures in a time that does not depend on where they differ. */
export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
