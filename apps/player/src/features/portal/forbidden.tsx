import { Mark } from '@dhow/ui/logo'
import { Empty } from '@dhow/ui/feedback'
import { en } from '../../shared/words/en.ts'

/** The whole portal is closed, with the operator's own words where there are some. */
export function Forbidden({ message }: { message: string }) {
  return (
    <main>
      <Mark size={48} />
      <Empty title={en.portal.forbidden}>{message || en.portal.notAuthorized}</Empty>
    </main>
  )
}
