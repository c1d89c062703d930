import { useState } from 'react'
import { CheckField, TextField } from '@dhow/ui/field'
import { Stack } from '@dhow/ui/layout'
import { useWords } from '../../shared/words/words.tsx'

/** A password, legible on demand. A new one shows its one rule while it is typed. */
export function PasswordField({
  label,
  value,
  onValue,
  fresh = false,
  name = 'password',
  errors,
}: {
  label: string
  value: string
  onValue: (value: string) => void
  fresh?: boolean
  name?: string
  errors: string[] | undefined
}) {
  const words = useWords()
  const [shown, setShown] = useState(false)
  const long = [...value].length >= 8
  return (
    <Stack>
      <TextField
        label={label}
        name={name}
        type={shown ? 'text' : 'password'}
        autoComplete={fresh ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        required
        value={value}
        onChange={(event) => onValue(event.target.value)}
        hint={fresh ? `${value !== '' && long ? '✓ ' : ''}${words.auth.passwordHint}` : undefined}
        errors={errors}
      />
      <CheckField checked={shown} onChange={(event) => setShown(event.target.checked)}>
        {words.auth.show}
      </CheckField>
    </Stack>
  )
}
