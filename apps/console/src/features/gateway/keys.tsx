import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffProvider } from '@dhow/contract/providers'
import { Button } from '@dhow/ui/button'
import { CopyLine } from '@dhow/ui/copy-line'
import { Notice } from '@dhow/ui/feedback'
import { TextAreaField, TextField } from '@dhow/ui/field'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf } from '../../shared/api.ts'
import { DoneNotice } from '../../shared/done-notice.tsx'
import { fill, formatTime } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.providers

/** A provider's keys: valid ones, adding one, revoking one at once. */
export function Keys({ provider, close }: { provider: StaffProvider; close: () => void }) {
  const [ending, setEnding] = useState<string>()
  const [isAdded, setAdded] = useState(false)
  if (isAdded) {
    return (
      <DoneNotice done={words.done} close={close}>
        <p>{words.keyAdded}</p>
      </DoneNotice>
    )
  }
  return (
    <>
      <KeyList provider={provider} end={setEnding} />
      {ending ? (
        <EndKey code={provider.code} keyId={ending} close={() => setEnding(undefined)} />
      ) : (
        <AddKey provider={provider} added={() => setAdded(true)} close={close} />
      )}
    </>
  )
}

function KeyList({ provider, end }: { provider: StaffProvider; end: (keyId: string) => void }) {
  return (
    <Notice>
      <CopyLine label={words.endpoint} value={provider.endpoint} words={en.copy} />
      {provider.own_public_key ? (
        <CopyLine label={words.ownKey} value={provider.own_public_key} words={en.copy} />
      ) : null}
      <ul aria-label={words.keys}>
        {provider.keys.map((key) => (
          <li key={key.id}>
            <span translate="no">{key.print}</span>{' '}
            {fill(key.ends_at ? words.keyEnds : words.keySince, { at: formatTime(key.ends_at ?? key.added_at) })}{' '}
            <Button kind="plain" small aria-label={`${words.endKey}: ${key.print}`} onClick={() => end(key.id)}>
              {words.endKey}
            </Button>
          </li>
        ))}
        {provider.keys.length === 0 ? <li>{words.fixedKeyText}</li> : null}
      </ul>
    </Notice>
  )
}

function EndKey({ code, keyId, close }: { code: string; keyId: string; close: () => void }) {
  const refresh = useRefresh()
  const end = useMutation({
    mutationFn: () => call('endProviderKey', { params: { id: code }, body: { key: keyId, reason: words.endReason } }),
    onSuccess() {
      close()
      refresh('providers', 'audit')
    },
  })
  return (
    <ActionForm
      title={words.endKey}
      lead={words.endLead}
      confirm={words.endKey}
      kind="danger"
      action={end}
      cancel={close}
    />
  )
}

function AddKey({ provider, added, close }: { provider: StaffProvider; added: () => void; close: () => void }) {
  const [hours, setHours] = useState('24')
  const [publicKey, setPublicKey] = useState('')
  const refresh = useRefresh()
  const isPublic = provider.protocol === 'hub88'
  const add = useMutation({
    mutationFn: () =>
      call('addProviderKey', {
        params: { id: provider.code },
        body: { overlap_hours: Number(hours), ...(isPublic ? { public_key: publicKey } : {}) },
      }),
    onSuccess() {
      added()
      refresh('providers', 'audit')
    },
  })
  return (
    <ActionForm
      title={words.addKey}
      lead={fill(words.addKeyLead, { name: provider.name })}
      confirm={words.addKey}
      action={add}
      cancel={close}
    >
      {isPublic ? (
        <TextAreaField
          label={words.publicKey}
          {...asTyped(publicKey, setPublicKey, errorsOf(add.error, 'public_key'))}
          rows={5}
          required
        />
      ) : null}
      <TextField
        label={words.overlap}
        {...asTyped(hours, setHours, errorsOf(add.error, 'overlap_hours'))}
        inputMode="numeric"
        required
      />
    </ActionForm>
  )
}
