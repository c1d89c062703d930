import { Notice } from '@dhow/ui/feedback'
import { fill } from '../format.ts'
import { useMe } from '../session.tsx'
import { en } from '../words/en.ts'

/**
 * Notes in a sandbox that live mode would refuse an operator who handled the other direction of the player's money today, so a second person
 * would have to act.
 */
export function LiveModeNote({ side }: { side: 'in' | 'out' }) {
  if (useMe().mode === 'live') return null
  return <Notice tone="info">{fill(en.money.liveMode, { other: en.money.otherSide[side] })}</Notice>
}
