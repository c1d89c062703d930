import { Badge, type Tone } from '@dhow/ui/feedback'
import { en } from '../words/en.ts'

const tones: Record<string, Tone> = {
  submitted: 'info',
  requested: 'info',
  under_review: 'neutral',
  needs_info: 'warn',
  awaiting_second_approval: 'warn',
  review: 'warn',
  waiting: 'warn',
  answered: 'good',
  exact: 'good',
  by_hand: 'warn',
  credited: 'good',
  assigned: 'good',
  unknown: 'warn',
  failed: 'bad',
  approved: 'good',
  succeeded: 'good',
  paid: 'good',
  rejected: 'bad',
  refused: 'bad',
  reversed: 'bad',
  returned: 'bad',
}

export function StateBadge({ state }: { state: string }) {
  return <Badge tone={tones[state] ?? 'neutral'}>{en.money.states[state] ?? state}</Badge>
}
