import type { Play } from '../conformance.ts'
import type { Answer } from '../dialect.ts'

/** One rule of a seamless wallet and its test. */
export interface Rule {
  rule: number
  title: string
  play(play: Play): Promise<void>
}

export const isRefusal = ({ word }: Answer): boolean => word !== 'ok' && word !== 'unknown'
