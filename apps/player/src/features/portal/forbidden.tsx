import type { PortalSettings } from '@dhow/contract/portal'
import { Mark } from '@dhow/ui/logo'
import { Empty } from '@dhow/ui/feedback'
import { ReachUs } from '../../shared/reach-us.tsx'
import { useWords } from '../../shared/words/words.tsx'

/** The whole portal is closed, with the operator's own words where there are some, and the way to help and to one's money. */
export function Forbidden({ message, settings }: { message: string; settings: PortalSettings }) {
  const words = useWords()
  return (
    <main>
      <Mark size={48} />
      <p>{settings.portal_name}</p>
      <Empty isPage title={words.portal.forbidden} action={<ReachUs support={settings.support} />}>
        {message || words.portal.notAuthorized}
      </Empty>
    </main>
  )
}
