import { useQuery } from '@tanstack/react-query'
import { call } from '../../shared/api.ts'
import { OnBreak } from '../../shared/on-break.tsx'

/** Above a game that refused a bet: the end of the break and the ways on, if a break or a block is the reason. */
export default function BreakInPlay() {
  const { data } = useQuery({ queryKey: ['limits'], queryFn: () => call('getLimits'), staleTime: 0 })
  if (!data?.block) return null
  return (
    <div role="alert">
      <OnBreak until={data.block.until} />
    </div>
  )
}
