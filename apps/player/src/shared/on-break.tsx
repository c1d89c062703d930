import { buttonClass } from '@dhow/ui/button'
import { Notice } from '@dhow/ui/feedback'
import { Card, Row, Stack } from '@dhow/ui/layout'
import { paths } from '../app/paths.ts'
import { fill, when } from './format.ts'
import { Link } from './link.tsx'
import { useWords } from './words/words.tsx'

/** In place of what a break forbids: when it ends, and what stays open. `until` is null for a block without an end. */
export function OnBreak({ until }: { until: string | null }) {
  const { limits, nav } = useWords()
  return (
    <Card>
      <Stack>
        <h2>{until === null ? limits.blockedTitle : limits.breakTitleNow}</h2>
        <Notice tone="warn">
          {until === null ? limits.blockedForGood : fill(limits.blockedUntil, { when: when(until) })}
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
