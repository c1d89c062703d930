import { useEffect, useRef, type RefObject } from 'react'
import { TextField } from '@dhow/ui/field'
import { usePortal } from './portal.tsx'
import { useWords } from './words/words.tsx'

const codeLength = 6

/**
 * Field for six digits, filled in from the text message where the phone can, or pasted with spaces. Submits its form once all six are there. In the
 * sandbox a link leads to the inbox.
 */
export function CodeField({
  value,
  onValue,
  errors,
  isFocused = false,
  hint,
  sandboxPath = '',
}: {
  value: string
  onValue: (value: string) => void
  errors: string[] | undefined
  /** Focuses the field: for screens without other fields. */
  isFocused?: boolean
  /** Says how the code was sent, if not by text message. */
  hint?: string
  /** Sandbox page that shows the code. */
  sandboxPath?: string
}) {
  const words = useWords()
  const { sandboxInbox } = usePortal()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFocused) box.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [isFocused])
  useSending(box, value)
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
        hint={hint ?? words.auth.codeHint}
        errors={errors}
      />
      {sandboxInbox ? (
        <a href={sandboxInbox + sandboxPath} target="_blank" rel="noreferrer">
          {words.auth.sandboxInbox}
        </a>
      ) : null}
    </div>
  )
}

/** Submits the form once per complete code, or focuses a field that is still empty. */
function useSending(box: RefObject<HTMLDivElement | null>, value: string) {
  const sent = useRef('')
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value.length === codeLength ? value : ''
    const form = box.current?.querySelector('input')?.form
    if (sent.current === '' || !form) return
    const empty = firstEmpty(form)
    if (empty) empty.focus()
    else form.requestSubmit()
  }, [box, value])
}

function firstEmpty(form: HTMLFormElement) {
  return [...form.querySelectorAll<HTMLInputElement>('[required]')].find(isEmpty)
}

function isEmpty({ type, checked, value }: HTMLInputElement) {
  return type === 'checkbox' ? !checked : value.trim() === ''
}
