import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'
import { OnBreak } from '../../shared/on-break.tsx'

/** Notice above a game that refused a bet because of a break or block: its end, and links. */
export default function BreakInPlay() {
  const { data } = useQuery({ queryKey: ['limits'], queryFn: () => call('getLimits'), staleTime: 0 })
  if (!data?.block) return null
  return (
    <div role="alert">
      <OnBreak until={data.block.until} />
    </div>
  )
}
