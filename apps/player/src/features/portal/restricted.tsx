import { useNavigate } from 'react-router'
import { Button } from '@dhow/ui/button'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Page } from '../../shared/page.tsx'
import { useWords } from '../../shared/words/words.tsx'

/** Where a visitor of a restricted country stands, with the way back once it is lifted. */
export default function Restricted() {
  const words = useWords()
  const navigate = useNavigate()
  const look = () =>
    void call('portalInfo').then(
      () => {
        sessionStorage.removeItem('restricted_redirect')
        void navigate(paths.home)
      },
      () => undefined,
    )
  return (
    <Page title={words.portal.restrictedTitle} lead={words.portal.restrictedText}>
      <Button kind="quiet" onClick={look}>
        {words.portal.restrictedRetry}
      </Button>
    </Page>
  )
}
