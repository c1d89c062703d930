import { Button } from '@dhow/ui/button'
import { en } from './words/en.ts'

/** State of a paged list. */
export interface Paged {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): Promise<unknown>
}

/** Button for the next page of a list, if there is one. */
export function More({ of, label = en.console.loadMore }: { of: Paged; label?: string }) {
  if (!of.hasNextPage) return null
  return (
    <div>
      <Button kind="quiet" small busy={of.isFetchingNextPage} onClick={() => void of.fetchNextPage()}>
        {label}
      </Button>
    </div>
  )
}
