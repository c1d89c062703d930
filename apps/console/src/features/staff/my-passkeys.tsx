import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '@dhow/contract/operation'
import type { ownPasskeys } from '@dhow/contract/passkeys'
import { Button } from '@dhow/ui/button'
import { TextField } from '@dhow/ui/field'
import { Card } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, formatTime } from '../../shared/format.ts'
import { canUsePasskeys, makePasskey } from '../../shared/passkey.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { FactorFields, noFactors, factorsBody } from './factor-fields.tsx'
import styles from './my-account.module.css'

const words = en.myAccount.passkeys
type Passkey = ReplyOf<typeof ownPasskeys>['passkeys'][number]
type Open = { form: 'add' } | { form: 'rename' | 'remove'; passkey: Passkey }

/** The operator's own passkeys: register, name, remove. */
export function MyPasskeys() {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const asked = useQuery({ queryKey: ['passkeys'], queryFn: () => call('ownPasskeys') })
  return (
    <Card className={styles['card']}>
      <h2>{words.title}</h2>
      <p>{words.about}</p>
      {open?.form === 'add' ? <AddPasskey close={close} /> : null}
      {open?.form === 'rename' ? <RenamePasskey passkey={open.passkey} close={close} /> : null}
      {open?.form === 'remove' ? <RemovePasskey passkey={open.passkey} close={close} /> : null}
      {open ? null : (
        <Asked query={asked}>
          {({ passkeys }) => (
            <>
              <ul className={styles['passkeys']}>
                {passkeys.map((passkey) => (
                  <li key={passkey.id}>
                    <span>
                      <strong>{passkey.name}</strong>{' '}
                      <small>
                        {passkey.last_used_at === null
                          ? fill(words.unused, { since: formatTime(passkey.created_at) })
                          : fill(words.used, { used: formatTime(passkey.last_used_at) })}
                      </small>
                    </span>
                    {(['rename', 'remove'] as const).map((form) => (
                      <Button
                        key={form}
                        kind="plain"
                        small
                        aria-label={fill(words[form].of, { name: passkey.name })}
                        onClick={() => setOpen({ form, passkey })}
                      >
                        {words[form].label}
                      </Button>
                    ))}
                  </li>
                ))}
              </ul>
              {canUsePasskeys() ? (
                <div>
                  <Button kind="quiet" small onClick={() => setOpen({ form: 'add' })}>
                    {words.add.label}
                  </Button>
                </div>
              ) : (
                <p>{words.unsupported}</p>
              )}
            </>
          )}
        </Asked>
      )}
    </Card>
  )
}

/** Asks for password and code, then the device makes the passkey. */
function AddPasskey({ close }: { close: () => void }) {
  const [factors, setFactors] = useState(noFactors)
  const [name, setName] = useState('')
  const { done, fields } = useFormEnd(close)
  const add = useMutation({
    mutationFn: async () => {
      const { options } = await call('beginPasskey', { body: factorsBody(factors) })
      return call('addPasskey', { body: { name: name.trim(), credential: await makePasskey(options) } })
    },
    onSuccess: () => done(words.add.done),
  })
  return (
    <ActionForm title={words.add.label} lead={words.add.lead} confirm={words.add.label} action={add} cancel={close}>
      {fields(name, setName, add.error)}
      <FactorFields factors={factors} set={setFactors} error={add.error} codeLabel={en.myAccount.code} />
    </ActionForm>
  )
}

function RenamePasskey({ passkey, close }: { passkey: Passkey; close: () => void }) {
  const [name, setName] = useState(passkey.name)
  const { done, fields } = useFormEnd(close)
  const rename = useMutation({
    mutationFn: () => call('renamePasskey', { params: { id: passkey.id }, body: { name: name.trim() } }),
    onSuccess: () => done(words.rename.done),
  })
  const title = fill(words.rename.of, { name: passkey.name })
  return (
    <ActionForm title={title} lead={title} confirm={words.rename.label} action={rename} cancel={close}>
      {fields(name, setName, rename.error)}
    </ActionForm>
  )
}

function RemovePasskey({ passkey, close }: { passkey: Passkey; close: () => void }) {
  const [factors, setFactors] = useState(noFactors)
  const { done } = useFormEnd(close)
  const remove = useMutation({
    mutationFn: () => call('removePasskey', { params: { id: passkey.id }, body: factorsBody(factors) }),
    onSuccess: () => done(words.remove.done),
  })
  const title = fill(words.remove.of, { name: passkey.name })
  return (
    <ActionForm
      title={title}
      lead={words.remove.lead}
      confirm={words.remove.label}
      kind="danger"
      action={remove}
      cancel={close}
    >
      <FactorFields factors={factors} set={setFactors} error={remove.error} codeLabel={en.myAccount.code} />
    </ActionForm>
  )
}

/** Closes a form with a toast, and renders the name field. */
function useFormEnd(close: () => void) {
  const toast = useToast()
  const refresh = useRefresh()
  return {
    done(sentence: string) {
      refresh('passkeys')
      toast(sentence, 'good')
      close()
    },
    fields: (name: string, setName: (name: string) => void, error: unknown) => (
      <TextField
        label={words.name}
        hint={words.nameHint}
        {...asTyped(name, setName, errorsOf(error, 'name'))}
        maxLength={40}
        autoComplete="off"
        required
      />
    ),
  }
}
