import type { Campaign } from '@dhow/contract/campaigns'
import { keysOf } from '@dhow/contract/keys-of'
import { CheckField, SelectField, TextField } from '@dhow/ui/field'
import { asTyped } from '../../shared/as-typed.ts'
import { errorsOf } from '../../shared/api.ts'
import form from '../../shared/form.module.css'
import { en } from '../../shared/words/en.ts'

const words = en.campaigns

/** Minutes in each unit of a wait. */
export const minutesOf = { minutes: 1, hours: 60, days: 1_440 } as const
type Unit = keyof typeof minutesOf
const [triggers, events, units] = [keysOf(words.triggers), keysOf(words.events), keysOf(minutesOf)]

/** Form values of how players enter and how long they wait. */
export interface Flow {
  trigger: Campaign['trigger']
  event: Campaign['event']
  days: string
  repeats: boolean
  wait: string
  unit: Unit
}

export function flowOf(campaign: Campaign | undefined): Flow {
  const minutes = campaign?.wait_minutes ?? 0
  const unit = units.toReversed().find((one) => minutes > 0 && minutes % minutesOf[one] === 0) ?? 'minutes'
  return {
    trigger: campaign?.trigger ?? 'hand',
    event: campaign?.event ?? null,
    days: campaign?.days?.toString() ?? '',
    repeats: campaign?.repeats ?? false,
    wait: String(minutes / minutesOf[unit]),
    unit,
  }
}

/** Fields for how players enter a campaign and how long they wait. */
export function TriggerFields({ flow, set, error }: { flow: Flow; set: (flow: Flow) => void; error: unknown }) {
  const isSchedule = flow.trigger === 'schedule'
  const isEvent = flow.trigger === 'event'
  const isIdle = isEvent && flow.event === 'idle'
  return (
    <>
      <div className={form['pair']}>
        <SelectField
          label={words.trigger}
          value={flow.trigger}
          onChange={({ target }) =>
            set({ ...flow, trigger: triggers.find((one) => one === target.value) ?? flow.trigger })
          }
          errors={errorsOf(error, 'trigger')}
        >
          {triggers.map((one) => (
            <option key={one} value={one}>
              {words.triggers[one]}
            </option>
          ))}
        </SelectField>
        {isEvent ? <EventField flow={flow} set={set} error={error} /> : null}
        {isSchedule || isIdle ? (
          <TextField
            label={isSchedule ? words.everyDays : words.idleDays}
            {...asTyped(flow.days, (days) => set({ ...flow, days }), errorsOf(error, 'days'))}
            inputMode="numeric"
            maxLength={3}
          />
        ) : null}
        <TextField
          label={words.wait}
          hint={words.waitHint}
          {...asTyped(flow.wait, (wait) => set({ ...flow, wait }), errorsOf(error, 'wait_minutes'))}
          inputMode="numeric"
          maxLength={5}
        />
        <SelectField
          label={words.waitUnit}
          value={flow.unit}
          onChange={(event) => set({ ...flow, unit: units.find((one) => one === event.target.value) ?? flow.unit })}
        >
          {units.map((one) => (
            <option key={one} value={one}>
              {words.units[one]}
            </option>
          ))}
        </SelectField>
      </div>
      {isSchedule || isEvent ? (
        <CheckField checked={flow.repeats} onChange={(event) => set({ ...flow, repeats: event.target.checked })}>
          {words.repeats}
        </CheckField>
      ) : null}
    </>
  )
}

function EventField({ flow, set, error }: { flow: Flow; set: (flow: Flow) => void; error: unknown }) {
  return (
    <SelectField
      label={words.event}
      value={flow.event ?? ''}
      onChange={({ target }) => set({ ...flow, event: events.find((one) => one === target.value) ?? null })}
      errors={errorsOf(error, 'event')}
    >
      <option value="">{words.chooseEvent}</option>
      {events.map((one) => (
        <option key={one} value={one}>
          {words.events[one]}
        </option>
      ))}
    </SelectField>
  )
}
