import { TextField } from '@dhow/ui/field'
import { usePortal } from './portal.tsx'
import { useWords } from './words/words.tsx'

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
  const words = useWords()
  const { sandboxInbox } = usePortal()
  return (
    <div>
      <TextField
        label={words.auth.code}
        name="otp"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]{6}"
        maxLength={6}
        required
        value={value}
        onChange={(event) => onValue(event.target.value.replace(/\D/g, ''))}
        hint={words.auth.codeHint}
        errors={errors}
      />
      {sandboxInbox ? (
        <a href={sandboxInbox} target="_blank" rel="noreferrer">
          {words.auth.sandboxInbox}
        </a>
      ) : null}
    </div>
  )
}
