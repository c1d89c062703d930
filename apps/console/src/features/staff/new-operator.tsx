import { keysOf } from '@dhow/contract/keys-of'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { SelectField, TextField } from '@dhow/ui/field'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf } from '../../shared/api.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { RoleField } from './role-field.tsx'
import { EnrolLink } from './reset.tsx'
import { endOfDay, SeatEndField } from './seat-end-field.tsx'

const words = en.operators

/** Form for a new operator. The link is only in this answer, so it is shown until dismissed. */
export function NewOperator({ close }: { close: () => void }) {
  const [name, setName] = useState('')
  const [role, setRole] = useState('cashier')
  const [isSeat, setIsSeat] = useState(false)
  const [lastDay, setLastDay] = useState('')
  const refresh = useRefresh()
  const create = useMutation({
    mutationFn: () =>
      call('staffCreate', { body: isSeat ? { name, role, seat_ends_at: endOfDay(lastDay) } : { name, role } }),
    onSuccess: () => refresh('operators', 'changes', 'audit'),
  })
  if (create.data) {
    const { link, alone } = create.data
    if (link === null)
      return (
        <Notice tone="warn" role="status">
          <p>{en.changes.waits}</p>
          <Button kind="quiet" small onClick={close}>
            {words.done}
          </Button>
        </Notice>
      )
    return <EnrolLink made={{ name, link, alone }} close={close} />
  }
  return (
    <ActionForm title={words.add} lead={words.addLead} confirm={words.create} action={create} cancel={close}>
      <TextField
        label={words.name}
        hint={words.nameHint}
        {...asTyped(name, setName, errorsOf(create.error, 'name'))}
        autoComplete="off"
        autoCapitalize="none"
        maxLength={40}
        autoFocus
        required
      />
      <SelectField
        label={words.kind}
        value={isSeat ? 'seat' : 'worker'}
        onChange={(event) => {
          setIsSeat(event.target.value === 'seat')
          setRole(event.target.value === 'seat' ? '' : 'cashier')
        }}
      >
        {keysOf(words.kinds).map((kind) => (
          <option key={kind} value={kind}>
            {words.kinds[kind]}
          </option>
        ))}
      </SelectField>
      <RoleField value={role} choose={setRole} errors={errorsOf(create.error, 'role')} readsOnly={isSeat} />
      {isSeat ? (
        <SeatEndField day={lastDay} choose={setLastDay} errors={errorsOf(create.error, 'seat_ends_at')} />
      ) : null}
    </ActionForm>
  )
}
