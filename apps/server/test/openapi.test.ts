import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { apiBase } from '@dhow/contract/operation'
import { operations } from '@dhow/contract/operations'
import { commonRefusals, refusals, refusalSentence } from '@dhow/contract/refusals'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toJSONSchema, type $ZodType } from 'zod/v4/core'
import { openWorld, type World } from './world.ts'

/** The OpenAPI document as served: checked against the standard and against the server's answers. */

interface Described {
  operationId: string
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; required?: boolean }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content: Record<string, { schema?: object }>; headers?: object }>
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, object> }
}

let world: World
let document: Document
beforeAll(async () => {
  world = await openWorld()
  const answer = await world.visitor().get('/openapi.json')
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toContain('application/json')
  document = answer.json as Document
})
afterAll(() => world.close())

const every = Object.values(operations).flat()
const describedAs = ({ path, method }: { path: string; method: string }) =>
  document.paths[apiBase + path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]

test('is valid by the schema of OpenAPI 3.1, which refuses a planted fault', async () => {
  expect(document.openapi).toMatch(/^3\.1\./)
  const validator = new Validator()
  expect(await validator.validate(copyOf(document))).toEqual({ valid: true })
  const wrong = copyOf(document)
  Object.values(Object.values(wrong.paths)[0]!)[0]!.parameters = [{ name: 'id', in: 'nowhere' }]
  expect(await validator.validate(wrong)).toMatchObject({ valid: false })
})

test('has each operation of the contract once, under its name, and no other', () => {
  const inDocument = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
  )
  const inContract = every.map(
    ({ name, method, path }) => `${name} ${method.toLowerCase()} ${apiBase}${path.replace(/:(\w+)/g, '{$1}')}`,
  )
  expect(inDocument.sort()).toEqual(inContract.sort())
  expect(new Set(every.map(({ name }) => name)).size).toBe(every.length)
})

test('each lists its parameters, headers and access, and each refusal with its status and sentence', () => {
  for (const operation of every) {
    const described = describedAs(operation)!
    const names = described.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
    expect(names.sort(), operation.name).toEqual([...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => name).sort())
    expect(described.parameters.some(({ name }) => name === 'Idempotency-Key')).toBe(operation.idempotent === true)
    expect(described.requestBody !== undefined, operation.name).toBe(operation.body !== undefined)
    const mayBeNobody =
      described.security.length === 0 || described.security.some((one) => Object.keys(one).length === 0)
    expect(mayBeNobody, operation.name).toBe(['public', 'optional'].includes(operation.access))
    for (const code of [...operation.refusals, ...commonRefusals[operation.access]])
      expect(described.responses[refusals[code].status]?.description, operation.name).toContain(
        `\`${code}\`: ${refusalSentence(code)}`,
      )
  }
})

test('the server’s replies and refusals match the document', async () => {
  const player = await world.player()
  const operator = await world.operator('admin')
  const ajv = new Ajv2020({ strict: false, validateFormats: false, schemas: [{ ...document, $id: 'document' }] })
  let held = 0
  for (const operation of every) {
    if (operation.method !== 'GET' || operation.path.includes(':') || operation.file !== undefined) continue
    if (operation.access === 'provider') continue
    const described = describedAs(operation)!
    if (described.parameters.some(({ required }) => required)) continue
    const caller = operation.access === 'staff' ? operator : player
    const answer = await caller.get(operation.path)
    const schema = described.responses[answer.status]?.content['application/json']?.schema
    expect(schema, `${operation.name} answered ${answer.status}`).toBeDefined()
    const schemaRef = `document#/paths/${pointer(apiBase + operation.path)}/get/responses/${answer.status}/content/application~1json/schema`
    const isSo = ajv.getSchema(schemaRef)!
    expect([operation.name, isSo(answer.json), isSo.errors]).toEqual([operation.name, true, null])
    held++
  }
  expect(held).toBeGreaterThan(30)
})

test('each text, list and integer has a bound, and each answer its headers, as OWASP’s rules for OpenAPI require', () => {
  const found = missing(document, '')
  expect(found).toEqual([])
  const unbounded = copyOf(document)
  const [methods] = Object.values(unbounded.paths)
  const described = Object.values(methods!)[0]!
  described.responses['200']!.content = {
    'application/json': {
      schema: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'array' }, c: { type: 'integer' } } },
    },
  }
  described.responses['429'] = { description: 'x', content: {}, headers: {} }
  described.security = []
  expect(missing(unbounded, '')).toHaveLength(6)
})

test('an id in a path has a pattern, the same for the same path', () => {
  const shapes = new Map<string, Set<string>>()
  for (const { path, params } of every) {
    if (params === undefined) continue
    const { properties } = toJSONSchema(params as $ZodType, { unrepresentable: 'any' }) as {
      properties: Record<string, { pattern?: string; enum?: string[] }>
    }
    for (const [name, { pattern, enum: values }] of Object.entries(properties)) {
      expect([path, name, pattern ?? values]).not.toEqual([path, name, undefined])
      const prefix = path.slice(0, path.indexOf(`:${name}`))
      shapes.set(prefix, (shapes.get(prefix) ?? new Set()).add(pattern ?? String(values)))
    }
  }
  const differing = [...shapes].filter(([, names]) => names.size > 1).map(([prefix, names]) => [prefix, ...names])
  expect(differing).toEqual([])
})

test('a text longer than its bound is refused before its handler', async () => {
  const operator = await world.operator('manager')
  for (const query of [`q=${'x'.repeat(65)}`, `cursor=${'x'.repeat(201)}`])
    expect([query.length, (await operator.get(`/staff/deposits?${query}`)).status]).toEqual([query.length, 422])
  const visitor = world.visitor()
  const body = { player_name: 'abc', mobile: '0811234567', password: 'x'.repeat(129) }
  expect((await visitor.post('/register', body)).json.errors.password).toEqual(['Use at most 128 characters'])
  const tooLong = { ...body, password: 'calm-sea-at-dusk', referral_code: 'x'.repeat(10_001) }
  expect((await visitor.post('/register', tooLong)).status).toBe(422)
})

/**
 * Errors of OWASP's Spectral ruleset; `docs/decisions/2026-11-21-one-contract.md` describes how to run the rules
 * themselves.
 */
function missing(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const schema = value as Record<string, unknown>
  const found: string[] = []
  const types = [schema['type']].flat()
  const has = (...names: string[]) => names.some((name) => name in schema)
  if (types.includes('string') && !has('maxLength', 'enum', 'const')) found.push(`${path} has no maxLength`)
  if (types.includes('array') && !has('maxItems')) found.push(`${path} has no maxItems`)
  if (types.includes('integer') && !(has('format') && has('minimum') && has('maximum')))
    found.push(`${path} has no format, minimum or maximum`)
  if (/\/responses\/[24]\d\d$/.test(path)) {
    const headers = Object.keys((schema['headers'] ?? {}) as object)
    for (const name of ['X-RateLimit-Limit', ...(path.endsWith('429') ? ['Retry-After'] : [])])
      if (!headers.includes(name)) found.push(`${path} has no header ${name}`)
  }
  if (Array.isArray(schema['security']) && schema['security'].length === 0) found.push(`${path} declares no security`)
  return [...found, ...Object.entries(schema).flatMap(([name, below]) => missing(below, `${path}/${name}`))]
}

/** A copy for a tool that resolves references in place. */
const copyOf = (whole: Document) => structuredClone(whole) as Document & Record<string, unknown>
const pointer = (path: string) => path.replaceAll('~', '~0').replaceAll('/', '~1')
