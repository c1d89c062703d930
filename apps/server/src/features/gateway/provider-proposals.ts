import { amountValue, factOf } from '../approvals/index.ts'
import { operatorText } from '@dhow/contract/operator-texts'
import type { ProviderParts } from './parts.ts'
import { formatDecimal, parseAmount, type Currency } from '@dhow/contract/money'
import type { BodyOf } from '@dhow/contract/operation'
import type { createProvider, setProviderCeilings } from '@dhow/contract/providers'
import { afterCommit } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal, type FieldTexts } from '../../platform/refusal.ts'
import { adapters } from './adapters/index.ts'
import { anyProvider, type Ceiling } from './ceilings.ts'
import { findUnusualReturn } from './provider-return.ts'
import { publicKey } from './public-key.ts'
import { maxKeys } from './rotate-provider-keys.ts'
import { bind } from '../../platform/bind.ts'
import { isOutsideUrl } from '../../platform/outside-address.ts'
import { required } from '../../platform/required.ts'

type NewProvider = BodyOf<typeof createProvider>

type NewCeilings = BodyOf<typeof setProviderCeilings>

interface NewKey {
  provider: string
  publicKey: string | undefined
  overlapHours: number
}

declare module '../approvals/change-kinds.ts' {
  interface ChangeKinds {
    provider: NewProvider
    provider_key: NewKey
    provider_ceilings: { provider: string; to: NewCeilings }
  }
}

const hourMs = 3_600_000

const currencies = ['NAD', 'INR'] as const

/**
 * Provider changes that can increase payouts: a new provider, a new key, a higher ceiling. Each waits for a second
 * admin.
 */
export function openProviderProposals(parts: ProviderParts) {
  const { approvals, catalog, keys, audit } = parts
  approvals.changes.register('provider', {
    title: operatorText('change_provider', {}),
    needs: 'providers.manage',
    async apply(tx, by, given) {
      const adapter = adapterNamed(given.protocol)
      await catalog.provider.create(tx, {
        code: given.code,
        name: given.name,
        adapter: given.protocol,
        launch_url: given.launch_url.replace(/\/+$/, ''),
        frame_origin: given.frame_origin === undefined ? null : new URL(given.frame_origin).origin,
        feed_url: given.feed_url ?? null,
        ping_url: given.ping_url ?? null,
        client_id: given.client_id ?? null,
      })
      const isPublic = adapter.keys === 'public'
      const options = { given: isPublic ? given.public_key : undefined, overlapMs: 0, by: by.operatorId }
      const key = await keys.add(tx, given.code, adapter.keys, options)
      if (isPublic) await keys.addOwn(tx, given.code, by.operatorId)
      const { public_key: _, ...after } = given
      const entry = { action: 'provider.create', subject: given.code, text: given.name, before: null }
      await audit(tx, { ...entry, operatorId: by.operatorId, after: { ...after, key: key.print } })
      afterCommit(tx, () => Promise.all([catalog.provider.changed(), keys.changed()]))
      return isPublic ? [] : secretShown(given.code, key.text)
    },
  })

  approvals.changes.register('provider_key', {
    title: operatorText('change_provider_key', {}),
    needs: 'providers.manage',
    async apply(tx, by, { provider, publicKey: given, overlapHours }) {
      const adapter = adapterOf(parts, provider)
      const key = await keys.add(tx, provider, adapter.keys, {
        given,
        overlapMs: overlapHours * hourMs,
        by: by.operatorId,
      })
      const text = `The key before ends in ${overlapHours} hours`
      const entry = { action: 'provider.add-key', subject: provider, text, before: null, after: { key: key.print } }
      await audit(tx, { ...entry, operatorId: by.operatorId })
      afterCommit(tx, () => keys.changed())
      return adapter.keys === 'secret' ? secretShown(provider, key.text) : []
    },
  })
  approvals.changes.register('provider_ceilings', {
    title: operatorText('change_provider_ceilings', {}),
    needs: 'providers.manage',
    apply: (tx, by, { provider, to }) => writeCeilings(parts, tx, by, provider, to),
  })
  return bind(parts, { ceilingsOf, create: proposeProvider, addKey: proposeKey, setCeilings: proposeCeilings })
}

const percent = (fraction: number) => (Math.round(fraction * 1_000) / 10).toString()

const minor = (text: string) => required(parseAmount(text), 'an amount')

const ceilingOf = (to: NewCeilings): Ceiling => ({
  winMinor: minor(to.win),
  multiple: to.multiple,
  multipleFromMinor: minor(to.multiple_from),
  hourMinor: minor(to.hour),
})

const shown = (ceiling: Ceiling) => ({
  win: formatDecimal(ceiling.winMinor),
  multiple: ceiling.multiple,
  multiple_from: formatDecimal(ceiling.multipleFromMinor),
  hour: formatDecimal(ceiling.hourMinor),
})

const factsOf = (before: Ceiling, after: Ceiling, currency: Currency) => [
  factOf('fact_largest_win', amountValue(after.winMinor, currency), amountValue(before.winMinor, currency)),
  factOf('fact_largest_multiple', times(after.multiple), times(before.multiple)),
  factOf(
    'fact_multiple_from',
    amountValue(after.multipleFromMinor, currency),
    amountValue(before.multipleFromMinor, currency),
  ),
  factOf('fact_hour_wins', amountValue(after.hourMinor, currency), amountValue(before.hourMinor, currency)),
]

const times = (multiple: number) => operatorText('value_times', { times: String(multiple) })

function refuseZero(to: NewCeilings) {
  const fields: FieldTexts = {}
  for (const field of ['win', 'multiple_from', 'hour'] as const)
    if (minor(to[field]) <= 0n) fields[field] = [operatorText('amount_above_zero', {})]
  if (Object.keys(fields).length > 0) throw new Refusal('invalid_fields', { fields })
}

/** URLs that the server itself calls: in live mode encrypted, and never in a private network. */
function refuseUnsafe(field: string, address: string, mode: 'sandbox' | 'live') {
  if (!isOutsideUrl(address, mode))
    throw new Refusal('invalid_fields', { fields: { [field]: [operatorText('public_https_rule', {})] } })
}

const adapterNamed = (name: string) => required(adapters[name], `the adapter ${name}`)

function adapterOf({ catalog }: ProviderParts, code: string) {
  const row = catalog.provider.get(code)
  if (!row) throw new Refusal('not_found')
  return adapterNamed(row.adapter)
}

function secretShown(provider: string, text: string) {
  return [{ label: operatorText('fact_secret', { provider }), value: text }]
}

async function writeCeilings(
  { ceilings, audit }: ProviderParts,
  tx: Parameters<typeof audit>[0],
  by: StaffSession,
  provider: string,
  to: NewCeilings,
) {
  const before = ceilings.of(provider, to.currency)
  await ceilings.set(tx, provider, to.currency, ceilingOf(to))
  await audit(tx, {
    operatorId: by.operatorId,
    action: 'provider.ceilings',
    subject: provider,
    text: `Set the ceilings in ${to.currency}: ${to.reason}`,
    before: shown(before),
    after: shown(ceilingOf(to)),
  })
  afterCommit(tx, () => ceilings.changed())
}

/** A provider's ceilings by currency with its current hour; `stated` is the return of its games as a fraction. */
export function ceilingsOf({ ceilings }: ProviderParts, provider: string, stated: number | undefined) {
  return currencies.map((currency) => {
    const hour = ceilings.hours.sums(provider, currency)
    const unusual = stated === undefined ? undefined : findUnusualReturn(hour, stated)
    return {
      currency,
      ...shown(ceilings.of(provider, currency)),
      own: ceilings.isOwn(provider, currency),
      staked_this_hour: formatDecimal(hour.stakedMinor),
      won_this_hour: formatDecimal(hour.wonMinor),
      unusual_return: unusual
        ? { direction: unusual.direction, paid: percent(unusual.paid), stated: percent(unusual.stated) }
        : null,
    }
  })
}

/** Proposes a new provider. @throws Refusal `provider_exists`, `key_invalid`, `invalid_fields`, `change_waits` */
async function proposeProvider(
  { platform: { config, db }, catalog, approvals }: ProviderParts,
  by: StaffSession,
  given: NewProvider,
) {
  for (const field of ['launch_url', 'frame_origin', 'feed_url', 'ping_url'] as const) {
    const address = given[field]
    if (address !== undefined) refuseUnsafe(field, address, config.mode)
  }
  if (catalog.provider.get(given.code) || given.code === anyProvider) throw new Refusal('provider_exists')
  if (adapterNamed(given.protocol).keys === 'public') publicKey(given.public_key)
  await db.transaction((tx) =>
    approvals.changes.propose(tx, by, {
      kind: 'provider',
      subject: given.code,
      summary: operatorText('provider_added', { name: given.name }),
      change: given,
      reason: '',
      facts: [
        factOf('fact_code', given.code),
        factOf('fact_launch_address', given.launch_url),
        factOf('fact_games_list', given.feed_url ?? null),
        factOf('fact_protocol', given.protocol),
      ],
    }),
  )
}

/** Proposes a new key. @throws Refusal `not_found`, `provider_fixed`, `key_invalid`, `keys_in_rotation`, `change_waits` */
async function proposeKey(
  parts: ProviderParts,
  by: StaffSession,
  code: string,
  given: { public_key?: string | undefined; overlap_hours: number },
) {
  const {
    isFixed,
    keys,
    platform: { db },
    approvals,
  } = parts
  const adapter = adapterOf(parts, code)
  if (isFixed(code)) throw new Refusal('provider_fixed')
  const isPublic = adapter.keys === 'public'
  if (isPublic) publicKey(given.public_key)
  const good = (await keys.list(code)).filter((key) => key.kind === adapter.keys)
  if (good.length >= maxKeys) throw new Refusal('keys_in_rotation')
  await db.transaction((tx) =>
    approvals.changes.propose(tx, by, {
      kind: 'provider_key',
      subject: code,
      summary: operatorText('provider_key_added', { provider: code }),
      change: {
        provider: code,
        publicKey: isPublic ? given.public_key : undefined,
        overlapHours: given.overlap_hours,
      },
      reason: '',
      facts: [factOf('fact_overlap_hours', String(given.overlap_hours))],
    }),
  )
}

/**
 * Sets the ceilings of one currency: lower ones at once; a higher one waits for a second admin, and `true` is returned.
 * @throws Refusal `not_found`, `invalid_fields`, `change_waits`
 */
function proposeCeilings(parts: ProviderParts, by: StaffSession, code: string, to: NewCeilings): Promise<boolean> {
  const {
    ceilings,
    platform: { db },
    approvals,
  } = parts
  adapterOf(parts, code)
  refuseZero(to)
  const before = ceilings.of(code, to.currency)
  const after = ceilingOf(to)
  const isHigher =
    after.winMinor > before.winMinor ||
    after.multiple > before.multiple ||
    after.multipleFromMinor > before.multipleFromMinor ||
    after.hourMinor > before.hourMinor
  return db.transaction(async (tx) => {
    if (!isHigher) {
      await writeCeilings(parts, tx, by, code, to)
      return false
    }
    await approvals.changes.propose(tx, by, {
      kind: 'provider_ceilings',
      subject: `${code}:${to.currency}`,
      summary: operatorText('provider_ceiling_raised', { provider: code, currency: to.currency }),
      change: { provider: code, to },
      reason: to.reason,
      facts: factsOf(before, after, to.currency),
    })
    return true
  })
}
