import type { StaffTournament } from '@dhow/contract/tournament-desk'
import { call } from '../../shared/api.ts'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.tournaments
const acts = {
  cancel: { label: words.cancel, lead: words.cancelLead, operation: 'cancelTournament' },
  end: { label: words.end, lead: words.endLead, operation: 'endTournament' },
} as const

/** Cancels a tournament or ends it now, with a reason. */
export function EndTournament({
  kind,
  tournament: { id, name },
  close,
}: {
  kind: keyof typeof acts
  tournament: StaffTournament
  close: () => void
}) {
  const { label, lead, operation } = acts[kind]
  return (
    <ReasonForm
      words={{ label, lead, confirm: label, done: '' }}
      name={{ name }}
      kind="danger"
      hint={words.reasonHint}
      maxLength={200}
      refresh={['tournaments', 'changes']}
      send={(reason) => call(operation, { params: { id }, body: { reason } })}
      close={close}
    />
  )
}
