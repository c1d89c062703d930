import { inEnglish } from '../../platform/texts.ts'
import { textOf } from '@dhow/contract/player-texts'
import { formatDecimal } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import { isClosed, methodName, type ChooserMethod } from '../deposits/index.ts'
import { voucherService } from './check-voucher.ts'
import type { PaymentParts } from './parts.ts'
import type { Service } from './rules.ts'
import { findNewest } from './store.ts'

/** Whether a service is configured; otherwise it is not offered. */
export const isConfigured = ({ issuer, adapters }: PaymentParts, code: string): boolean =>
  code === voucherService ? issuer !== undefined : adapters.has(code)

/** Methods open in a market now for the players' chooser, and the player's last one. */
export async function readOpenMethods(
  parts: PaymentParts,
  services: readonly Service[],
  market: Market,
  playerId: string | undefined,
) {
  const { portal, deposits } = parts
  if (!portal.depositsOpen(market)) return []
  const own = portal.settings().methods
  const shown = await deposits.shownMethods(market)
  const list = shown.map(({ method, limits, usualMinutes }) => ({
    ...card(method, limits, own[method.code]),
    ...(usualMinutes === undefined ? {} : { usual_minutes: usualMinutes }),
  }))
  for (const service of services)
    if (service.market === market && !isClosed(portal, service.code))
      list.push({
        ...card(service, service.limits, own[service.code]),
        // A-Pay has its own call, named by the specification.
        ...(service.kind === 'redirect' && service.code !== 'apay' ? { redirect: true } : {}),
      })
  const positionOf = ({ code, id }: { code: string; id: number }) => own[code]?.position ?? id
  const lastUsed = playerId === undefined ? undefined : await findLastMethod(parts, playerId)
  return list
    .sort((a, b) => positionOf(a) - positionOf(b) || a.id - b.id)
    .map((method) => (method.code === lastUsed ? { ...method, last_used: true } : method))
}

/** Method code of a player's last deposit. After their prefix, ids of both kinds sort by time. */
async function findLastMethod({ platform: { db }, deposits }: PaymentParts, playerId: string) {
  const newest = [await deposits.newest(playerId), await findNewest(db.kysely, playerId)].filter(
    (row) => row !== undefined,
  )
  return newest.sort((a, b) => (a.id.slice(4) < b.id.slice(4) ? 1 : -1))[0]?.code
}

/** A method for the chooser, with the operator's name and description if there are any. */
function card(
  method: ChooserMethod,
  { minMinor, maxMinor }: Service['limits'],
  own: { display_name: string; description: string } | undefined,
) {
  const description = own?.description ? textOf('text', { text: own.description }) : method.description
  return {
    id: method.id,
    code: method.code,
    name: method.name,
    display_name: own?.display_name ?? method.displayName,
    display_name_text: methodName(method, own),
    logo: null,
    description: inEnglish(description),
    description_text: description,
    limits: { min: formatDecimal(minMinor), max: formatDecimal(maxMinor) },
    history_path: method.historyPath,
  }
}
