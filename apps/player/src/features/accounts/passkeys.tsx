import type { ReplyOf } from '@dhow/contract/operation'
import type { playerPasskeys } from '@dhow/contract/player-passkeys'
import { Button } from '@dhow/ui/button'
import { TextField } from '@dhow/ui/field'
import { Row, Stack } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form.ts'
import { LoadingOrError } from '../../shared/loading-or-error.tsx'
import { SubmitForm } from '../../shared/submit-form.tsx'
import { fill, formatTime } from '../../shared/format.ts'
import { useLanguage, useWords } from '../../shared/words/words.tsx'
import { makePasskey } from './passkey-device.ts'
import { CurrentPassword } from './password-field.tsx'

type Passkey = ReplyOf<typeof playerPasskeys>['passkeys'][number]

/** The player's passkeys: add, rename, remove. */
export function Passkeys() {
  const { passkeys: words } = useWords()
  const { data, error, refetch } = useQuery({ queryKey: ['passkeys'], queryFn: () => call('playerPasskeys') })
  /** Open form: `add`, or kind and id of a passkey's. */
  const [open, setOpen] = useState<string>()
  const toggle = (form: string) => setOpen(open === form ? undefined : form)
  const done = () => {
    setOpen(undefined)
    void refetch()
  }
  return (
    <>
      <h3>{words.title}</h3>
      <p>{words.lead}</p>
      {data ? (
        <>
          {data.passkeys.length > 0 ? (
            <Stack as="ul">
              {data.passkeys.map((passkey) => (
                <li key={passkey.id}>
                  <Stack>
                    <Named passkey={passkey} open={open} toggle={toggle} />
                    {open === formOf.rename(passkey) ? <RenamePasskey passkey={passkey} done={done} /> : null}
                    {open === formOf.remove(passkey) ? <RemovePasskey passkey={passkey} done={done} /> : null}
                  </Stack>
                </li>
              ))}
            </Stack>
          ) : null}
          <Row>
            <Button kind="quiet" aria-expanded={open === 'add'} onClick={() => toggle('add')}>
              {words.add}
            </Button>
          </Row>
          {open === 'add' ? <AddPasskey done={done} /> : null}
        </>
      ) : (
        <LoadingOrError error={error} refetch={refetch} />
      )}
    </>
  )
}

const formOf = {
  rename: ({ id }: Passkey) => `rename ${id}`,
  remove: ({ id }: Passkey) => `remove ${id}`,
}

function Named({
  passkey,
  open,
  toggle,
}: {
  passkey: Passkey
  open: string | undefined
  toggle: (form: string) => void
}) {
  const { passkeys: words } = useWords()
  const language = useLanguage()
  const { name, created_at, last_used_at } = passkey
  return (
    <Row spread>
      <div>
        <strong>{name}</strong>
        <div>{fill(words.added, { when: formatTime(created_at, language) })}</div>
        <div>
          {last_used_at === null ? words.unused : fill(words.used, { when: formatTime(last_used_at, language) })}
        </div>
      </div>
      <Row>
        {(['rename', 'remove'] as const).map((kind) => {
          const form = formOf[kind](passkey)
          return (
            <Button
              key={kind}
              kind="quiet"
              small
              aria-expanded={open === form}
              aria-label={`${words[kind]}: ${name}`}
              onClick={() => toggle(form)}
            >
              {words[kind]}
            </Button>
          )
        })}
      </Row>
    </Row>
  )
}

/** Asks for the password, then the device makes the passkey. */
function AddPasskey({ done }: { done: () => void }) {
  const { passkeys: words } = useWords()
  const toast = useToast()
  const [password, setPassword] = useState('')
  const [name, setName] = useState('')
  const form = useSubmit(['current_password', 'name'], async () => {
    const { options } = await call('beginPlayerPasskey', { body: { current_password: password } })
    const credential = await makePasskey(options, words)
    await call('addPlayerPasskey', { body: { name: name.trim(), credential } })
    toast(words.done, 'good')
    done()
  })
  return (
    <SubmitForm form={form} label={words.make} wide={false}>
      <p>{words.addLead}</p>
      <CurrentPassword value={password} onValue={setPassword} errors={form.fields['current_password']} />
      <NameField label={words.name} value={name} onValue={setName} errors={form.fields['name']} />
    </SubmitForm>
  )
}

/** Name of a passkey, by which the player knows their device. */
function NameField({
  label,
  value,
  onValue,
  errors,
}: {
  label: string
  value: string
  onValue: (value: string) => void
  errors: string[] | undefined
}) {
  const { passkeys: words } = useWords()
  return (
    <TextField
      label={label}
      hint={words.nameHint}
      name="name"
      maxLength={40}
      autoComplete="off"
      value={value}
      onChange={(event) => onValue(event.target.value)}
      errors={errors}
    />
  )
}

function RenamePasskey({ passkey, done }: { passkey: Passkey; done: () => void }) {
  const { passkeys: words } = useWords()
  const toast = useToast()
  const [name, setName] = useState(passkey.name)
  const form = useSubmit(['name'], async () => {
    await call('renamePlayerPasskey', { params: { id: passkey.id }, body: { name: name.trim() } })
    toast(words.renamed, 'good')
    done()
  })
  return (
    <SubmitForm form={form} label={words.renameNow} wide={false}>
      <NameField label={words.newName} value={name} onValue={setName} errors={form.fields['name']} />
    </SubmitForm>
  )
}

function RemovePasskey({ passkey, done }: { passkey: Passkey; done: () => void }) {
  const { passkeys: words } = useWords()
  const toast = useToast()
  const [password, setPassword] = useState('')
  const form = useSubmit(['current_password'], async () => {
    await call('removePlayerPasskey', { params: { id: passkey.id }, body: { current_password: password } })
    toast(words.removed, 'good')
    done()
  })
  return (
    <SubmitForm form={form} label={words.removeNow} kind="danger" wide={false}>
      <p>{words.removeLead}</p>
      <CurrentPassword value={password} onValue={setPassword} errors={form.fields['current_password']} />
    </SubmitForm>
  )
}
