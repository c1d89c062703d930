// Generates docs/reference and .env.example from the contract and the settings; `--check` fails if one of them is not current.
import { mkdirSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { settingGroups } from './settings.mjs'
import { tablesPage } from './tables-page.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const made = (what) => `<!-- Made by \`node tools/reference.mjs\` from ${what}; change it there. -->\n`

const access = {
  public: 'everybody; no token is read',
  optional: 'everybody; a token is read where there is one',
  player: 'a signed-in player',
  staff: 'an operator, on the console’s port',
  provider: 'a program outside (game provider, payment service, bank), by its signature or key',
}

/** The generated files, from path to text. Needs the built contract and server. */
export async function makeReference() {
  const built = (path) => import(pathToFileURL(join(root, path)).href)
  const { operations } = await built('packages/contract/dist/operations.js')
  const { apiBase } = await built('packages/contract/dist/operation.js')
  const { refusals, commonRefusals } = await built('packages/contract/dist/refusals.js')
  const { openApi } = await built('apps/server/dist/platform/http/openapi.js')
  const { amountPattern, amountReplyPattern } = await built('packages/contract/dist/money.js')
  const { moneyActions } = await built('packages/contract/dist/money-actions.js')
  const { rowsAtMost, textAtMost } = await built('packages/contract/dist/bounded.js')
  usualBounds = new Set([rowsAtMost, textAtMost])
  const words = new Map([
    [amountPattern.source, 'amount'],
    [amountReplyPattern.source, 'amount'],
  ])
  return new Map([
    [
      'docs/reference/operations.md',
      operationsPage(operations, apiBase, openApi(operations, 'Dhow'), commonRefusals, words),
    ],
    ['docs/reference/refusals.md', refusalsPage(operations, refusals, commonRefusals)],
    ['docs/reference/settings.md', settingsPage()],
    ['.env.example', envExample()],
    ['docs/concepts/threats.md', threatsPage(moneyActions)],
    ['docs/reference/tables.md', tablesPage(join(root, 'apps/server/database'), made)],
  ])
}

function operationsPage(features, apiBase, document, common, words) {
  const lines = [
    made('packages/contract'),
    '# Operations\n',
    `Every call of the API, below \`${apiBase}\`. The same as OpenAPI 3.1: \`${apiBase}/openapi.json\` of a running portal.`,
    'An *amount* is a decimal string with at most two decimals (`"1250.50"`), never a number. An *instant* is ISO 8601 in UTC.',
    `Texts have at most ${Math.max(...usualBounds)} characters and lists as many entries, where nothing smaller is said.`,
    'What a call may refuse with is listed by its code; the codes are explained in [refusals](refusals.md).\n',
    ...Object.entries(features).map(([feature, list]) => `- [${feature}](#${feature}): ${list.length}`),
    '',
    '## Refusals of every call\n',
    '| Who may call | May always be answered with |',
    '|---|---|',
    ...Object.entries(common).map(([who, codes]) => `| ${access[who]} | ${codes.map(codeLink).join(', ')} |`),
    '',
  ]
  for (const [feature, list] of Object.entries(features)) {
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
    ...described.parameters.map(({ name, in: place, required, schema }) => ({ name, place, required, schema })),
    ...fields(described.requestBody?.content[bodyType].schema).map((field) => ({ ...field, place: 'body' })),
  ]
  const reply = described.responses[200].content['application/json']?.schema
  const roles = operation.roles ? ` (${operation.roles.join(', ')})` : ''
  const lines = [`### ${operation.method} ${operation.path}\n`, `${operation.summary}\n`]
  lines.push(`\`${operation.name}\`, for ${access[operation.access]}${roles}.`)
  if (operation.idempotent) lines.push('A repeat with the same `Idempotency-Key` gets the first answer again.')
  if (operation.multipart)
    lines.push(
      `The file \`${operation.multipart.file}\` may have ${Math.floor(operation.multipart.limitBytes / 1024).toLocaleString('en')} kB.`,
    )
  lines.push('')
  if (asked.length > 0) {
    lines.push('| Sent | In | What |', '|---|---|---|')
    for (const { name, place, required, schema } of asked)
      lines.push(`| \`${name}\`${required ? '' : ' (may be missing)'} | ${place} | ${typeOf(schema, words)} |`)
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

/** A schema's fields, flat: `games[].id` is the id of each of the games. */
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

/** Type of a value in the words of a table. */
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

/** The bounds of every text and list are said once, at the head of the page. */
let usualBounds = new Set()

function bounds(least, mostOfSchema, unit) {
  const most = unit !== '' && usualBounds.has(mostOfSchema) ? undefined : mostOfSchema
  if (least === undefined && most === undefined) return ''
  const range =
    least === undefined ? `at most ${most}` : most === undefined ? `at least ${least}` : `${least} to ${most}`
  return ` (${range}${unit ? ` ${unit}` : ''})`
}

function refusalsPage(features, refusals, common) {
  const users = new Map(Object.keys(refusals).map((code) => [code, []]))
  for (const operation of Object.values(features).flat())
    for (const code of operation.refusals) users.get(code).push(`\`${operation.method} ${operation.path}\``)
  const always = new Map()
  for (const [who, codes] of Object.entries(common))
    for (const code of codes) always.set(code, [...(always.get(code) ?? []), who])
  return [
    made('packages/contract'),
    '# Refusals\n',
    'What the API refuses with: a stable code, an HTTP status, and the sentence that a person reads. The reply has the form',
    '`{"status": "error", "status_code": 422, "code": "otp_wrong", "msg": "…", "message": "…", "errors": {"otp": ["…"]} or null}`.',
    'Where a refusal is about fields of a form, `errors` names each with its sentences.\n',
    '| Code | Status | Sentence | Where |',
    '|---|---|---|---|',
    ...Object.entries(refusals).map(([code, { status, sentence }]) => {
      const where = [...(always.has(code) ? [`every call for ${always.get(code).join(', ')}`] : []), ...users.get(code)]
      return `| <a id="${code}"></a>\`${code}\` | ${status} | ${sentence} | ${where.join(', ') || 'where it fits'} |`
    }),
    '',
  ].join('\n')
}

function settingsPage() {
  const lines = [
    made('the settings.json of the server, the studio, the sandbox and the tools'),
    '# Settings\n',
    'Read from the environment, once, at the start; a setting that does not fit is named in one sentence and nothing starts. `npm start -- --help` lists the same.\n',
  ]
  for (const { title, settings } of settingGroups) {
    lines.push(`## ${title}\n`, '| Setting | Without it | What it is |', '|---|---|---|')
    for (const { name, kind, default: fallback, choices, most, text } of settings) {
      const forms = choices ? ` One of ${choices.map((choice) => `\`${choice}\``).join(', ')}.` : ''
      const limit = most ? ` At most ${most}.` : ''
      const secret = kind === 'secret' ? ' A secret.' : ''
      lines.push(`| \`${name}\` | ${fallback ? `\`${fallback}\`` : '–'} | ${text}.${forms}${limit}${secret} |`)
    }
    lines.push('')
  }
  return lines.join('\n')
}

/** The page of threats with its table of money actions, which stands between two marks. */
function threatsPage(moneyActions) {
  const page = readFileSync(join(root, 'docs/concepts/threats.md'), 'utf8')
  const [begin, end] = ['<!-- money actions: begin -->', '<!-- money actions: end -->']
  const [before, after] = [page.indexOf(begin) + begin.length, page.indexOf(end)]
  const effects = {
    raises: 'raises',
    frees: 'frees',
    moves_out: 'moves out',
    loosens: 'loosens',
    takes: 'takes back',
    keeps: 'keeps',
  }
  const seconds = {
    amounts: 'from the action’s amount, and past the sums of the day',
    always: 'always',
    never: 'no',
  }
  const rows = Object.entries(moneyActions).map(([name, action]) => {
    const evidence = action.evidence.map((one) => one.replaceAll('_', ' ')).join(', ') || 'none'
    const reasons = action.reasons.map((reason) => `\`${reason}\``).join(', ') || 'none'
    const threshold = action.second === 'amounts' ? `\`approvals.thresholds.${name}\`, else \`four_eyes\`` : 'none'
    return `| ${action.title} | ${action.feature} | ${effects[action.effect]} | ${action.by} | ${action.gate} | ${threshold} | ${seconds[action.second]} | ${evidence} | ${reasons} |`
  })
  const table = [
    '| Action | Feature | Effect | By | Gate | Threshold | Second person | Evidence | Postings |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ]
  return `${page.slice(0, before)}\n\n${table.join('\n')}\n\n${page.slice(after)}`
}

/** Every setting as a comment with its default, to be copied to `.env`, which `npm start` reads. */
function envExample() {
  const lines = [
    '# Generated by `node tools/reference.mjs`. Copy to .env and uncomment what you change; npm start reads it.',
  ]
  for (const { title, settings } of settingGroups) {
    lines.push('', `# ${title}`)
    for (const { name, default: fallback, text } of settings) lines.push('', `# ${text}`, `#${name}=${fallback ?? ''}`)
  }
  return `${lines.join('\n')}\n`
}

const codeLink = (code) => `[\`${code}\`](refusals.md#${code})`

/** The generated files below `folder` that are missing or differ. */
export function outdated(pages, folder) {
  const isCurrent = ([name, text]) =>
    existsSync(join(folder, name)) && readFileSync(join(folder, name), 'utf8') === text
  return [...pages].filter((page) => !isCurrent(page))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [name, text] of outdated(await makeReference(), root)) {
    if (process.argv.includes('--check')) {
      console.log(`${name} is not current: run npm run generate`)
      process.exitCode = 1
    } else {
      mkdirSync(join(root, name, '..'), { recursive: true })
      writeFileSync(join(root, name), text)
      console.log(name)
    }
  }
}
