import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Segment } from '@dhow/contract/segments'
import { Button } from '@dhow/ui/button'
import { Empty } from '@dhow/ui/feedback'
import { Table } from '@dhow/ui/table'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import detail from '../../shared/queue/detail.module.css'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { SegmentEditor } from './segment-editor.tsx'
import { segmentsQuery } from './segments-query.ts'

const words = en.campaigns

/** List of segments, and the editor of one. */
export function Segments() {
  const [editing, setEditing] = useState<Segment | 'new'>()
  const mayMake = usePermission('campaigns.make')
  const asked = useQuery(segmentsQuery)
  const { data: described } = useQuery({ queryKey: ['segment-fields'], queryFn: () => call('segmentFields') })
  return (
    <section className={detail['block']}>
      <h2>{words.segments}</h2>
      <p className={detail['quiet']}>{words.segmentsLead}</p>
      {mayMake && editing === undefined ? (
        <div>
          <Button kind="quiet" onClick={() => setEditing('new')}>
            {words.newSegment}
          </Button>
        </div>
      ) : null}
      {editing !== undefined && described ? (
        <SegmentEditor
          key={editing === 'new' ? 'new' : editing.id}
          segment={editing === 'new' ? undefined : editing}
          fields={described.fields}
          close={() => setEditing(undefined)}
        />
      ) : null}
      <Asked query={asked}>
        {({ segments }) =>
          segments.length === 0 ? (
            <Empty title={words.noSegments} />
          ) : (
            <Table
              label={words.segments}
              columns={[
                { key: 'name', label: words.segmentName },
                { key: 'market', label: words.market },
                { key: 'rules', label: words.match },
                { key: 'actions', label: words.actions },
              ]}
              rows={segments.map((one) => ({
                key: one.id,
                cells: {
                  name: one.name,
                  market: en.market[one.market],
                  rules: one.rules.rules.length === 0 ? words.noRules : rulesText(one, described?.fields ?? []),
                  actions: mayMake ? (
                    <Button
                      kind="plain"
                      small
                      aria-label={`${words.edit}: ${one.name}`}
                      onClick={() => setEditing(one)}
                    >
                      {words.edit}
                    </Button>
                  ) : null,
                },
              }))}
            />
          )
        }
      </Asked>
    </section>
  )
}

type Fields = Parameters<typeof SegmentEditor>[0]['fields']

function rulesText({ rules: { match, rules } }: Segment, fields: Fields): string {
  const one = ({ field: name, operator, value }: Segment['rules']['rules'][number]) => {
    const field = fields.find((known) => known.field === name)
    const how = field?.operators.find((known) => known.operator === operator)?.label ?? operator
    return `${field?.label ?? name} ${how.includes('…') ? how.replace('…', value) : `${how} ${value}`}`
  }
  return rules.map(one).join(match === 'all' ? ', and ' : ', or ')
}
