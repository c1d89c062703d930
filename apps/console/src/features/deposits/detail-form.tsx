import { useState } from 'react'
import { CheckField, SelectField, TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { asTyped } from '../../shared/as-typed.ts'
import { call } from '../../shared/api.ts'
import { amountOf } from '../../shared/format.ts'
import form from '../../shared/form.module.css'
import { termText } from '../../shared/translate.ts'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { en } from '../../shared/words/en.ts'
import { LimitFields } from './limit-fields.tsx'
import { emptyLine, LineFields, type Errors } from './line-fields.tsx'
import type { Method } from './methods.tsx'
import styles from './methods.module.css'

const words = en.methods
const everyDay = [1, 2, 3, 4, 5, 6, 7]
type Detail = Method['details'][number]

/** Form for payment details shown to players: a new one or a change. */
export function DetailForm({ method, changed, close }: { method: Method; changed?: Detail; close: () => void }) {
  const [name, setName] = useState(changed?.name ?? '')
  const [rail, setRail] = useState(changed?.rail ?? method.rails[0]?.rail ?? '')
  const [lines, setLines] = useState(changed?.lines ?? [emptyLine])
  const [upi, setUpi] = useState(changed?.upi ?? { pa: '', pn: '' })
  const [note, setNote] = useState(changed?.note ?? '')
  const [limits, setLimits] = useState({ min: changed?.min ?? '', max: changed?.max ?? '' })
  const [schedule, setSchedule] = useState(changed?.schedule ?? null)
  const toast = useToast()
  const send = async (reason: string) => {
    const detail = {
      name: name.trim(),
      // A changed name is the operator's own, shown to players as typed.
      name_code: name.trim() === changed?.name ? changed.name_code : null,
      lines: lines.map((line) => ({ ...line, label: line.label.trim(), value: line.value.trim() })),
      upi: rail === 'upi' && upi.pa.trim() !== '' ? { pa: upi.pa.trim(), pn: upi.pn.trim() } : null,
      note: note.trim() === '' ? null : note.trim(),
      min: amountOf(limits.min, method.currency),
      max: amountOf(limits.max, method.currency),
      schedule,
      reason,
    }
    if (!changed) return call('addDetail', { params: { code: method.code }, body: { ...detail, rail } })
    const reply = await call('updateDetail', {
      params: { id: String(changed.id) },
      body: { ...detail, version: changed.version },
    })
    if (reply.waits) toast(words.waits, 'good')
    return reply
  }
  return (
    <ReasonForm
      words={changed ? words.actions.change : words.actions.add}
      name={{ name: changed?.name ?? '' }}
      refresh={['methods', 'changes']}
      send={send}
      close={close}
    >
      {(errors) => (
        <>
          <NameFields
            name={name}
            setName={setName}
            rail={rail}
            setRail={changed ? undefined : setRail}
            rails={method.rails}
            errors={errors}
          />
          <LineFields lines={lines} set={setLines} errors={errors} />
          {rail === 'upi' ? <UpiFields upi={upi} set={setUpi} errors={errors} /> : null}
          <LimitFields currency={method.currency} limits={limits} change={setLimits} errors={errors} />
          <TextField label={words.note} {...asTyped(note, setNote, errors('note'))} maxLength={300} />
          <Hours schedule={schedule} set={setSchedule} errors={errors} />
        </>
      )}
    </ReasonForm>
  )
}

/** Name, and the rail of a new detail. */
function NameFields({
  name,
  setName,
  rail,
  setRail,
  rails,
  errors,
}: {
  name: string
  setName: (name: string) => void
  rail: string
  setRail: ((rail: string) => void) | undefined
  rails: Method['rails']
  errors: Errors
}) {
  return (
    <div className={form['pair']}>
      <TextField label={words.name} {...asTyped(name, setName, errors('name'))} maxLength={60} autoFocus required />
      {setRail === undefined ? null : (
        <SelectField label={words.rail} {...asTyped(rail, setRail, errors('rail'))}>
          {rails.map((one) => (
            <option key={one.rail} value={one.rail}>
              {termText({ code: one.label, params: {} })}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  )
}

function UpiFields({
  upi,
  set,
  errors,
}: {
  upi: { pa: string; pn: string }
  set: (upi: { pa: string; pn: string }) => void
  errors: Errors
}) {
  return (
    <div className={form['pair']}>
      <TextField
        label={words.upi}
        hint={words.upiHint}
        {...asTyped(upi.pa, (pa) => set({ ...upi, pa }), errors('upi.pa'))}
        autoCapitalize="none"
      />
      <TextField
        label={words.upiName}
        {...asTyped(upi.pn, (pn) => set({ ...upi, pn }), errors('upi.pn'))}
        maxLength={60}
      />
    </div>
  )
}

function Hours({
  schedule,
  set,
  errors,
}: {
  schedule: Detail['schedule']
  set: (schedule: Detail['schedule']) => void
  errors: Errors
}) {
  return (
    <>
      <SelectField
        label={words.hours}
        value={schedule === null ? 'always' : 'within'}
        onChange={(event) =>
          set(event.target.value === 'always' ? null : { days: everyDay, from: '08:00', until: '20:00' })
        }
        errors={errors('schedule.days')}
      >
        <option value="always">{words.always}</option>
        <option value="within">{words.within}</option>
      </SelectField>
      {schedule === null ? null : (
        <fieldset className={styles['group']}>
          <legend>{words.days}</legend>
          <div className={styles['days']}>
            {everyDay.map((day) => (
              <CheckField
                key={day}
                checked={schedule.days.includes(day)}
                onChange={(event) =>
                  set({
                    ...schedule,
                    days: everyDay.filter((one) => (one === day ? event.target.checked : schedule.days.includes(one))),
                  })
                }
              >
                {words.dayNames[day - 1]}
              </CheckField>
            ))}
          </div>
          <div className={form['pair']}>
            <TextField
              label={words.from}
              type="time"
              {...asTyped(schedule.from, (from) => set({ ...schedule, from }), errors('schedule.from'))}
              required
            />
            <TextField
              label={words.until}
              type="time"
              {...asTyped(schedule.until, (until) => set({ ...schedule, until }), errors('schedule.until'))}
              required
            />
          </div>
        </fieldset>
      )}
    </>
  )
}
