// Generates the reference page of the operations from the server's OpenAPI document.
import { codeLink } from './refusals-page.mjs'

const access = {
  public: 'everybody; no token is read',
  optional: 'everybody; a token is read where there is one',
  player: 'a signed-in player',
  staff: 'an operator, on the console’s port',
  provider: 'a program outside (game provider, payment service, bank), by its signature or key',
}

/**
 * @param {object} contract `operations`, `apiBase`, `commonRefusals`, the document of `openApi`, the words for patterns and the usual bounds
 * @returns {string} the page docs/reference/operations.md
 */
export function operationsPage({ operations, apiBase, document, commonRefusals, words, usual }, made) {
  usualBounds = usual
  const lines = [
    made('packages/contract'),
    '# Operations\n',
    `Every call of the API, below \`${apiBase}\`. The same as OpenAPI 3.1: \`${apiBase}/openapi.json\` of a running portal.`,
    'An *amount* is a decimal string with at most two decimals (`"1250.50"`), never a number. An *instant* is ISO 8601 in UTC.',
    `Texts have at most ${Math.max(...usualBounds)} characters and lists as many entries, where no smaller limit is given.`,
    'What a call may refuse with is listed by its code; the codes are explained in [refusals](refusals.md).\n',
    ...Object.entries(operations).map(([feature, list]) => `- [${feature}](#${feature}): ${list.length}`),
    '',
    '## Refusals of every call\n',
    '| Who may call | May always be answered with |',
    '|---|---|',
    ...Object.entries(commonRefusals).map(([who, codes]) => `| ${access[who]} | ${codes.map(codeLink).join(', ')} |`),
    '',
  ]
  for (const [feature, list] of Object.entries(operations)) {
    lines.push(`## ${feature}\n`)
    for (const operation of list) {
      const path = apiBase + operation.path
      const described = document.paths[path.replace(/:(\w+)/g, '{$1}')][operation.method.toLowerCase()]
      lines.push(...operationLines(operation, described, words))
    }
  }
  return lines.join('\n').trimEnd() + '\n'
}

function operationLines(operation, described, words) {
  const bodyType = operation.multipart ? 'multipart/form-data' : 'application/json'
  const asked = [
    ...described.parameters.map(({ name, in: location, required, schema }) => ({ name, location, required, schema })),
    ...fields(described.requestBody?.content[bodyType].schema).map((field) => ({ ...field, location: 'body' })),
  ]
  const reply = described.responses[200].content['application/json']?.schema
  const needs = operation.needs?.length ? ` with ${operation.needs.map((one) => `\`${one}\``).join(' and ')}` : ''
  const lines = [`### ${operation.method} ${operation.path}\n`, `${operation.summary}\n`]
  lines.push(`\`${operation.name}\`, for ${access[operation.access]}${needs}.`)
  if (operation.idempotent) lines.push('A repeat with the same `Idempotency-Key` gets the first answer again.')
  if (operation.multipart)
    lines.push(
      `The file \`${operation.multipart.file}\` may have ${Math.floor(operation.multipart.limitBytes / 1024).toLocaleString('en')} kB.`,
    )
  lines.push('')
  if (asked.length > 0) {
    lines.push('| Sent | In | What |', '|---|---|---|')
    for (const { name, location, required, schema } of asked)
      lines.push(`| \`${name}\`${required ? '' : ' (may be missing)'} | ${location} | ${typeOf(schema, words)} |`)
    lines.push('')
  }
  if (operation.file) lines.push(`Answers with bytes of \`${operation.file}\`.\n`)
  else if (reply) {
    lines.push('| Answered | What |', '|---|---|')
    for (const { name, required, schema } of fields(reply))
      lines.push(`| \`${name}\`${required ? '' : ' (may be missing)'} | ${typeOf(schema, words)} |`)
    lines.push('')
  }
  if (operation.refusals.length > 0) lines.push(`May be refused: ${operation.refusals.map(codeLink).join(', ')}.\n`)
  return lines
}

/** A schema's fields, flattened: `games[].id` is the id of each game. */
function fields(schema, before = '') {
  if (!schema) return []
  const { properties = {}, required = [], oneOf, anyOf } = schema
  const choices = oneOf ?? anyOf?.filter((choice) => choice.type !== 'null')
  if (choices && choices.some((choice) => choice.properties)) {
    const seen = new Map()
    for (const field of choices.flatMap((choice) => fields(choice, before)))
      seen.set(`${field.name} ${JSON.stringify(field.schema)}`, field)
    return [...seen.values()]
  }
  return Object.entries(properties).flatMap(([key, field]) => {
    const name = before + key
    const own = { name, required: required.includes(key), schema: field }
    const item = field.type === 'array' ? field.items : field
    return [own, ...fields(item, `${name}${field.type === 'array' ? '[]' : ''}.`)]
  })
}

/** Type of a value, as text for a table cell. */
function typeOf(schema, words) {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(' or ')
  const choices = schema.oneOf ?? schema.anyOf
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, words)))].join(' or ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, words)).join(' or ')
  if (schema.type === 'array')
    return `list of ${typeOf(schema.items ?? {}, words)}${bounds(schema.minItems, schema.maxItems, 'long')}`
  if (schema.type === 'object')
    return schema.additionalProperties && typeof schema.additionalProperties === 'object' && !schema.properties
      ? `object of ${typeOf(schema.additionalProperties, words)} by name`
      : 'object'
  if (schema.type === 'null') return 'null'
  if (schema.type === 'string') {
    if (words.has(schema.pattern)) return words.get(schema.pattern)
    if (schema.format === 'date-time') return 'instant'
    if (schema.format === 'date') return 'date'
    if (schema.format === 'binary') return 'file'
    const pattern = schema.pattern ? `, of the form \`${schema.pattern.replaceAll('|', '\\|')}\`` : ''
    return `text${bounds(schema.minLength, schema.maxLength, 'characters')}${pattern}`
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    const limit = (value) => (Math.abs(value ?? Infinity) >= Number.MAX_SAFE_INTEGER ? undefined : value)
    return `${schema.type === 'integer' ? 'whole number' : 'number'}${bounds(limit(schema.minimum ?? schema.exclusiveMinimum), limit(schema.maximum), '')}`
  }
  return schema.type ?? 'any value'
}

/** Default bounds of texts and lists, described once at the top of the page. */
let usualBounds = new Set()

function bounds(least, mostOfSchema, unit) {
  const most = unit !== '' && usualBounds.has(mostOfSchema) ? undefined : mostOfSchema
  if (least === undefined && most === undefined) return ''
  const range =
    least === undefined ? `at most ${most}` : most === undefined ? `at least ${least}` : `${least} to ${most}`
  return ` (${range}${unit ? ` ${unit}` : ''})`
}
