import { Failure, Skeleton } from '@dhow/ui/feedback'
import { sentencesOf } from './api.ts'
import { useWords } from './words/words.tsx'

/** In place of an answer that has not come: its outline, or why it did not come, with a way to ask again. */
export function LoadingOrError({ error, refetch, lines }: { error: unknown; refetch: () => unknown; lines?: number }) {
  const { portal } = useWords()
  return error ? (
    <Failure message={sentencesOf(error).join(' ')} retry={() => void refetch()} retryLabel={portal.retry} />
  ) : (
    <Skeleton {...(lines === undefined ? {} : { lines })} label={portal.loading} />
  )
}
