import { useCallback, useEffect } from 'react'
import { useNavigate } from '../../shared/router.tsx'
import { Button } from '@dhow/ui/button'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form.ts'
import { FormMessage } from '../../shared/form-message.tsx'
import { Page } from '../../shared/page.tsx'
import { usePortal } from '../../shared/portal.tsx'
import { ContactUs } from '../../shared/contact-us.tsx'
import { restrictedKey } from '../../shared/use-session-events.ts'
import { useWords } from '../../shared/words/words.tsx'

/** Page for visitors from a restricted country; links back once the restriction is lifted. */
export default function Restricted() {
  const words = useWords()
  const { settings } = usePortal()
  const navigate = useNavigate()
  const look = useCallback(async () => {
    await call('portalInfo')
    const wasHere = sessionStorage.getItem(restrictedKey) !== null
    sessionStorage.removeItem(restrictedKey)
    return wasHere
  }, [])
  // Check again automatically only for visitors who were redirected here.
  useEffect(() => {
    void look().then(
      (wasHere) => (wasHere ? navigate(paths.home, { replace: true }) : undefined),
      () => undefined,
    )
  }, [look, navigate])
  const form = useSubmit([], async () => {
    await look()
    navigate(paths.home)
  })
  return (
    <Page title={words.restricted.title} lead={words.restricted.text}>
      <FormMessage>{form.message}</FormMessage>
      <Button kind="quiet" busy={form.busy} onClick={() => void form.submit()}>
        {words.restricted.retry}
      </Button>
      <ContactUs support={settings.support} />
    </Page>
  )
}
