import { useToast } from '@dhow/ui/toast'
import { useDecision } from '../../shared/queue/use-decision.ts'
import { depositKey, fetchDeposit, type Deposit } from './deposit-query.ts'

type Reply = Awaited<ReturnType<typeof fetchDeposit>>

/** A form about a deposit as the operator has seen it. */
export interface Action {
  deposit: Deposit
  close: () => void
}

/** A decision about a deposit. `doneText` is shown afterwards; `refresh` names other queries to refetch. */
export function useDepositDecision(
  { deposit, close }: Action,
  send: (version: number) => Promise<Reply>,
  doneText: (decided: Deposit) => string,
  refresh: string[] = [],
) {
  const toast = useToast()
  return useDecision({
    key: depositKey(deposit.id),
    version: deposit.version,
    send,
    fetch: () => fetchDeposit(deposit.id),
    versionOf: (reply) => reply.deposit.version,
    refresh: ['deposits', 'audit', ...refresh],
    done(reply) {
      toast(doneText(reply.deposit), 'good')
      close()
    },
  })
}
