import { Link } from 'react-router'
import { Empty } from '@dhow/ui/feedback'
import { paths } from '../app/paths.ts'
import { en } from './words/en.ts'

/** Shown instead of a screen that the role does not open; no retry button, since it would not help. */
export function RoleRequired() {
  return (
    <Empty title={en.console.forbidden} action={<Link to={paths.home}>{en.console.toOverview}</Link>}>
      {en.console.forbiddenText}
    </Empty>
  )
}
