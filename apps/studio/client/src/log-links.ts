import { h } from './dom.ts'
import type { CommonWords } from './words/common/en.ts'

/** Addresses at the portal: proof that the public log had a round's chain or seed, and the player's rounds with their receipts. */
export interface InLog {
  commitment: string
  receipts: string
}

/** The ways from a proof to the public log; none where the studio did not answer. */
export function logLinks(log: InLog | undefined, words: CommonWords['proof']): HTMLElement | null {
  if (!log) return null
  const link = (href: string, text: string) => h('a', { href, target: '_blank', rel: 'noopener' }, text)
  return h(
    'p',
    { class: 'quiet' },
    `${words.inLog} `,
    link(log.commitment, words.inLogCommitment),
    ' · ',
    link(log.receipts, words.inLogReceipts),
  )
}
