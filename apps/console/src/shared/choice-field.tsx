import { SelectField } from '@dhow/ui/field'
import { oneOf } from './choices.ts'

/** The choice of one of a few values, each named by its word. */
export function ChoiceField<Choice extends string>({
  label,
  hint,
  choices,
  words,
  value,
  set,
  errors,
}: {
  label: string
  hint?: string
  choices: readonly Choice[]
  words: Record<Choice, string>
  value: Choice
  set: (value: Choice) => void
  errors: string[] | undefined
}) {
  return (
    <SelectField
      label={label}
      hint={hint}
      value={value}
      onChange={(event) => set(oneOf(choices, event.target.value) ?? value)}
      errors={errors}
    >
      {choices.map((one) => (
        <option key={one} value={one}>
          {words[one]}
        </option>
      ))}
    </SelectField>
  )
}
