import type { ReactNode } from 'react'
import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'

/** Result of a finished action, in place of its form until the operator closes it. */
export function DoneNotice({
  tone = 'good',
  done,
  close,
  children,
}: {
  tone?: 'good' | 'warn' | 'bad'
  /** Word of the button. */
  done: string
  close: () => void
  children: ReactNode
}) {
  return (
    <Notice tone={tone} role="status">
      {children}
      <div>
        <Button kind="quiet" small onClick={close}>
          {done}
        </Button>
      </div>
    </Notice>
  )
}
