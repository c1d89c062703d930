import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Protocol } from '@dhow/contract/providers'
import { TextAreaField, TextField } from '@dhow/ui/field'
import { asTyped } from '../../shared/as-typed.ts'
import { ChoiceField } from '../../shared/choice-field.tsx'
import { call, errorsOf } from '../../shared/api.ts'
import { DoneNotice } from '../../shared/done-notice.tsx'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import form from '../../shared/form.module.css'
import { keysOf } from '@dhow/contract/keys-of'

const words = en.providers
const fields = ['code', 'name', 'launch_url', 'feed_url', 'ping_url', 'client_id'] as const
const needed: readonly string[] = ['code', 'name', 'launch_url']
const protocols = keysOf(words.protocols)

/** Proposes a new provider to a second admin. */
export function NewProvider({ close }: { close: () => void }) {
  const [typed, setTyped] = useState<Partial<Record<(typeof fields)[number], string>>>({})
  const [protocol, setProtocol] = useState<Protocol>('dhow')
  const [publicKey, setPublicKey] = useState('')
  const refresh = useRefresh()
  const create = useMutation({
    mutationFn: () => {
      const given = Object.fromEntries(Object.entries(typed).filter(([, text]) => text.trim() !== ''))
      const { code = '', name = '', launch_url = '', ...rest } = given
      return call('createProvider', {
        body: {
          ...rest,
          ...{ code, name, launch_url, protocol },
          ...(protocol === 'hub88' ? { public_key: publicKey } : {}),
        },
      })
    },
    onSuccess: () => refresh('providers', 'changes', 'audit'),
  })
  if (create.data) {
    return (
      <DoneNotice done={words.done} close={close}>
        <p>{words.created}</p>
      </DoneNotice>
    )
  }
  const errors = (field: string) => errorsOf(create.error, field)
  return (
    <ActionForm title={words.add} lead={words.addLead} confirm={words.create} action={create} cancel={close}>
      <div className={form['pair']}>
        <ChoiceField
          label={words.protocol}
          words={words.protocols}
          choices={protocols}
          value={protocol}
          set={setProtocol}
          errors={errors('protocol')}
        />
        {fields.map((field) => (
          <TextField
            key={field}
            label={words.fields[field]}
            value={typed[field] ?? ''}
            onChange={(event) => setTyped((before) => ({ ...before, [field]: event.target.value }))}
            errors={errors(field)}
            required={needed.includes(field)}
            autoComplete="off"
          />
        ))}
      </div>
      {protocol === 'hub88' ? (
        <TextAreaField
          label={words.publicKey}
          {...asTyped(publicKey, setPublicKey, errors('public_key'))}
          rows={5}
          required
        />
      ) : null}
    </ActionForm>
  )
}
