import type { StaffProvider } from '@dhow/contract/providers'
import { call } from '../../shared/api.ts'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.providers

/** Pauses or resumes a provider, with a reason. */
export function PauseProvider({ provider, close }: { provider: StaffProvider; close: () => void }) {
  const opens = provider.state === 'paused'
  const label = opens ? words.open : words.pause
  return (
    <ReasonForm
      words={{ label, lead: opens ? words.openLead : words.pauseLead, confirm: label, done: '' }}
      name={{ name: provider.name }}
      kind={opens ? 'main' : 'danger'}
      refresh={['providers']}
      send={(reason) => call('setProviderState', { params: { id: provider.code }, body: { enabled: opens, reason } })}
      close={close}
    />
  )
}
