import { SelectField } from '@dhow/ui/field'
import { parseChoice } from './choices.ts'

/** Choice of one of a few values with their labels. `none`: label and value of the empty option. */
export function ChoiceField<Choice extends string, None extends '' | null = never>({
  words,
  choices,
  value,
  none,
  set,
  ...field
}: {
  label: string
  hint?: string
  words: Readonly<Record<NoInfer<Choice>, string>>
  choices: readonly Choice[]
  value: NoInfer<Choice | None>
  none?: { value: None; word: string }
  set: (value: NoInfer<Choice | None>) => void
  errors?: string[] | undefined
  autoFocus?: boolean
  required?: boolean
}) {
  return (
    <SelectField
      {...field}
      value={value ?? ''}
      onChange={(event) => set(parseChoice(choices, event.target.value) ?? (none ? none.value : value))}
    >
      {none ? <option value="">{none.word}</option> : null}
      {choices.map((one) => (
        <option key={one} value={one}>
          {words[one]}
        </option>
      ))}
    </SelectField>
  )
}
