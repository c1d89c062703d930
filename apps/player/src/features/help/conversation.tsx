import type { HelpCase } from '@dhow/contract/help'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Notice } from '@dhow/ui/feedback'
import { Card, Stack } from '@dhow/ui/layout'
import { paths, paymentPath } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form.ts'
import { LoadingOrError } from '../../shared/loading-or-error.tsx'
import { SubmitForm } from '../../shared/submit-form.tsx'
import { fill } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { usePathParams } from '../../shared/match-path.ts'
import { useLiveEvents } from '../../shared/live-events.ts'
import { Page } from '../../shared/page.tsx'
import { useWords } from '../../shared/words/words.tsx'
import { WrittenMessage } from '../../shared/written-message.tsx'
import styles from './help.module.css'
import { messageFaults, MessageFields, useTyped } from './message-fields.tsx'
import { OwnPicture } from './own-picture.tsx'

const liveEvents = ['notice', 'inbox'] as const

/** One conversation: state, messages, the decision of a complaint, and a reply form. */
export default function Conversation() {
  const words = useWords()
  const { id = '' } = usePathParams(paths.conversation)
  const { data, error, refetch } = useQuery({
    queryKey: ['conversation', id],
    queryFn: async () => (await call('getConversation', { params: { id } })).conversation,
  })
  useLiveEvents(liveEvents, refetch)
  return (
    <Page title={data ? words.help.categories[data.category] : words.help.title}>
      <p>
        <Link to={paths.help}>{words.help.back}</Link>
      </p>
      {data ? (
        <>
          <Shown one={data} />
          <ReplyForm id={id} />
        </>
      ) : (
        <LoadingOrError error={error} refetch={refetch} lines={6} />
      )}
    </Page>
  )
}

function Shown({ one }: { one: HelpCase }) {
  const words = useWords()
  return (
    <Card>
      <Stack>
        {one.complaint ? <Decision complaint={one.complaint} /> : null}
        {one.payment_id === null ? null : (
          <p>
            <Link to={paymentPath(one.payment_id)}>{words.help.aboutPayment}</Link>
          </p>
        )}
        <ol className={styles['messages']} aria-label={words.help.title}>
          {one.messages.map((message, index) => (
            <WrittenMessage key={index} {...message} name={words.help.from[message.from]}>
              {message.pictures.map((id) => (
                <OwnPicture key={id} id={id} />
              ))}
            </WrittenMessage>
          ))}
        </ol>
        <div role="status">
          <Notice tone={one.state === 'waiting' ? 'info' : 'good'}>{words.help.stateTexts[one.state]}</Notice>
        </div>
      </Stack>
    </Card>
  )
}

type Complaint = NonNullable<HelpCase['complaint']>
const isAgreed = (state: Complaint['state']) => state === 'upheld' || state === 'partly_upheld'

function Decision({ complaint }: { complaint: Complaint }) {
  const words = useWords()
  return (
    <Notice tone={isAgreed(complaint.state) ? 'good' : 'info'}>
      <p>
        <strong>{fill(words.help.complaint, { number: complaint.number })}</strong>{' '}
        {words.help.complaintStates[complaint.state]}
      </p>
      {complaint.outcome === null ? null : (
        <p className={styles['words']}>{`${words.help.outcome}: ${complaint.outcome}`}</p>
      )}
    </Notice>
  )
}

function ReplyForm({ id }: { id: string }) {
  const words = useWords()
  const client = useQueryClient()
  const typed = useTyped()
  const form = useSubmit(
    ['text', 'image'],
    async () => {
      const { conversation } = await call('writeMessage', {
        params: { id },
        form: typed.body(),
        key: typed.key.current,
      })
      client.setQueryData(['conversation', id], conversation)
      typed.clear()
    },
    () => messageFaults(words, typed),
  )
  return (
    <Card>
      <SubmitForm form={form} label={words.help.send} working={words.help.sending}>
        <MessageFields typed={typed} form={form} />
      </SubmitForm>
    </Card>
  )
}
