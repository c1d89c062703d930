import { fieldsOf } from '@dhow/contract/records'
import { amountActions } from '@dhow/contract/money-actions'
import type { PortalSections } from '@dhow/contract/settings'
import { amountOf } from '../../shared/format.ts'

export type SectionName = keyof PortalSections

/** One field of a section; `path` locates its value, and ends its name in the server's errors. */
export interface FieldRow {
  path: string
  kind:
    | 'text'
    | 'optional'
    | 'amount'
    | 'whole'
    | 'switch'
    | 'choice'
    | 'codes'
    | 'amounts'
    | 'links'
    | 'instant'
    | 'networks'
  choices?: readonly string[]
  /** The section itself, if the value is not nested. */
  isSection?: boolean
  /** Rarely set: shown only with a value, and in the form once added. */
  isRare?: boolean
}

const amounts = (...paths: string[]): FieldRow[] => paths.map((path) => ({ path, kind: 'amount' }))
const limitsAt = (before: string) => amounts(...['NA.min', 'NA.max', 'IN.min', 'IN.max'].map((end) => before + end))

/** Every section of the settings with its fields, in the order of the page. */
export const sectionRows: Record<SectionName, readonly FieldRow[]> = {
  portal: [
    { path: 'state', kind: 'choice', choices: ['active', 'maintenance', 'forbidden'] },
    { path: 'message', kind: 'optional' },
    { path: 'until', kind: 'instant' },
  ],
  auto_deposit: [{ path: 'on', kind: 'switch', isSection: true }],
  names: [
    { path: 'portal', kind: 'text' },
    { path: 'operator', kind: 'text' },
    { path: 'licence', kind: 'optional' },
  ],
  welcome: [
    { path: 'en', kind: 'optional' },
    { path: 'hi', kind: 'optional' },
    { path: 'af', kind: 'optional' },
  ],
  support: [
    { path: 'email', kind: 'text' },
    { path: 'phone', kind: 'optional' },
    { path: 'hours', kind: 'optional' },
  ],
  social: [{ path: 'links', kind: 'links', isSection: true }],
  registration: ['open', 'otp', 'new_device_otp', 'forgot_password'].map((path) => ({ path, kind: 'switch' })),
  countries: [
    { path: 'restricted', kind: 'codes' },
    { path: 'unknown', kind: 'choice', choices: ['allow', 'restrict'] },
  ],
  session: [
    { path: 'idle_hours', kind: 'whole' },
    { path: 'absolute_days', kind: 'whole' },
  ],
  guessing: [
    { path: 'unanswered_codes_a_day', kind: 'whole' },
    { path: 'networks', kind: 'networks' },
  ],
  four_eyes: amounts('NA', 'IN'),
  approvals: [
    { path: 'solo', kind: 'switch' },
    { path: 'separate_sides', kind: 'switch' },
    { path: 'passkey_required', kind: 'switch' },
    { path: 'bank_line_required', kind: 'switch' },
    ...amounts('operator_day.NA', 'operator_day.IN', 'player_day.NA', 'player_day.IN'),
    ...amountActions.flatMap((action) =>
      (['NA', 'IN'] as const).map((market): FieldRow => ({
        path: `thresholds.${action}.${market}`,
        kind: 'optional',
        isRare: true,
      })),
    ),
  ],
  deposits: ['expire_after_hours', 'open_at_most', 'expected_minutes'].map((path) => ({ path, kind: 'whole' })),
  deposit_limits: limitsAt(''),
  quick_amounts: (['NA', 'IN'] as const).map((path) => ({ path, kind: 'amounts' })),
  withdrawals: [
    { path: 'open', kind: 'switch' },
    { path: 'rest_hours', kind: 'whole' },
    { path: 'expected_minutes', kind: 'whole' },
    { path: 'tier', kind: 'choice', choices: ['registered', 'mobile_verified', 'person_verified'] },
    ...limitsAt('limits.'),
    ...(['NA', 'IN'] as const).flatMap((market): FieldRow[] => [
      { path: `fee.${market}.flat`, kind: 'amount' },
      { path: `fee.${market}.percent`, kind: 'text' },
    ]),
  ],
  payer_accounts: (['NA', 'IN'] as const).flatMap((market) =>
    ['holder', 'number', 'branch', 'bank', 'bic'].map((field): FieldRow => ({
      path: `${market}.${field}`,
      kind: 'text',
    })),
  ),
  autoplay: (['NA', 'IN'] as const).flatMap((market): FieldRow[] => [
    { path: `${market}.allowed`, kind: 'switch' },
    { path: `${market}.round_seconds`, kind: 'whole' },
  ]),
  messaging: [
    ...['quiet.NA.from', 'quiet.NA.to', 'quiet.IN.from', 'quiet.IN.to'].map((path): FieldRow => ({
      path,
      kind: 'text',
    })),
    { path: 'player_a_day', kind: 'whole' },
    { path: 'operator_a_day', kind: 'whole' },
    ...amounts('sms_cost.NA', 'sms_cost.IN', 'email_cost.NA', 'email_cost.IN'),
  ],
}

/** Columns of the kinds that are lists of rows. */
export const listColumns = {
  links: { most: 10, empty: { name: '', url: 'https://' }, columns: { name: 40, url: 300 } },
  networks: {
    most: 100,
    empty: { name: '', network: '', allowance: '10' },
    columns: { name: 60, network: 43, allowance: 4 },
  },
} as const
export type ListKind = keyof typeof listColumns
export const isListKind = (kind: string): kind is ListKind => Object.hasOwn(listColumns, kind)
export type ListRow = Record<string, string>

/** Value of a field while it is edited. */
export type Draft = string | boolean | ListRow[]

export function draftOf(section: unknown, field: FieldRow): Draft {
  const value = field.isSection ? section : at(section, field.path)
  switch (field.kind) {
    case 'switch':
      return value === true
    case 'codes':
    case 'amounts':
      return Array.isArray(value) ? value.join(', ') : ''
    case 'instant':
      return typeof value === 'string' ? localTime(value) : ''
    case 'links':
    case 'networks':
      return rowsOf(value).map((row) =>
        Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, String(cell)])),
      )
    default:
      return value === null || value === undefined ? '' : String(value)
  }
}

const rowsOf = (value: unknown) => (Array.isArray(value) ? value.map(fieldsOf) : [])

/** An instant as the value of a `datetime-local` field, in the browser's time zone. */
function localTime(instant: string): string {
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Builds the section for the request from its drafts by path. */
export function sectionOf(rows: readonly FieldRow[], drafts: Record<string, Draft>): unknown {
  const tree: Record<string, unknown> = {}
  for (const field of rows) {
    const value = valueOf(field, drafts[field.path] ?? '')
    if (field.isSection) return value
    put(tree, field.path.split('.'), value)
  }
  return tree
}

const listOf = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '')

/** Other text is sent as it is, and the server refuses it. */
const parseWholeNumber = (text: string): number | string => (/^\d{1,9}$/.test(text) ? Number(text) : text)

function valueOf(field: FieldRow, draft: Draft): unknown {
  if (typeof draft === 'boolean' || (typeof draft !== 'string' && field.kind !== 'networks')) return draft
  if (typeof draft !== 'string')
    return draft.map((row) => ({ ...row, allowance: parseWholeNumber((row['allowance'] ?? '').trim()) }))
  const text = draft.trim()
  switch (field.kind) {
    case 'optional':
      return text === '' ? null : text
    case 'whole':
      return parseWholeNumber(text)
    case 'amount':
      return amountOf(text, field.path.includes('IN') ? 'INR' : 'NAD')
    case 'instant':
      return text === '' ? null : new Date(text).toISOString()
    case 'amounts':
      return listOf(text)
    case 'codes':
      return listOf(text.toUpperCase())
    default:
      return text
  }
}

function at(tree: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => fieldsOf(value)[key], tree)
}

function put(tree: Record<string, unknown>, [key = '', ...rest]: string[], value: unknown) {
  if (rest.length === 0) {
    tree[key] = value
    return
  }
  const inner = fieldsOf(tree[key])
  tree[key] = inner
  put(inner, rest, value)
}
