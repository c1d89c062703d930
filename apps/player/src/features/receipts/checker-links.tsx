import { buttonClass } from '@dhow/ui/button'
import { Row, Stack } from '@dhow/ui/layout'
import { checkerPath } from '../../app/paths.ts'
import { useWords } from '../../shared/words/words.tsx'

/** The offline page, to open now or to keep as a file. It stands outside the portal's own pages, so these are plain links. */
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
