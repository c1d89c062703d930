import { useRef, useState, type FormEvent } from 'react'
import { TextField } from '@dhow/ui/field'
import { useKeys } from './keys.tsx'
import styles from './search-box.module.css'
import { Button } from '@dhow/ui/button'
import { en } from './words/en.ts'

/** Search field, applied on submit; `f` focuses it. */
export function SearchBox({
  label,
  hint,
  value,
  search,
}: {
  label: string
  hint: string
  value: string
  search: (text: string) => void
}) {
  const [text, setText] = useState(value)
  const form = useRef<HTMLFormElement>(null)
  useKeys({ f: () => form.current?.querySelector('input')?.focus() })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    search(text.trim())
  }
  return (
    <form method="post" ref={form} className={styles['box']} role="search" onSubmit={submit}>
      <TextField
        label={label}
        hint={hint}
        type="search"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          if (event.target.value === '' && value !== '') search('')
        }}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        maxLength={60}
      />
      <Button type="submit" kind="quiet" small>
        {en.console.search}
      </Button>
    </form>
  )
}
