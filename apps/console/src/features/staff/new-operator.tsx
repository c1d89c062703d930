import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { TextField } from '@dhow/ui/field'
import { call, errorsOf } from '../../shared/api.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { RoleField } from './role-field.tsx'
import { EnrolLink } from './reset.tsx'

const words = en.operators

/** A new operator; the link is in the answer and nowhere else, so it stays on the screen until it is put away. */
export function NewOperator({ close }: { close: () => void }) {
  const [name, setName] = useState('')
  const [role, setRole] = useState('cashier')
  const refresh = useRefresh()
  const create = useMutation({
    mutationFn: () => call('staffCreate', { body: { name, role } }),
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
        value={name}
        onChange={(event) => setName(event.target.value)}
        errors={errorsOf(create.error, 'name')}
        autoComplete="off"
        autoCapitalize="none"
        maxLength={40}
        autoFocus
        required
      />
      <RoleField value={role} choose={setRole} errors={errorsOf(create.error, 'role')} />
    </ActionForm>
  )
}
