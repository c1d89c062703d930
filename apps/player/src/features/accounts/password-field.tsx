import { entriesOf } from '@dhow/contract/records'
import { useState } from 'react'
import { CheckField, TextField } from '@dhow/ui/field'
import { Stack } from '@dhow/ui/layout'
import { useWords } from '../../shared/words/words.tsx'
import styles from './accounts.module.css'
import { passwordRules } from './password-rules.ts'

/** Password field that can show its text. For a new password it shows which rules are met while typing. */
export function PasswordField({
  label,
  value,
  onValue,
  fresh = false,
  own = [],
  name = 'password',
  errors,
}: {
  label: string
  value: string
  onValue: (value: string) => void
  fresh?: boolean
  /** The player's name and number, which a new password must not contain. */
  own?: string[]
  name?: string
  errors: string[] | undefined
}) {
  const words = useWords()
  const [shown, setShown] = useState(false)
  const rules = passwordRules(value, own)
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
        hint={fresh ? words.auth.passwordHint : undefined}
        errors={errors}
      />
      {fresh ? (
        <ul className={styles['rules']} aria-live="polite">
          {entriesOf(rules).map(([rule, kept]) => (
            <li key={rule} data-kept={value !== '' && kept}>
              <span aria-hidden="true">{value !== '' && kept ? '✓' : '○'}</span> {words.auth.passwordRules[rule]}
            </li>
          ))}
        </ul>
      ) : null}
      <CheckField checked={shown} onChange={(event) => setShown(event.target.checked)}>
        {words.auth.show}
      </CheckField>
    </Stack>
  )
}

/** The present password, asked for again before something that a thief of the open page must not do. */
export function CurrentPassword(field: {
  value: string
  onValue: (value: string) => void
  errors: string[] | undefined
}) {
  const { auth } = useWords()
  return <PasswordField label={auth.currentPassword} name="current_password" {...field} />
}
