import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import type { ProviderParts } from './parts.ts'
import { ceilingsOf, openProviderProposals } from './provider-proposals.ts'
import { listCalls } from './list-calls.ts'
import { importReply, findProvider, readImports, providerReply, statedReturn, readProvider } from './read-provider.ts'
import { bind } from '../../platform/bind.ts'

const importsShown = 20

/** Provider administration: add, pause, rotate keys, import games, and read their calls. */
export function openStaffProviders(parts: ProviderParts) {
  const proposals = openProviderProposals(parts)
  return {
    ...bind(parts, {
      list: listProviders,
      problems: listProblems,
      read: readProvider,
      setState: setProviderState,
      endKey: endProviderKey,
      import: importGames,
      imports: listImports,
      calls: listCalls,
    }),
    ...proposals,
  }
}

async function listProviders(parts: ProviderParts) {
  const { catalog } = parts
  await catalog.provider.load()
  return Promise.all(catalog.provider.all().map((row) => providerReply(parts, row)))
}

/** Problems of providers for alarms: wins that wait for a check, and an hour with an unlikely return. */
async function listProblems(parts: ProviderParts): Promise<{ subject: string; text: OperatorText }[]> {
  const { heldWins, catalog } = parts
  const waiting = await heldWins.waiting()
  const found = [...waiting].map(([code, count]) => ({
    subject: `${code}:held`,
    text: operatorText('alarm_wins_held', { provider: code, count: String(count) }),
  }))
  for (const { code } of catalog.provider.all())
    for (const { currency, unusual_return: unusual } of ceilingsOf(parts, code, await statedReturn(parts, code)))
      if (unusual)
        found.push({
          subject: `${code}:${currency}`,
          text: operatorText('alarm_return', { provider: code, currency, paid: unusual.paid, stated: unusual.stated }),
        })
  return found
}

/** @throws Refusal `not_found` */
async function setProviderState(
  parts: ProviderParts,
  operatorId: string,
  code: string,
  enabled: boolean,
  reason: string,
) {
  const {
    platform: { db },
    catalog,
    sessions,
    audit,
  } = parts
  await db.transaction(async (tx) => {
    const before = await catalog.provider.setEnabled(tx, code, enabled)
    if (!enabled) await sessions.endProvider(tx, code)
    const action = enabled ? 'provider.open' : 'provider.pause'
    const change = { before: { enabled: before.enabled }, after: { enabled } }
    await audit(tx, { operatorId, action, subject: code, text: reason, ...change })
  })
  await catalog.provider.changed()
  return readProvider(parts, code)
}

/** @throws Refusal `not_found` */
async function endProviderKey(parts: ProviderParts, operatorId: string, code: string, keyId: string, reason: string) {
  const {
    platform: { db },
    keys,
    audit,
  } = parts
  findProvider(parts, code)
  await db.transaction(async (tx) => {
    const { print } = await keys.end(tx, code, keyId)
    const entry = { action: 'provider.end-key', subject: code, text: reason, before: { key: print }, after: null }
    await audit(tx, { ...entry, operatorId })
  })
  await keys.changed()
  return readProvider(parts, code)
}

/** @throws Refusal `not_found`, `provider_fixed`, `feed_running` */
async function importGames(
  { catalog, platform: { db }, audit }: ProviderParts,
  operatorId: string,
  operator: string,
  code: string,
) {
  const row = await catalog.imports.now(code, operatorId)
  await db.transaction((tx) =>
    audit(tx, {
      operatorId,
      action: 'provider.import',
      subject: code,
      text: row.outcome === 'done' ? `${row.listed} games listed` : (row.reason ?? 'failed'),
      before: null,
      after: { added: row.added, changed: row.changed, withdrawn: row.withdrawn, refused: row.refused_count },
    }),
  )
  return importReply(row, operator)
}

/** @throws Refusal `not_found` */
function listImports(parts: ProviderParts, code: string) {
  findProvider(parts, code)
  return readImports(parts, code, importsShown)
}
