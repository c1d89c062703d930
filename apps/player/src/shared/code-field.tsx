import { TextField } from '@dhow/ui/field'
import { usePortal } from './portal.tsx'
import { en } from './words/en.ts'

const words = en.auth

/** Six digits, filled in by the phone where it can read the message. In the sandbox a link leads to the inbox. */
export function CodeField({
  value,
  onValue,
  errors,
}: {
  value: string
  onValue: (value: string) => void
  errors: string[] | undefined
}) {
  const { sandboxInbox } = usePortal()
  return (
    <div>
      <TextField
        label={words.code}
        name="otp"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]{6}"
        maxLength={6}
        required
        value={value}
        onChange={(event) => onValue(event.target.value.replace(/\D/g, ''))}
        hint={words.codeHint}
        errors={errors}
      />
      {sandboxInbox ? (
        <a href={sandboxInbox} target="_blank" rel="noreferrer">
          {words.sandboxInbox}
        </a>
      ) : null}
    </div>
  )
}
