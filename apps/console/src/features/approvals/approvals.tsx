import { Empty } from '@dhow/ui/feedback'
import { Asked } from '../../shared/asked.tsx'
import { Page } from '../../shared/page.tsx'
import { usePermission } from '../../shared/session.tsx'
import { ChangeList, useChanges } from '../../shared/waiting-changes.tsx'
import { en } from '../../shared/words/en.ts'
import { MoneyActions } from './money-actions.tsx'

const words = en.changes

/** All pending changes that need a second person, with values before and after. */
export function Approvals() {
  const asked = useChanges()
  const maySeeActions = usePermission('changes.see_all')
  return (
    <Page title={words.screen} lead={words.lead}>
      <Asked query={asked}>
        {({ changes }) => <ChangeList changes={changes} empty={<Empty title={words.empty}>{words.emptyText}</Empty>} />}
      </Asked>
      {maySeeActions ? <MoneyActions /> : null}
    </Page>
  )
}
