import { ApiError } from '@dhow/client/api-error'
import { CheckField } from '@dhow/ui/field'
import { fill } from '../../shared/format.ts'
import { en } from '../../shared/words/en.ts'

const words = en.campaigns

/** Whether a call was refused because its rules match every player of the market. */
export const asksEverybody = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'segment_everybody'

/** Confirmation word for rules that match everybody, with the number of players. */
export function EverybodyField({
  error,
  checked,
  set,
}: {
  error: unknown
  checked: boolean
  set: (checked: boolean) => void
}) {
  const count = asksEverybody(error) ? error.data['matched'] : undefined
  return (
    <CheckField checked={checked} onChange={(event) => set(event.target.checked)}>
      {typeof count === 'number' ? fill(words.meanSoMany, { count }) : words.meanEverybody}
    </CheckField>
  )
}
