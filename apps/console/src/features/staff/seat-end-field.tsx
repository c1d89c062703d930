import { TextField } from '@dhow/ui/field'
import { asTyped } from '../../shared/as-typed.ts'
import { en } from '../../shared/words/en.ts'

/** End of a local day as an instant; undefined without a day. */
export function endOfDay(day: string): string | undefined {
  const end = new Date(`${day}T23:59:59`)
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString()
}

/** Choice of the last day of a read-only account. */
export function SeatEndField({
  day,
  choose,
  errors,
}: {
  day: string
  choose: (day: string) => void
  errors: string[] | undefined
}) {
  return (
    <TextField
      label={en.operators.seatEnds}
      hint={en.operators.seatHint}
      type="date"
      {...asTyped(day, choose, errors)}
      required
    />
  )
}
