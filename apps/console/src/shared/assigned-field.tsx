import { Button } from '@dhow/ui/button'
import { SelectField } from '@dhow/ui/field'
import styles from './queue/detail.module.css'
import { useMe } from './session.tsx'
import { en } from './words/en.ts'

const words = en.cases
interface Operator {
  id: string
  name: string
}

/** Assignee of a case or a review: chosen from permitted operators, or oneself with one button. */
export function AssignedField({
  assigned,
  operators,
  mayGive,
  busy,
  give,
}: {
  assigned: Operator | null
  /** Undefined while loading. */
  operators: readonly Operator[] | undefined
  mayGive: boolean
  busy: boolean
  give: (operatorId: string | null) => void
}) {
  const { operator: me } = useMe()
  return (
    <div className={styles['block']}>
      <SelectField
        label={words.assigned}
        value={assigned?.id ?? ''}
        disabled={!mayGive || busy}
        onChange={(event) => give(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">{words.nobody}</option>
        {(operators ?? (assigned ? [assigned] : [])).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {mayGive && assigned?.id !== me.id ? (
        <div>
          <Button kind="quiet" small busy={busy} onClick={() => give(me.id)}>
            {words.take}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
