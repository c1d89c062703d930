import { Card } from '@dhow/ui/layout'
import { accountLinks, LinkList, sideLinks } from '../../app/shell.tsx'
import { Button } from '@dhow/ui/button'
import { Page } from '../../shared/page.tsx'
import { useSession } from '../../shared/session.tsx'
import { useTheme } from '../../shared/theme.ts'
import { en } from '../../shared/words/en.ts'

/** The sidebar's content as a page, for phones. */
export default function Menu() {
  const { session, signOut } = useSession()
  const [, toggleTheme] = useTheme()
  return (
    <Page title={en.nav.menu}>
      {session.state === 'in' ? (
        <Card>
          <LinkList links={accountLinks} />
        </Card>
      ) : null}
      <Card>
        <LinkList links={sideLinks} />
      </Card>
      <Button kind="quiet" onClick={toggleTheme}>
        {en.nav.theme}
      </Button>
      {session.state === 'in' ? (
        <Button kind="danger" onClick={() => void signOut()}>
          {en.nav.logout}
        </Button>
      ) : null}
    </Page>
  )
}
