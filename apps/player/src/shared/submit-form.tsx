import type { ReactNode } from 'react'
import { Button } from '@dhow/ui/button'
import { FormMessage } from './form-message.tsx'
import type { useSubmit } from './form.ts'
import styles from './page.module.css'
import { useWords } from './words/words.tsx'

/** A form with its fields, its general message, and a submit button with a busy state. */
export function SubmitForm({
  form,
  label,
  working,
  kind = 'main',
  wide = true,
  children,
  foot,
}: {
  form: ReturnType<typeof useSubmit>
  label: string
  /** The button's words while it works. */
  working?: string
  kind?: 'main' | 'danger'
  wide?: boolean
  children?: ReactNode
  /** Further ways, below the button. */
  foot?: ReactNode
}) {
  const { auth } = useWords()
  return (
    <form method="post" className={styles['form']} onSubmit={(event) => void form.submit(event)} noValidate>
      {children}
      <FormMessage>{form.message}</FormMessage>
      <Button type="submit" kind={kind} wide={wide} busy={form.busy}>
        {form.busy ? (working ?? auth.working) : label}
      </Button>
      {foot}
    </form>
  )
}
