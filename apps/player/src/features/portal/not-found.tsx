import { buttonClass } from '@dhow/ui/button'
import { Row } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { Link } from '../../shared/link.tsx'
import { Page } from '../../shared/page.tsx'
import { useWords } from '../../shared/words/words.tsx'

export default function NotFound() {
  const words = useWords()
  return (
    <Page title={words.notFound.title} lead={words.notFound.text}>
      <Row>
        <Link className={buttonClass()} to={paths.home}>
          {words.nav.home}
        </Link>
        <Link className={buttonClass('quiet')} to={paths.allGames}>
          {words.nav.allGames}
        </Link>
        <Link className={buttonClass('quiet')} to={paths.menu}>
          {words.nav.menu}
        </Link>
      </Row>
    </Page>
  )
}
