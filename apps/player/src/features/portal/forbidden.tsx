import { Mark } from '@dhow/ui/logo'
import { Empty } from '@dhow/ui/feedback'
import { useWords } from '../../shared/words/words.tsx'

/** The whole portal is closed, with the operator's own words where there are some. */
export function Forbidden({ message }: { message: string }) {
  const words = useWords()
  return (
    <main>
      <Mark size={48} />
      <Empty title={words.portal.forbidden}>{message || words.portal.notAuthorized}</Empty>
    </main>
  )
}
