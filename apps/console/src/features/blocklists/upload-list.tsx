import type { previewBlocks } from '@dhow/contract/blocklists'
import type { ReplyOf } from '@dhow/contract/operation'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Badge, Notice, type Tone } from '@dhow/ui/feedback'
import { TextField } from '@dhow/ui/field'
import { Table } from '@dhow/ui/table'
import { useToast } from '@dhow/ui/toast'
import { errorsOf, upload } from '../../shared/api.ts'
import { fill, formatLastDay } from '../../shared/format.ts'
import detail from '../../shared/queue/detail.module.css'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useRefresh } from '../../shared/session.tsx'
import { translate } from '../../shared/translate.ts'
import { en } from '../../shared/words/en.ts'

const words = en.blocklists
type Preview = ReplyOf<typeof previewBlocks>
type Line = Preview['lines'][number]
const field = 'list'

/** Upload of a list: checks each line first, then adds all or nothing. */
export function UploadList({ close }: { close: () => void }) {
  const [file, setFile] = useState<File>()
  const [preview, setPreview] = useState<Preview>()
  const refresh = useRefresh()
  const toast = useToast()
  const chosen = { field, file: file ?? new File([], 'nothing') }
  const check = useMutation({
    mutationFn: () => upload('previewBlocks', {}, chosen),
    onSuccess: (reply) => setPreview(reply),
  })
  const add = useMutation({
    mutationFn: () => upload('importBlocks', {}, chosen),
    onSuccess(reply) {
      refresh('blocklists', 'audit')
      toast(fill(words.upload.added, { added: reply.added }), 'good')
      close()
    },
  })
  const isReady = preview !== undefined && preview.counts.wrong === 0 && preview.counts.new > 0
  return (
    <ActionForm
      title={words.upload.label}
      lead={words.upload.lead}
      confirm={isReady ? fill(words.upload.add, { count: preview.counts.new }) : words.upload.check}
      action={isReady ? add : check}
      blocked={file === undefined}
      cancel={close}
    >
      <TextField
        label={words.upload.file}
        type="file"
        accept=".csv,.txt"
        onChange={(event) => {
          setFile(event.target.files?.[0])
          setPreview(undefined)
          check.reset()
          add.reset()
        }}
        errors={errorsOf(check.error, field) ?? errorsOf(add.error, field)}
        autoFocus
        required
      />
      {preview ? <Result preview={preview} /> : null}
    </ActionForm>
  )
}

function Result({ preview: { counts, lines } }: { preview: Preview }) {
  return (
    <>
      <p role="status">{fill(words.upload.counts, counts)}</p>
      {counts.wrong > 0 ? <Notice tone="bad">{fill(words.upload.wrong, { count: counts.wrong })}</Notice> : null}
      {counts.wrong === 0 && counts.new === 0 ? <Notice tone="info">{words.upload.nothing}</Notice> : null}
      <Lines lines={lines} />
    </>
  )
}

const tones: Record<Line['result'], Tone> = { new: 'good', already: 'neutral', again: 'neutral', wrong: 'bad' }
const linesAtOnce = 20

/** Each line with its result, the wrong ones first. */
function Lines({ lines }: { lines: readonly Line[] }) {
  const [shown, setShown] = useState(linesAtOnce)
  const sorted = [...lines].sort((one, other) => Number(other.result === 'wrong') - Number(one.result === 'wrong'))
  const left = sorted.length - shown
  return (
    <>
      <Table
        label={words.upload.lines}
        columns={[
          { key: 'line', label: words.upload.line, isNumber: true },
          { key: 'result', label: words.upload.result },
          { key: 'value', label: words.value },
        ]}
        rows={sorted.slice(0, shown).map((line) => ({
          key: String(line.line),
          cells: {
            line: line.line,
            result: (
              <>
                <Badge tone={tones[line.result]}>{words.upload.results[line.result]}</Badge>
                {line.text ? <> {translate(line.text)}</> : null}
              </>
            ),
            value: (
              <>
                {line.kind === null ? null : <small className={detail['quiet']}>{words.kinds[line.kind]} </small>}
                <code>{line.value}</code>
                {line.until === null ? null : (
                  <small> {fill(words.upload.until, { day: formatLastDay(line.until) })}</small>
                )}
              </>
            ),
          },
        }))}
      />
      {left > 0 ? (
        <Button kind="quiet" small onClick={() => setShown(shown + 200)}>
          {fill(words.upload.more, { count: Math.min(left, 200) })}
        </Button>
      ) : null}
    </>
  )
}
