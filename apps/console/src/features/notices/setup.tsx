import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { Page } from '../../shared/page.tsx'
import { en } from '../../shared/words/en.ts'
import { Channels } from './channels.tsx'
import { Rules } from './rules.tsx'
import { Sendings } from './sendings.tsx'

const words = en.notices

/** Rules and channels of notices, and what was sent. */
export function NoticeSetup() {
  const channels = useQuery({ queryKey: ['notice-channels'], queryFn: () => call('noticeChannels') })
  const rules = useQuery({ queryKey: ['notice-rules'], queryFn: () => call('noticeRules') })
  return (
    <Page title={words.setupTitle} lead={words.setupLead}>
      <p>
        <Link to={paths.notices}>{words.back}</Link>
      </p>
      <Asked query={channels}>
        {(known) => (
          <>
            <Asked query={rules}>{(reply) => <Rules rules={reply.rules} channels={known.channels} />}</Asked>
            <Channels channels={known.channels} hasMailServer={known.mail_server} />
          </>
        )}
      </Asked>
      <Sendings />
    </Page>
  )
}
