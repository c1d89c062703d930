import type { Operation, ReplyOf } from '@dhow/contract/operation'
import { toJSONSchema } from 'zod/v4/core'

interface Json {
  const?: unknown
  enum?: unknown[]
  anyOf?: Json[]
  oneOf?: Json[]
  allOf?: Json[]
  type?: string | string[]
  format?: string
  pattern?: string
  minimum?: number
  maxLength?: number
  properties?: Record<string, Json>
  required?: string[]
  additionalProperties?: Json | boolean
  items?: Json
}

export interface SampleOptions {
  /** Empties lists and leaves out everything optional or nullable. */
  isEmpty?: boolean
}

/** Texts to try with the contract's patterns. */
const texts = [
  'Sample text',
  '10.00',
  'dep_1',
  'nch_1',
  'somebody@sample.test',
  'https://sample.test/',
  '2026-11-20T10:00:00.000Z',
  '2026-11-20',
  '+264812345678',
  'sample',
  '1',
  '10:00',
  'NA',
  '480001',
  'ABCDEFGH',
]

/**
 * Makes a reply that fits the operation's schema: each list with one row, or empty. Screen tests start from it and set only their own values, so that
 * changes of the contract reach every screen.
 * @throws if a pattern of the contract fits none of the known texts
 */
export function sampleReply<O extends Operation>({ reply }: O, options: SampleOptions = {}): ReplyOf<O> {
  const json = known.get(reply) ?? (toJSONSchema(reply, { io: 'output', unrepresentable: 'any' }) as Json)
  known.set(reply, json)
  return sample(json, options) as ReplyOf<O>
}

/** Cache of converted schemas, since tests need the same replies. */
const known = new WeakMap<Operation['reply'], Json>()

function sample(schema: Json, options: SampleOptions): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) {
    if (options.isEmpty && variants.some(({ type }) => type === 'null')) return null
    return sample(variants.find(({ type }) => type !== 'null') ?? {}, options)
  }
  const types = [schema.type ?? []].flat()
  if (options.isEmpty && types.includes('null')) return null
  switch (types.find((type) => type !== 'null') ?? types[0]) {
    case 'object':
      return sampleObject(schema, options)
    case 'array':
      return options.isEmpty ? [] : [sample(schema.items ?? {}, options)]
    case 'null':
      return null
    case 'boolean':
      return false
    case 'number':
    case 'integer':
      return Math.max(1, schema.minimum ?? 1)
    default:
      return sampleText(schema)
  }
}

function sampleObject({ properties = {}, required = [], additionalProperties }: Json, options: SampleOptions) {
  const isThere = (name: string) => !options.isEmpty || required.includes(name)
  const named = Object.entries(properties)
    .filter(([name]) => isThere(name))
    .map(([name, value]): [string, unknown] => [name, sample(value, options)])
  const isRecord = typeof additionalProperties === 'object' && named.length === 0 && !options.isEmpty
  return Object.fromEntries(isRecord ? [['sample', sample(additionalProperties, options)]] : named)
}

function sampleText(schema: Json): string {
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) =>
    pattern ? [new RegExp(pattern, 'u')] : [],
  )
  if (schema.format === 'date-time') return '2026-11-20T10:00:00.000Z'
  if (schema.format === 'date') return '2026-11-20'
  const fits = (text: string) => text.length <= (schema.maxLength ?? Infinity)
  const text = texts.find((one) => fits(one) && patterns.every((pattern) => pattern.test(one)))
  if (text === undefined) throw new Error(`no sample fits ${patterns.join(' and ')}`)
  return text
}
