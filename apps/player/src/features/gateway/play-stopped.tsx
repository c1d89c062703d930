import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'
import { Skeleton } from '@dhow/ui/feedback'
import { OnBreak } from '../../shared/on-break.tsx'
import { Page } from '../../shared/page.tsx'
import { useWords } from '../../shared/words/words.tsx'

/** Shown instead of a game during a break: its end, and what stays open. */
export default function PlayStopped() {
  const { limits: words, portal } = useWords()
  const { data, error } = useQuery({ queryKey: ['limits'], queryFn: () => call('getLimits'), staleTime: 0 })
  return (
    <Page title={words.title}>
      {(data ?? error) ? <OnBreak until={data?.block?.until ?? null} /> : <Skeleton lines={3} label={portal.loading} />}
    </Page>
  )
}
