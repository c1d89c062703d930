import { toJSONSchema } from 'zod/v4/core'
import type { $ZodType } from 'zod/v4/core'
import { apiBase, type Operation } from '@dhow/contract/operation'
import { commonRefusals, refusals, refusalSentence, type RefusalCode } from '@dhow/contract/refusals'
import { errorReply } from '@dhow/contract/shapes'

type Json = Record<string, unknown>

/** Headers of every answer. */
const headers: Record<string, Json> = {
  'X-RateLimit-Limit': {
    description: 'Calls a minute from one address; signed calls of providers have no such limit.',
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 2_147_483_647 },
  },
  'Access-Control-Allow-Origin': {
    description: 'Not sent: no page of another origin may read an answer.',
    schema: { type: 'string', maxLength: 300 },
  },
  'Retry-After': {
    description: 'Seconds until the next try.',
    schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 2_147_483_647 },
  },
}
const headersOf = (status: number): Json =>
  Object.fromEntries(
    Object.keys(headers)
      .filter((name) => name !== 'Retry-After' || status === 429)
      .map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )

/** OpenAPI 3.1 document of the operations, generated from the contract. */
export function openApi(features: Record<string, readonly Operation[]>, title: string): Json {
  const paths: Record<string, Json> = {}
  for (const [feature, operations] of Object.entries(features)) {
    for (const operation of operations) {
      const path = (apiBase + operation.path).replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation, feature) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1.0.0', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: {
      headers,
      schemas: { Error: json(errorReply, 'output') },
      securitySchemes: {
        player: { type: 'http', scheme: 'bearer' },
        staff: { type: 'apiKey', in: 'cookie', name: 'dhow_console' },
        provider: { type: 'apiKey', in: 'header', name: 'X-Signature' },
      },
    },
  }
}

function describe(operation: Operation, feature: string): Json {
  const body = operation.body ? json(operation.body, 'input') : undefined
  if (body && operation.multipart) {
    body['properties'] = {
      ...body['properties'],
      [operation.multipart.file]: { type: 'string', format: 'binary', maxLength: operation.multipart.limitBytes },
    }
  }
  const codes = [
    ...new Set<RefusalCode>([
      ...operation.refusals,
      ...commonRefusals[operation.access],
      ...(operation.params ? (['not_found'] as const) : []),
    ]),
  ]
  const byStatus = new Map<number, RefusalCode[]>()
  for (const code of codes) byStatus.set(refusals[code].status, [...(byStatus.get(refusals[code].status) ?? []), code])
  return {
    operationId: operation.name,
    summary: operation.summary,
    tags: [feature],
    security:
      operation.access === 'public'
        ? [{}]
        : operation.access === 'optional'
          ? [{}, { player: [] }]
          : [{ [operation.access]: [] }],
    parameters: [
      ...parametersOf(operation.params, 'path'),
      ...parametersOf(operation.query, 'query'),
      ...(operation.idempotent
        ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 100 } }]
        : []),
    ],
    ...(body
      ? {
          requestBody: {
            content: { [operation.multipart ? 'multipart/form-data' : 'application/json']: { schema: body } },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'Done',
        headers: headersOf(200),
        content: operation.file
          ? { [operation.file]: {} }
          : { 'application/json': { schema: json(operation.reply, 'output') } },
      },
      ...Object.fromEntries(
        [...byStatus].map(([status, list]) => [
          status,
          {
            description: list.map((code) => `\`${code}\`: ${refusalSentence(code)}`).join('\n'),
            headers: headersOf(status),
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        ]),
      ),
    },
  }
}

function parametersOf(schema: $ZodType | undefined, location: 'path' | 'query'): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = json(schema, 'input')
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: field,
  }))
}

function json(schema: $ZodType, io: 'input' | 'output') {
  const { $schema: _version, ...rest } = toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === 'integer')
        jsonSchema.format ??= (jsonSchema.maximum ?? Infinity) < 2 ** 31 ? 'int32' : 'int64'
    },
  })
  return rest
}
