import { isRecord, fieldsOf } from '@dhow/contract/records'
import { required } from '../../platform/required.ts'
import { formatDecimal } from '@dhow/contract/money'
import { operatorText, typedText } from '@dhow/contract/operator-texts'
import type { Fact } from '../approvals/index.ts'
import type { Settings } from '../portal/index.ts'

/** One settings value by its path: `withdrawals.rest_hours`. */
export interface Leaf {
  path: string
  before: unknown
  after: unknown
}

const tiers = ['registered', 'mobile_verified', 'person_verified']
type Loosens = (before: unknown, after: unknown, settings: Settings) => boolean

const amountOf = (value: unknown) => BigInt(String(value ?? 0))
const higher: Loosens = (before, after) => amountOf(after) > amountOf(before)
const lower: Loosens = (before, after) => amountOf(after) < amountOf(before)
const on: Loosens = (_before, after) => after === true
const off: Loosens = (_before, after) => after === false
const anyChange: Loosens = () => true
/** A missing action amount defaults to `four_eyes`. */
const threshold =
  (market: 'NA' | 'IN'): Loosens =>
  (before, after, { four_eyes_minor }) =>
    amountOf(after ?? four_eyes_minor[market]) > amountOf(before ?? four_eyes_minor[market])

/**
 * When a changed value pays out more, needs fewer people or speeds up betting, by the end of its path; the first
 * matching row decides. A value without a row loosens nothing. A fee moves money from players to the house, so any
 * change needs two people.
 */
const rows: readonly [RegExp, Loosens][] = [
  [/^four_eyes_minor\./, higher],
  [/^approvals\.solo$/, on],
  [/^approvals\.(separate_sides|bank_line_required|passkey_required)$/, off],
  [/^approvals\.(operator|player)_day_minor\./, higher],
  [/^approvals\.thresholds_minor\.\w+\.NA$/, threshold('NA')],
  [/^approvals\.thresholds_minor\.\w+\.IN$/, threshold('IN')],
  [/^withdrawals\.rest_hours$/, lower],
  [/^withdrawals\.tier$/, (before, after) => tiers.indexOf(String(after)) < tiers.indexOf(String(before))],
  [/^withdrawals\.limits_minor\.\w+\.max$/, higher],
  [/^withdrawals\.limits_minor\.\w+\.min$/, lower],
  [/^withdrawals\.fee\./, anyChange],
  [/^deposit_limits_minor\.\w+\.max$/, higher],
  [/^registration\.(otp|new_device_otp)$/, off],
  [/^payer_accounts\./, anyChange],
  [/^autoplay\.\w+\.allowed$/, on],
  [/^autoplay\.\w+\.round_seconds$/, lower],
]

function leavesOf(before: unknown, after: unknown, path: string): Leaf[] {
  if (!isRecord(before) && !isRecord(after)) {
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }]
  }
  const [from, to] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((key) =>
    leavesOf(from[key], to[key], `${path}.${key}`),
  )
}

/** Values of a section that a change loosens. */
export function loosened<Name extends keyof Settings>(
  name: Name,
  before: Settings[Name],
  after: Settings[Name],
  settings: Settings,
): Leaf[] {
  return leavesOf(before, after, name).filter(
    (leaf) => rows.find(([pattern]) => pattern.test(leaf.path))?.[1](leaf.before, leaf.after, settings) ?? false,
  )
}

/** A section with changed values at some paths; an undefined value removes the path. */
export function withLeaves<Section>(section: Section, leaves: readonly { path: string; value: unknown }[]): Section {
  const copy = structuredClone(section)
  for (const { path, value } of leaves) {
    const keys = path.split('.').slice(1)
    let at = fieldsOf(copy)
    for (const key of keys.slice(0, -1)) {
      const inner = fieldsOf(at[key])
      at[key] = inner
      at = inner
    }
    const last = required(keys.at(-1), 'name of the setting')
    if (value === undefined || value === null) delete at[last]
    else at[last] = value
  }
  return copy
}

/** A changed value for display. */
export function factOf({ path, before, after }: Leaf): Fact {
  const isAmount = /_minor\b|percent_bp$/.test(path)
  const text = (value: unknown) => {
    if (value === undefined || value === null) return null
    if (typeof value === 'boolean') return operatorText(value ? 'value_on' : 'value_off', {})
    return typedText(isAmount ? formatDecimal(amountOf(value)) : String(value))
  }
  return { label: operatorText('fact_setting', { path }), before: text(before), after: text(after) }
}
