import { TextField } from '@dhow/ui/field'
import { useWords } from '../../shared/words/words.tsx'

/** The name by which other players see this one. */
export function PlayerNameField({
  value,
  onValue,
  hint,
  errors,
}: {
  value: string
  onValue: (name: string) => void
  hint: string
  errors: string[] | undefined
}) {
  const { auth } = useWords()
  return (
    <TextField
      label={auth.playerName}
      name="player_name"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={20}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      hint={hint}
      errors={errors}
    />
  )
}
