import { call } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { RejectPayment, typedNote, useRejection } from '../../shared/queue/reject-payment.tsx'
import { en } from '../../shared/words/en.ts'
import { useDepositDecision, type Action } from './use-deposit-decision.ts'

const words = en.deposits
type Reason = keyof typeof words.reasons

export function RejectForm({ deposit, close }: Action) {
  const typed = useRejection<Reason>()
  const reject = useDepositDecision(
    { deposit, close },
    (version) =>
      call('rejectDeposit', {
        params: { id: deposit.id },
        body: { reason: typed.reason as Reason, version, ...typedNote(typed.note) },
      }),
    ({ player }) => fill(words.rejected, { player: player.player_name }),
  )
  return <RejectPayment lead={words.rejectLead} reasons={words.reasons} typed={typed} action={reject} close={close} />
}
