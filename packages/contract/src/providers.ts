import * as z from './bounded.ts'
import { fault } from './faults.ts'
import { reason } from './queue-shapes.ts'
import { operation } from './operation.ts'
import { amount, amountReply, currency, instant, operatorText, success } from './shapes.ts'

/** Operators' side of games: providers with keys and feeds, arrangement of games, log of provider calls. */
export const providerRefusals = {
  provider_exists: { status: 409, sentence: 'There is a provider with this code already.' },
  provider_fixed: {
    status: 409,
    sentence: 'This provider is built in and has no feed or key to change here.',
  },
  key_invalid: { status: 422, sentence: 'This is not an RSA public key of at least 2048 bits in PEM.' },
  keys_in_rotation: { status: 409, sentence: 'Two keys are in use already. End one of them first.' },
  feed_running: { status: 409, sentence: 'An import of this provider is under way.' },
} as const

/** Wallet protocols of providers. */
export const protocol = z.enum(['dhow', 'spribe', 'softswiss', 'hub88'])
export type Protocol = z.output<typeof protocol>

const key = z.object({
  id: z.string(),
  /** First characters of the key's SHA-256. */
  print: z.string(),
  added_at: instant,
  ends_at: z.nullable(instant),
})

export const catalogImport = z.object({
  id: z.string(),
  started_at: instant,
  ended_at: instant,
  outcome: z.enum(['done', 'failed']),
  listed: z.number(),
  added: z.number(),
  changed: z.number(),
  withdrawn: z.number(),
  refused_count: z.number(),
  /** Entries not imported, at most the first hundred. */
  refused: z.array(z.object({ code: z.string(), reason: operatorText })),
  reason: z.nullable(operatorText),
  operator: z.nullable(z.string()),
})
export type CatalogImport = z.output<typeof catalogImport>

/** Ceilings of a provider's wins in one currency; a larger win is held for a check. */
const ceilings = z.object({
  currency,
  win: amountReply,
  multiple: z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
  multiple_from: amountReply,
  hour: amountReply,
  /** Whether set for this provider, or the default of all providers. */
  own: z.boolean(),
  /** Stakes and wins of the clock hour so far. */
  staked_this_hour: amountReply,
  won_this_hour: amountReply,
  /** Set if the hour's return, in per cent, is far from that of the provider's games. */
  unusual_return: z.nullable(
    z.object({
      direction: z.enum(['high', 'low']),
      paid: z.string().check(z.maxLength(12)),
      stated: z.string().check(z.maxLength(12)),
    }),
  ),
})

export const staffProvider = z.object({
  code: z.string(),
  name: z.string(),
  protocol,
  state: z.enum(['open', 'paused', 'down']),
  down_since: z.nullable(instant),
  checked_at: z.nullable(instant),
  games: z.number(),
  launch_url: z.string(),
  feed_url: z.nullable(z.string()),
  /** URL that the provider calls. */
  endpoint: z.string(),
  keys: z.array(key),
  /** The portal's public key, if the protocol signs with private keys. */
  own_public_key: z.nullable(z.string()),
  last_import: z.nullable(catalogImport),
  ceilings: z.array(ceilings).check(z.maxLength(4)),
  held_wins: z.int().check(z.minimum(0), z.maximum(1_000_000_000)),
})
export type StaffProvider = z.output<typeof staffProvider>

export const staffProviders = operation({
  name: 'staffProviders',
  method: 'GET',
  path: '/staff/providers',
  access: 'staff',
  needs: ['games.see'],
  summary: 'The game providers with state, keys and feed.',
  reply: z.object({ status: success, providers: z.array(staffProvider) }),
  refusals: [],
})

const url = z.url(fault('url_rule')).check(z.maxLength(300))
const code = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,19}$/, fault('provider_code_rule')))
const id = z.object({ id: code })
const provider = z.object({ status: success, provider: staffProvider })
/** It needs a second admin, who gets the shared secret on confirmation. */
const proposed = z.object({ status: success, waiting: z.literal(true) })

export const createProvider = operation({
  name: 'createProvider',
  method: 'POST',
  path: '/staff/providers',
  access: 'staff',
  needs: ['providers.manage'],
  summary: 'Add a game provider. Needs a second admin, who is shown its first secret if the protocol has a shared one.',
  body: z.object({
    code,
    name: z.string().check(z.trim(), z.minLength(2), z.maxLength(40)),
    protocol,
    launch_url: url,
    /** Origin of its game frames, if it differs from the launch URL's. */
    frame_origin: z.optional(url),
    feed_url: z.optional(url),
    ping_url: z.optional(url),
    /** Our id at the provider. */
    client_id: z.optional(z.string().check(z.maxLength(60))),
    /** The provider's public key, if its protocol signs with private keys. */
    public_key: z.optional(z.string().check(z.maxLength(4_000))),
  }),
  reply: proposed,
  refusals: ['provider_exists', 'key_invalid', 'change_waits'],
})

export const setProviderState = operation({
  name: 'setProviderState',
  method: 'POST',
  path: '/staff/providers/:id/state',
  access: 'staff',
  needs: ['games.arrange'],
  summary: 'Pause a provider, which ends its sessions for further bets, or resume it.',
  params: id,
  body: z.object({ enabled: z.boolean(), reason }),
  reply: provider,
  refusals: ['not_found'],
})

export const addProviderKey = operation({
  name: 'addProviderKey',
  method: 'POST',
  path: '/staff/providers/:id/keys',
  access: 'staff',
  needs: ['providers.manage'],
  summary:
    'Add a key; the former one stays valid for some hours. Needs a second admin, who is shown a shared secret once.',
  params: id,
  body: z.object({
    public_key: z.optional(z.string().check(z.maxLength(4_000))),
    overlap_hours: z.int().check(z.minimum(0), z.maximum(720)),
  }),
  reply: proposed,
  refusals: ['not_found', 'provider_fixed', 'key_invalid', 'keys_in_rotation', 'change_waits'],
})

export const endProviderKey = operation({
  name: 'endProviderKey',
  method: 'POST',
  path: '/staff/providers/:id/end-key',
  access: 'staff',
  needs: ['providers.manage'],
  summary: 'End a key at once.',
  params: id,
  body: z.object({ key: z.string().check(z.maxLength(60)), reason }),
  reply: provider,
  refusals: ['not_found'],
})

export const setProviderCeilings = operation({
  name: 'setProviderCeilings',
  method: 'POST',
  path: '/staff/providers/:id/ceilings',
  access: 'staff',
  needs: ['providers.manage'],
  summary:
    'Set the ceilings of a provider’s wins in one currency. Lower ones take effect at once; a higher one needs a second admin.',
  params: id,
  body: z.object({
    currency,
    win: amount,
    multiple: z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
    multiple_from: amount,
    hour: amount,
    reason,
  }),
  reply: z.object({ status: success, provider: staffProvider, waiting: z.boolean() }),
  refusals: ['not_found', 'change_waits'],
})

export const importGames = operation({
  name: 'importGames',
  method: 'POST',
  path: '/staff/providers/:id/import',
  access: 'staff',
  needs: ['games.arrange'],
  summary: 'Import the provider’s list of games now. The operator’s own settings of games stay.',
  params: id,
  body: z.optional(z.object({})),
  reply: z.object({ status: success, report: catalogImport }),
  refusals: ['not_found', 'provider_fixed', 'feed_running'],
})

export const staffImports = operation({
  name: 'staffImports',
  method: 'GET',
  path: '/staff/providers/:id/imports',
  access: 'staff',
  needs: ['games.see'],
  summary: 'The provider’s last imports, newest first.',
  params: id,
  reply: z.object({ status: success, imports: z.array(catalogImport) }),
  refusals: ['not_found'],
})

export const providerOperations = [
  staffProviders,
  createProvider,
  setProviderState,
  addProviderKey,
  endProviderKey,
  setProviderCeilings,
  importGames,
  staffImports,
]
