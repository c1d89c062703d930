import { Button } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { sentenceOf } from './api.ts'
import detail from './queue/detail.module.css'

/** Actions of a table row: each button is read out with the row's name; the error of the last attempt is below. */
export function RowActions({
  name,
  of: { isPending, error },
  actions,
}: {
  name: string
  of: { isPending: boolean; error: unknown }
  /** Those that are possible now; the others are false. */
  actions: readonly (false | { label: string; run: () => void })[]
}) {
  return (
    <div className={detail['buttons']}>
      {actions.map((action) =>
        action ? (
          <Button
            key={action.label}
            kind="plain"
            small
            busy={isPending}
            aria-label={`${action.label}: ${name}`}
            onClick={action.run}
          >
            {action.label}
          </Button>
        ) : null,
      )}
      {error ? (
        <Notice tone="bad" role="alert">
          {sentenceOf(error)}
        </Notice>
      ) : null}
    </div>
  )
}
