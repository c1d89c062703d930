import { timingSafeEqual } from 'node:crypto'

/** Compares secrets or signatures in constant time. */
export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
