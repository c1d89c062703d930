import { useState } from 'react'
import { useNavigate } from '../../shared/router.tsx'
import { Button } from '@dhow/ui/button'
import { Card } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { useMarket } from '../../shared/market.ts'
import { Page } from '../../shared/page.tsx'
import formStyles from '../../shared/page.module.css'
import { useWords } from '../../shared/words/words.tsx'
import { MobileFields } from '../../shared/mobile-fields.tsx'

/** Asks for the number and goes on with it; whether it has an account is not disclosed, so the visitor chooses. */
export default function UserEnter() {
  const words = useWords()
  const use = useMarket()
  const [mobile, setMobile] = useState('')
  const navigate = useNavigate()
  const go = (to: string) => navigate(to, { state: { mobile } })
  return (
    <Page title={words.welcome.enterTitle} lead={words.welcome.enterLead}>
      <Card>
        <form
          method="post"
          className={formStyles['form']}
          onSubmit={(event) => {
            event.preventDefault()
            go(paths.login)
          }}
        >
          <MobileFields use={use} mobile={mobile} onMobile={setMobile} errors={{}} />
          <Button type="submit" wide>
            {words.welcome.haveAccount}
          </Button>
          <Button kind="quiet" wide onClick={() => go(paths.register)}>
            {words.welcome.isNew}
          </Button>
        </form>
      </Card>
    </Page>
  )
}
