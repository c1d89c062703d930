import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { BodyOf } from '@dhow/contract/operation'
import type { createRole } from '@dhow/contract/roles'
import { isOverMoney, permissions as rows, type Permission } from '@dhow/contract/permissions'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { asTyped } from '../../shared/as-typed.ts'
import { ReasonField } from '../../shared/queue/reason-field.tsx'
import { call, errorsOf, hasFieldErrors, sentenceOf } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { PermissionBoxes } from './permission-boxes.tsx'
import type { Role } from './role-field.tsx'
import form from '../../shared/form.module.css'
import detail from '../../shared/queue/detail.module.css'
import styles from './roles.module.css'

const words = en.roles

/** Creates a role, optionally as a copy of `from`, or changes `role`. */
export function RoleEditor({
  role,
  from,
  close,
}: {
  role?: Role
  from?: Role | undefined
  close: (id?: string) => void
}) {
  const begin = role ?? from
  const [name, setName] = useState(role?.name ?? (from ? fill(words.copyOf, { name: from.name }) : ''))
  const [about, setAbout] = useState(begin?.about ?? '')
  const [reason, setReason] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<Permission>>(new Set(begin?.permissions))
  const before = new Set(role?.permissions)
  const typed = { name: name.trim(), about: about.trim(), reason: reason.trim() }
  const save = useSave({ role, close }, () => ({ ...typed, permissions: [...chosen] }))
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }
  return (
    <form
      method="post"
      className={styles['editor']}
      onSubmit={onSubmit}
      onInput={() => save.error && save.reset()}
      aria-label={role?.name ?? words.add}
    >
      <div className={form['pair']}>
        <TextField
          label={words.name}
          hint={words.nameHint}
          {...asTyped(name, setName, errorsOf(save.error, 'name'))}
          minLength={3}
          maxLength={40}
          autoComplete="off"
          autoFocus
          required
        />
        <TextField
          label={words.about}
          hint={words.aboutHint}
          {...asTyped(about, setAbout, errorsOf(save.error, 'about'))}
          maxLength={200}
          autoComplete="off"
        />
      </div>
      <PermissionBoxes chosen={chosen} before={before} change={setChosen} />
      <div className={styles['foot']}>
        <Changes role={role} chosen={chosen} before={before} />
        <ReasonField value={reason} set={setReason} errors={errorsOf(save.error, 'reason')} />
        <Failure error={save.error} />
        <div className={detail['buttons']}>
          <Button type="submit" busy={save.isPending}>
            {role ? words.save : words.create}
          </Button>
          <Button kind="plain" onClick={() => close(role?.id)}>
            {en.console.cancel}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** Creates or changes the role. */
function useSave(
  { role, close }: { role: Role | undefined; close: (id?: string) => void },
  bodyOf: () => BodyOf<typeof createRole>,
) {
  const refresh = useRefresh()
  const toast = useToast()
  return useMutation({
    mutationFn: async () => {
      const body = bodyOf()
      if (!role) return { id: (await call('createRole', { body })).id, text: fill(words.made, { name: body.name }) }
      const changed = { ...body, version: role.version }
      const { waits, alone } = await call('changeRole', { params: { id: role.id }, body: changed })
      const saved = `${fill(words.saved, { name: body.name })}${alone ? ` ${words.alone}` : ''}`
      return { id: role.id, text: waits ? en.changes.waits : saved }
    },
    onSuccess({ id, text }) {
      refresh('roles', 'operators', 'changes', 'audit')
      toast(text, 'good')
      close(id)
    },
  })
}

/** Reason of a failed save, if no field shows it. */
function Failure({ error }: { error: unknown }) {
  const sentences = errorsOf(error, 'permissions') ?? (error && !hasFieldErrors(error) ? [sentenceOf(error)] : [])
  return sentences.map((sentence) => (
    <Notice key={sentence} tone="bad" role="alert">
      {sentence}
    </Notice>
  ))
}

/** Difference to the current role, and the affected operators. */
function Changes({
  role,
  chosen,
  before,
}: {
  role: Role | undefined
  chosen: ReadonlySet<Permission>
  before: ReadonlySet<Permission>
}) {
  const gains = [...chosen].filter((one) => !before.has(one))
  const loses = [...before].filter((one) => !chosen.has(one))
  if (!role) return null
  return (
    <section className={styles['changes']} aria-label={words.changes} aria-live="polite">
      <h3>{words.changes}</h3>
      {gains.length + loses.length === 0 ? <p>{words.noChanges}</p> : null}
      <ul>
        {gains.map((one) => (
          <li key={one} data-gains="true">
            <strong>{words.gains}</strong> {rows[one].sentence}
          </li>
        ))}
        {loses.map((one) => (
          <li key={one}>
            <strong>{words.loses}</strong> {rows[one].sentence}
          </li>
        ))}
      </ul>
      {role.operators.length > 0 && gains.length + loses.length > 0 ? (
        <p>
          {words.who}: {role.operators.join(', ')}. {gains.some(isOverMoney) ? words.waits : words.atOnce}
        </p>
      ) : null}
    </section>
  )
}
