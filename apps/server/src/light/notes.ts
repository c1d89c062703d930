import { textOf } from '@dhow/contract/player-texts'
import { html, type Html } from './html.ts'
import type { Visit } from './visit.ts'

/** Sentences that a form may show on the page after its success; other codes in the address are ignored. */
const known = new Set([
  ...(['deposit_received', 'deposit_cancelled', 'deposit_answered', 'credit_asked', 'refund_asked'] as const),
  ...(['voucher_credited', 'voucher_checking', 'voucher_waiting', 'withdrawal_received'] as const),
  ...(['limit_set', 'limit_pending', 'limit_kept', 'limit_raised', 'break_started', 'self_excluded'] as const),
  ...(['password_changed', 'session_invalid'] as const),
])

/** Sentence for the page after a form's success. */
export function noteOf({ query, reader: { words, sentence } }: Visit): Html | false {
  const code = [...known].find((one) => one === query['done'])
  const own = Object.entries(words.done).find(([name]) => name === query['done'])?.[1]
  const text = code === undefined ? own : sentence(textOf(code, {}))
  return text !== undefined && html`<p class="note" role="status">${text}</p>`
}
