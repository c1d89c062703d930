import type { NoticeChannel } from '@dhow/contract/notice-channels'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { CopyButton } from '@dhow/ui/copy-line'
import { Badge, Empty, Notice } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { useToast } from '@dhow/ui/toast'
import { call, sentenceOf } from '../../shared/api.ts'
import { fill, formatTime } from '../../shared/format.ts'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { useRefresh } from '../../shared/session.tsx'
import { translate } from '../../shared/translate.ts'
import { en } from '../../shared/words/en.ts'
import { ChannelForm } from './channel-form.tsx'
import styles from './notices.module.css'

const words = en.notices

/** Channels, with the form to add or change one, the test, and a newly made key. */
export function Channels({ channels, hasMailServer }: { channels: NoticeChannel[]; hasMailServer: boolean }) {
  const [edited, setEdited] = useState<NoticeChannel | 'new'>()
  const [removed, setRemoved] = useState<NoticeChannel>()
  const [made, setMade] = useState<{ name: string; secret: string }>()
  const isOpen = edited !== undefined || removed !== undefined
  const open = (form: { edited?: NoticeChannel | 'new'; removed?: NoticeChannel }) => {
    setEdited(form.edited)
    setRemoved(form.removed)
  }
  const needsMail = channels.some(({ kind }) => kind === 'email') && !hasMailServer
  return (
    <section className={styles['section']}>
      <div className={styles['head']}>
        <h2>{words.channels}</h2>
        {isOpen ? null : <Button onClick={() => open({ edited: 'new' })}>{words.addChannel}</Button>}
      </div>
      {needsMail ? <Notice tone="warn">{words.noMailServer}</Notice> : null}
      {made ? <Secret {...made} close={() => setMade(undefined)} /> : null}
      {removed ? <RemoveChannel key={removed.id} channel={removed} close={() => open({})} /> : null}
      {edited ? (
        <ChannelForm
          key={edited === 'new' ? 'new' : edited.id}
          channel={edited === 'new' ? undefined : edited}
          close={() => open({})}
          made={setMade}
        />
      ) : null}
      {channels.length === 0 ? (
        <Empty title={words.noChannels}>{words.noChannelsText}</Empty>
      ) : (
        <Table
          label={words.channels}
          columns={[
            { key: 'name', label: words.name },
            { key: 'address', label: words.channelKind },
            { key: 'state', label: words.state },
            { key: 'last', label: words.last },
            { key: 'acts', label: words.edit },
          ]}
          rows={channels.map((channel) => ({
            key: channel.id,
            cells: {
              name: channel.name,
              address: (
                <div className={styles['stack']}>
                  <span>{words.channelKinds[channel.kind]}</span>
                  <span translate="no">{channel.address}</span>
                </div>
              ),
              state: <Badge tone={channel.active ? 'good' : 'neutral'}>{channel.active ? words.on : words.off}</Badge>,
              last: <Last last={channel.last} />,
              acts: (
                <Acts
                  channel={channel}
                  edit={() => open({ edited: channel })}
                  remove={() => open({ removed: channel })}
                  made={setMade}
                />
              ),
            },
          }))}
        />
      )}
    </section>
  )
}

function RemoveChannel({ channel: { id, name }, close }: { channel: NoticeChannel; close: () => void }) {
  return (
    <ReasonForm
      words={words.removeChannel}
      name={{ name }}
      kind="danger"
      refresh={['notice-channels', 'notice-rules', 'notice-deliveries']}
      send={(reason) => call('removeNoticeChannel', { params: { id }, body: { reason } })}
      close={close}
    />
  )
}

function Last({ last }: { last: NoticeChannel['last'] }) {
  if (!last) return words.never
  return (
    <div className={styles['stack']}>
      <Badge tone={last.sent ? 'good' : 'bad'}>{last.sent ? words.states.sent : words.states.failed}</Badge>
      <span>{formatTime(last.at)}</span>
      {last.failure ? <span>{translate(last.failure)}</span> : null}
    </div>
  )
}

function Secret({ name, secret, close }: { name: string; secret: string; close: () => void }) {
  return (
    <Notice tone="warn" role="status">
      <div className={styles['stack']}>
        <strong>{fill(words.secretTitle, { name })}</strong>
        <span>{words.secretLead}</span>
        <code className={styles['secret']} translate="no">
          {secret}
        </code>
        <div className={styles['acts']}>
          <CopyButton label={words.secret} value={secret} words={en.copy} />
          <Button kind="plain" small onClick={close}>
            {words.done}
          </Button>
        </div>
      </div>
    </Notice>
  )
}

function Acts({
  channel: { id, name, kind },
  edit,
  remove,
  made,
}: {
  channel: NoticeChannel
  edit: () => void
  remove: () => void
  made: (secret: { name: string; secret: string }) => void
}) {
  const refresh = useRefresh()
  const toast = useToast()
  const failed = (error: unknown) => toast(sentenceOf(error), 'bad')
  const test = useMutation({ mutationFn: () => call('testNoticeChannel', { params: { id } }), onError: failed })
  const renew = useMutation({
    mutationFn: () => call('renewNoticeSecret', { params: { id } }),
    onSuccess({ secret }) {
      if (secret !== null) made({ name, secret })
      refresh('audit')
    },
    onError: failed,
  })
  const label = (act: string) => fill(words.of, { act, name })
  const tested = test.data
  return (
    <div className={styles['stack']}>
      <div className={styles['acts']}>
        <Button kind="quiet" small aria-label={label(words.edit)} onClick={edit}>
          {words.edit}
        </Button>
        <Button kind="quiet" small busy={test.isPending} aria-label={label(words.test)} onClick={() => test.mutate()}>
          {words.test}
        </Button>
        {kind === 'webhook' ? (
          <Button
            kind="plain"
            small
            busy={renew.isPending}
            aria-label={label(words.newKey)}
            onClick={() => renew.mutate()}
          >
            {words.newKey}
          </Button>
        ) : null}
        <Button kind="plain" small aria-label={label(words.remove)} onClick={remove}>
          {words.remove}
        </Button>
      </div>
      {tested ? (
        <Notice tone={tested.sent ? 'good' : 'bad'} role="status">
          <p>
            {fill(tested.sent ? words.testSent : words.testFailed, { name })}{' '}
            {tested.failure ? translate(tested.failure) : null}
          </p>
        </Notice>
      ) : null}
    </div>
  )
}
