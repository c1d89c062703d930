import { buttonClass } from '@dhow/ui/button'
import { Row, Stack } from '@dhow/ui/layout'
import { checkerPath } from '../../app/paths.ts'
import { useWords } from '../../shared/words/words.tsx'

/** Links to open or download the offline checker: plain ones, since the router does not know that page. */
export function CheckerLinks() {
  const { checker: words } = useWords()
  return (
    <Stack>
      <p>{words.lead}</p>
      <Row>
        <a href={checkerPath} download="dhow-receipt-checker.html" className={buttonClass('quiet', { small: true })}>
          {words.keep}
        </a>
        <a href={checkerPath} target="_blank" rel="noopener" className={buttonClass('plain', { small: true })}>
          {words.open}
        </a>
      </Row>
    </Stack>
  )
}
