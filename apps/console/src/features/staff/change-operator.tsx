import { useState } from 'react'
import type { ReplyOf } from '@dhow/contract/operation'
import type { staffList } from '@dhow/contract/operators'
import { SelectField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { call } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { RoleField } from './role-field.tsx'
import { parseChoice } from '../../shared/choices.ts'
import { endOfDay, SeatEndField } from './seat-end-field.tsx'

const words = en.operators
type Operator = ReplyOf<typeof staffList>['operators'][number]
type Action = keyof typeof words.actions

/** Changes to another operator: role, active or not, reset of a lost password. */
export function ChangeOperator({ operator, close }: { operator: Operator; close: () => void }) {
  const mayAdd = usePermission('staff.manage')
  const actions: readonly Action[] = mayAdd
    ? [operator.active ? 'off' : 'on', 'role', ...(operator.seat_ends_at ? (['seat'] as const) : []), 'reset']
    : ['reset']
  const [action, setAction] = useState<Action>(actions[0] ?? 'reset')
  const [role, setRole] = useState(operator.role)
  const [lastDay, setLastDay] = useState(operator.seat_ends_at?.slice(0, 10) ?? '')
  const told = ({ waits }: { waits: boolean }) =>
    toast(waits ? en.changes.waits : fill(words.actions[action].done, { name: operator.name }), 'good')
  const params = { id: operator.id }
  const toast = useToast()
  const send = (reason: string): Promise<unknown> => {
    switch (action) {
      case 'off':
      case 'on':
        return call('setOperatorActive', { params, body: { active: action === 'on', reason } })
      case 'role':
        return call('setOperatorRole', { params, body: { role, reason } }).then(told)
      case 'seat':
        return call('setSeatEnd', { params, body: { seat_ends_at: endOfDay(lastDay) ?? '', reason } }).then(told)
      case 'reset':
        return call('askOperatorReset', { params, body: { reason } })
    }
  }
  return (
    <ReasonForm
      words={{
        ...words.actions[action],
        label: words.changeOf,
        ...(action === 'role' || action === 'seat' ? { done: '' } : {}),
      }}
      name={{ name: operator.name }}
      kind={action === 'off' ? 'danger' : 'main'}
      refresh={['operators', 'changes']}
      send={send}
      close={close}
    >
      {(errors) => (
        <>
          <SelectField
            label={words.choose}
            value={action}
            onChange={(event) => setAction(parseChoice(actions, event.target.value) ?? action)}
            autoFocus
          >
            {actions.map((one) => (
              <option key={one} value={one}>
                {words.actions[one].label}
              </option>
            ))}
          </SelectField>
          {action === 'role' ? (
            <RoleField
              value={role}
              choose={setRole}
              errors={errors('role')}
              readsOnly={operator.seat_ends_at !== null}
            />
          ) : null}
          {action === 'seat' ? (
            <SeatEndField day={lastDay} choose={setLastDay} errors={errors('seat_ends_at')} />
          ) : null}
        </>
      )}
    </ReasonForm>
  )
}
