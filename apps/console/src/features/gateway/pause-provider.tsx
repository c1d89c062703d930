import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffProvider } from '@dhow/contract/providers'
import { TextField } from '@dhow/ui/field'
import { call, errorsOf } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.providers

/** Pauses or resumes a provider, with a reason. */
export function PauseProvider({ provider, close }: { provider: StaffProvider; close: () => void }) {
  const [reason, setReason] = useState('')
  const refresh = useRefresh()
  const opens = provider.state === 'paused'
  const set = useMutation({
    mutationFn: () => call('setProviderState', { params: { id: provider.code }, body: { enabled: opens, reason } }),
    onSuccess() {
      refresh('providers', 'audit')
      close()
    },
  })
  return (
    <ActionForm
      title={opens ? words.open : words.pause}
      lead={fill(opens ? words.openLead : words.pauseLead, { name: provider.name })}
      confirm={opens ? words.open : words.pause}
      kind={opens ? 'main' : 'danger'}
      action={set}
      cancel={close}
    >
      <TextField
        label={words.reason}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        errors={errorsOf(set.error, 'reason')}
        maxLength={500}
        autoFocus
        required
      />
    </ActionForm>
  )
}
