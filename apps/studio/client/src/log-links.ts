import { h } from './dom.ts'
import { lookUpCommitment, type Committed, type LogAddresses, type LookedUp } from './look-up-commitment.ts'
import type { CommonWords } from './words/common/en.ts'

/**
 * The commitment of a proof, looked up in the public log here, with links to its file and the round's receipts; nothing if the studio did not
 * answer.
 */
export function logLinks(
  log: LogAddresses | undefined,
  committed: Committed | undefined,
  words: CommonWords['proof'],
): HTMLElement | null {
  if (!log || !committed) return null
  const result = h('li', { class: 'check', 'aria-live': 'polite' }, words.inLogLooking)
  void lookUpCommitment(log, committed).then((found) => {
    result.textContent = sentenceOf(found, words)
    result.className = found.state === 'kept' ? 'check good' : found.state === 'away' ? 'check' : 'check bad'
  })
  const link = (href: string, text: string) => h('a', { href, target: '_blank', rel: 'noopener' }, text)
  return h(
    'div',
    { class: 'in-log' },
    h('ul', { class: 'checks' }, result),
    h('p', {}, link(log.receipts, words.inLogReceipts), ' · ', link(log.commitment, words.inLogCommitment)),
  )
}

function sentenceOf(found: LookedUp, words: CommonWords['proof']): string {
  if (found.state === 'kept') return words.inLogKept(found.place)
  return found.state === 'refused' ? words.inLogRefused(found.reason) : words.inLogFailures[found.state]
}
