import { useNavigate } from 'react-router'
import { Button } from '@dhow/ui/button'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Page } from '../../shared/page.tsx'
import { en } from '../../shared/words/en.ts'

/** Where a visitor of a restricted country stands, with the way back once it is lifted. */
export default function Restricted() {
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
    <Page title={en.portal.restrictedTitle} lead={en.portal.restrictedText}>
      <Button kind="quiet" onClick={look}>
        {en.portal.restrictedRetry}
      </Button>
    </Page>
  )
}
