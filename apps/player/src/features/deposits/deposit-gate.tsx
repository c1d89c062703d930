import type { DepositStop } from '@dhow/contract/payments'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Notice } from '@dhow/ui/feedback'
import { OnBreak } from '../../shared/on-break.tsx'
import { usePortal } from '../../shared/portal.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { depositOptionsQuery } from './chooser-queries.ts'

/** Ways to deposit: a reported transfer, a payment service's page, or a voucher. */
type Way = 'transfers' | 'services' | 'vouchers'

/** Reasons why the player cannot deposit now; none while they load, since the server checks again. */
export function useDepositStops(method?: string): DepositStop[] {
  const { settings } = usePortal()
  const { data } = useQuery(depositOptionsQuery(method))
  return settings.auto_deposit === 1
    ? (data?.stops ?? [])
    : [{ code: 'deposits_unavailable', applies_to: 'all', until: null }]
}

/** Shows its children if the player can deposit this way, else the reason and alternatives. `method`: for a page without a call of its own. */
export function DepositGate({ by, method, children }: { by: Way; method?: string; children: ReactNode }) {
  const stop = useDepositStops(method).find(({ applies_to }) => applies_to === 'all' || applies_to === by)
  return stop ? <DepositStopped stop={stop} /> : children
}

export function DepositStopped({ stop: { code, applies_to, until } }: { stop: DepositStop }) {
  const { failures, nav } = useWords()
  if (code === 'on_break') return <OnBreak until={until} />
  const sentences = {
    deposits_unavailable: nav.depositsOff,
    deposits_blocked: failures.depositsBlocked,
    too_many_open_deposits: applies_to === 'services' ? failures.manyPages : failures.manyTransfers,
  }
  return <Notice tone="warn">{sentences[code]}</Notice>
}
