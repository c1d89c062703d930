import { Notice } from '@dhow/ui/feedback'
import { fill } from '../format.ts'
import { useMe } from '../session.tsx'
import { en } from '../words/en.ts'

/**
 * Shows in a sandbox what its defaults leave out: live mode refuses the operator who worked on the other side of a player's money today, so a second
 * person has to action.
 */
export function LiveModeNote({ side }: { side: 'in' | 'out' }) {
  if (useMe().mode === 'live') return null
  return <Notice tone="info">{fill(en.money.liveMode, { other: en.money.otherSide[side] })}</Notice>
}
