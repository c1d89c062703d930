import { Card } from '@dhow/ui/layout'
import { LinkList } from '../../app/link-list.tsx'
import { sideLinks } from '../../app/side-links.ts'
import { SocialLinks } from '../../app/social-links.tsx'
import { Button } from '@dhow/ui/button'
import { accountLinks } from '../../shared/account-links.ts'
import { LanguageSwitch } from '../../shared/language-switch.tsx'
import { call } from '../../shared/api.ts'
import { useMarket } from '../../shared/market.ts'
import { Page } from '../../shared/page.tsx'
import { useSaver } from '../../shared/portal.tsx'
import { showSaver } from '../../shared/saver.ts'
import { useSession } from '../../shared/session.tsx'
import { useTheme } from '../../shared/theme.ts'
import { useWords } from '../../shared/words/words.tsx'

/** The sidebar's content as a page, for phones. */
export default function Menu() {
  const words = useWords()
  const { session, looksSignedIn, signOut } = useSession()
  const { market: ofVisitor } = useMarket()
  const market = session.state === 'in' ? session.user.market : ofVisitor
  const [, toggleTheme] = useTheme()
  const saver = useSaver()
  const changeSaver = async () => {
    // If saving on the server fails, the switch still applies in this browser.
    if (session.state === 'in') await call('setPreferences', { body: { saver: !saver } }).catch(() => undefined)
    showSaver(!saver)
  }
  return (
    <Page title={words.nav.menu}>
      {looksSignedIn ? (
        <Card>
          <LinkList links={accountLinks(words, market)} />
        </Card>
      ) : null}
      <Card>
        <LinkList links={sideLinks(words)} />
      </Card>
      <LanguageSwitch />
      <SocialLinks />
      <Button kind="quiet" aria-pressed={saver} onClick={() => void changeSaver()}>
        {words.portal.saveData}
      </Button>
      {saver ? <p>{words.portal.saver}</p> : null}
      <Button kind="quiet" onClick={toggleTheme}>
        {words.nav.theme}
      </Button>
      {session.state === 'in' ? (
        <Button kind="danger" onClick={() => void signOut()}>
          {words.nav.logout}
        </Button>
      ) : null}
    </Page>
  )
}
