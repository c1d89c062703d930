import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Campaign } from '@dhow/contract/campaigns'
import { TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { asTyped } from '../../shared/as-typed.ts'
import { call } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { asksEverybody, EverybodyField } from './everybody-field.tsx'

const words = en.campaigns

/** Starts a campaign, now or at a set time. */
export function StartForm({ campaign, close }: { campaign: Campaign; close: () => void }) {
  const [at, setAt] = useState('')
  const [everybody, setEverybody] = useState(false)
  const [asked, setAsked] = useState<unknown>()
  const refresh = useRefresh()
  const toast = useToast()
  const start = useMutation({
    mutationFn: () =>
      call('startCampaign', {
        params: { id: campaign.id },
        body: { at: at === '' ? null : new Date(at).toISOString(), everybody },
      }),
    onSuccess({ waits }) {
      refresh('campaigns', 'changes', 'audit')
      toast(waits ? en.changes.waits : fill(words.started, { name: campaign.name }), 'good')
      close()
    },
    onError: setAsked,
  })
  return (
    <ActionForm
      title={words.start}
      lead={fill(words.startLead, { name: campaign.name })}
      confirm={words.start}
      action={start}
      cancel={close}
    >
      <TextField label={words.startAt} hint={words.startAtHint} type="datetime-local" {...asTyped(at, setAt)} />
      {asksEverybody(asked) ? <EverybodyField error={asked} checked={everybody} set={setEverybody} /> : null}
    </ActionForm>
  )
}
