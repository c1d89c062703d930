import { Link } from 'react-router'
import { Empty } from '@dhow/ui/feedback'
import { paths } from '../app/paths.ts'
import { en } from './words/en.ts'

/** In place of what the role does not open: asking again changes nothing, so there is no button for it. */
export function NotYourRole() {
  return (
    <Empty title={en.console.forbidden} action={<Link to={paths.home}>{en.console.toOverview}</Link>}>
      {en.console.forbiddenText}
    </Empty>
  )
}
