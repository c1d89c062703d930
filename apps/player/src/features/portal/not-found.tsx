import { Link } from 'react-router'
import { buttonClass } from '@dhow/ui/button'
import { Row } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { Page } from '../../shared/page.tsx'
import { en } from '../../shared/words/en.ts'

export default function NotFound() {
  return (
    <Page title={en.portal.notFoundTitle} lead={en.portal.notFoundText}>
      <Row>
        <Link className={buttonClass()} to={paths.home}>
          {en.nav.home}
        </Link>
        <Link className={buttonClass('quiet')} to={paths.allGames}>
          {en.nav.allGames}
        </Link>
        <Link className={buttonClass('quiet')} to={paths.menu}>
          {en.nav.menu}
        </Link>
      </Row>
    </Page>
  )
}
