import type { ReactNode } from 'react'
import { Failure, Notice, Skeleton } from '@dhow/ui/feedback'
import { isForbidden, sentenceOf } from './api.ts'
import { RoleRequired } from './role-required.tsx'
import { en } from './words/en.ts'

/** Loading, error and stale states of every screen. */
export function Asked<Data>({
  query,
  children,
}: {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown }
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) {
    return (
      <>
        {query.error ? <Notice tone="warn">{en.console.stale}</Notice> : null}
        {children(query.data)}
      </>
    )
  }
  if (isForbidden(query.error)) return <RoleRequired />
  if (query.error) {
    return (
      <Failure message={sentenceOf(query.error)} retry={() => void query.refetch()} retryLabel={en.console.retry} />
    )
  }
  return <Skeleton lines={6} label={en.console.loading} />
}
