import type { Segment } from '@dhow/contract/segments'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

/** Segments for operators who may see them; none for others. */
export function useSegments(): Segment[] {
  const enabled = usePermission('campaigns.see')
  const { data } = useQuery({ queryKey: ['segments'], queryFn: () => call('staffSegments'), enabled })
  return data?.segments ?? []
}

/** Name of a segment by its id, which stands in for one that the operator may not see. */
export function useSegmentNames(): (id: string | null) => string {
  const segments = useSegments()
  return (id) => (id === null ? en.content.everybody : (segments.find((one) => one.id === id)?.name ?? id))
}
