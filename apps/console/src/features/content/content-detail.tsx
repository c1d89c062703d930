import { useState } from 'react'
import type { ContentItem, ContentVersion } from '@dhow/contract/content-editing'
import { useMutation } from '@tanstack/react-query'
import { Button } from '@dhow/ui/button'
import { CopyLine } from '@dhow/ui/copy-line'
import { Badge, Notice, type Tone } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { call, sentenceOf } from '../../shared/api.ts'
import { fill, formatTime } from '../../shared/format.ts'
import detail from '../../shared/queue/detail.module.css'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import styles from './content.module.css'
import { DraftForm } from './draft-form.tsx'
import { PublishForm } from './publish-form.tsx'

const words = en.content
const tones: Record<ContentVersion['state'], Tone> = {
  draft: 'neutral',
  scheduled: 'info',
  live: 'good',
  ended: 'neutral',
}

/** One item: its draft to edit, publish and preview, and all its versions. */
export function ContentDetail({ item }: { item: ContentItem }) {
  const [act, setAct] = useState<'publish' | 'end'>()
  const [mayEdit, mayPublish] = [usePermission('content.edit'), usePermission('content.publish')]
  const draft = item.versions.find(({ state }) => state === 'draft')
  const runs = item.versions.some(({ state }) => state === 'live' || state === 'scheduled')
  return (
    <div className={styles['columns']}>
      <div className={detail['screen']}>
        {mayEdit ? <DraftForm item={item} /> : null}
        {draft ? null : <Preview item={item} isThere={item.versions.length > 0} />}
      </div>
      <div className={detail['screen']}>
        {draft ? <Preview item={item} isThere /> : null}
        <div className={detail['buttons']}>
          {mayPublish && draft && act !== 'publish' ? (
            <Button onClick={() => setAct('publish')}>{words.publish}</Button>
          ) : null}
          {mayPublish && runs && act !== 'end' ? (
            <Button kind="plain" onClick={() => setAct('end')}>
              {words.end}
            </Button>
          ) : null}
        </div>
        {act === 'publish' && draft ? <PublishForm item={item} draft={draft} close={() => setAct(undefined)} /> : null}
        {act === 'end' ? (
          <ReasonForm
            words={{ label: words.end, lead: words.endLead, confirm: words.end, done: words.ended }}
            name={{ name: item.name }}
            kind="danger"
            refresh={['content']}
            send={(reason) => call('endContent', { params: { id: item.id }, body: { reason } })}
            close={() => setAct(undefined)}
          />
        ) : null}
        <Versions item={item} />
      </div>
    </div>
  )
}

/** Link to the portal with the version in its place. A message has none: its form shows it with sample values. */
function Preview({ item, isThere }: { item: ContentItem; isThere: boolean }) {
  const ask = useMutation({ mutationFn: () => call('previewContent', { params: { id: item.id }, body: {} }) })
  if (!isThere || item.kind === 'message') return null
  return (
    <div className={styles['preview']}>
      <Button kind="quiet" small busy={ask.isPending} onClick={() => ask.mutate()}>
        {words.preview}
      </Button>
      {ask.error ? (
        <Notice tone="bad" role="alert">
          {sentenceOf(ask.error)}
        </Notice>
      ) : null}
      {ask.data ? (
        <Notice tone="info" role="status">
          <p>
            <a href={ask.data.link} target="_blank" rel="noopener noreferrer">
              {words.preview}
            </a>
          </p>
          <p>{fill(words.previewText, { until: formatTime(ask.data.until) })}</p>
          <dl>
            <CopyLine label={words.preview} value={ask.data.link} words={en.copy} />
          </dl>
        </Notice>
      ) : null}
    </div>
  )
}

function Versions({ item }: { item: ContentItem }) {
  return (
    <section className={detail['block']}>
      <h2>{words.versions}</h2>
      <Table
        label={words.versions}
        columns={[
          { key: 'number', label: words.version },
          { key: 'state', label: words.state },
          { key: 'from', label: words.liveFrom },
          { key: 'until', label: words.liveUntil },
          { key: 'edited', label: words.edited },
          ...(item.name === 'terms' ? [{ key: 'accepted', label: words.acceptedBy }] : []),
        ]}
        rows={item.versions.map((version) => ({
          key: version.id,
          cells: {
            number: (
              <details>
                <summary>{version.number}</summary>
                <strong>{version.title}</strong>
                <pre className={styles['source']}>{version.text}</pre>
                {version.sms ? <pre className={styles['source']}>{version.sms}</pre> : null}
                {version.hash === null ? null : (
                  <small>
                    {words.hash} <code className={styles['hash']}>{version.hash}</code>
                  </small>
                )}
              </details>
            ),
            state: <Badge tone={tones[version.state]}>{words.states[version.state]}</Badge>,
            from: version.live_from === null ? '' : formatTime(version.live_from),
            until: version.live_until === null ? '' : formatTime(version.live_until),
            edited: `${formatTime(version.edited_at)}, ${version.edited_by}`,
            accepted: version.binding ? fill(words.players, { count: version.accepted }) : '',
          },
        }))}
      />
    </section>
  )
}
