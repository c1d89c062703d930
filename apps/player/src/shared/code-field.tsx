import { useEffect, useRef } from 'react'
import { TextField } from '@dhow/ui/field'
import { usePortal } from './portal.tsx'
import { useWords } from './words/words.tsx'

const codeLength = 6

/**
 * Six digits, filled in by the phone where it can read the message, or pasted with blanks between them. In the sandbox a link leads to the
 * inbox.
 */
export function CodeField({
  value,
  onValue,
  errors,
  isFocused = false,
}: {
  value: string
  onValue: (value: string) => void
  errors: string[] | undefined
  /** Puts the focus into it: for screens that ask for nothing else. */
  isFocused?: boolean
}) {
  const words = useWords()
  const { sandboxInbox } = usePortal()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFocused) box.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [isFocused])
  return (
    <div ref={box}>
      <TextField
        label={words.auth.code}
        name="otp"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={value}
        onChange={(event) => onValue(event.target.value.replace(/\D/g, '').slice(0, codeLength))}
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
