import { buttonClass } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { Card, Row, Stack } from '@dhow/ui/layout'
import { paths } from '../app/paths.ts'
import { fill, formatTime } from './format.ts'
import { Link } from './link.tsx'
import { useWords } from './words/words.tsx'

/** Shown instead of what a break forbids: its end, and what stays open. `until`: null for a block without an end. */
export function OnBreak({ until }: { until: string | null }) {
  const { limits, nav } = useWords()
  return (
    <Card>
      <Stack>
        <h2>{until === null ? limits.blockedTitle : limits.breakTitleNow}</h2>
        <Notice tone="warn">
          {until === null ? limits.blockedForGood : fill(limits.blockedUntil, { when: formatTime(until) })}
        </Notice>
        <Row>
          <Link to={paths.withdraw} className={buttonClass()}>
            {nav.withdraw}
          </Link>
          <Link to={paths.responsible} className={buttonClass('quiet')}>
            {limits.help}
          </Link>
        </Row>
      </Stack>
    </Card>
  )
}
