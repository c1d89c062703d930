import { keysOf } from '@dhow/contract/keys-of'
import { operatorText } from '@dhow/contract/operator-texts'
import type { BodyOf } from '@dhow/contract/operation'
import type { changeSettings } from '@dhow/contract/settings'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { hasCountrySource } from '../../platform/http/country.ts'
import { Refusal } from '../../platform/refusal.ts'
import { inEnglish } from '../../platform/texts.ts'
import type { Settings } from '../portal/index.ts'
import type { OverviewParts } from './parts.ts'
import { factOf, loosened, withLeaves, type Leaf } from './loosening.ts'
import { refuseInvalidLimits, toSections, toStoredSections } from './settings-shapes.ts'
import { bind } from '../../platform/bind.ts'

type Name = keyof Settings

declare module '../approvals/change-kinds.ts' {
  interface ChangeKinds {
    /** Values of one section for a second admin to confirm; null removes a value. */
    settings: { name: Name; values: { path: string; value: unknown }[] }
  }
}

/** The portal's settings for operators: tightened at once, loosened by two admins, and every change audited. */
export function openSettings(parts: OverviewParts) {
  const { approvals } = parts
  approvals.changes.register('settings', {
    title: operatorText('change_settings', {}),
    needs: 'settings.change',
    apply: (tx, by, { name, values }, { summary }) =>
      writeSettings(parts, tx, by, name, (before) => withLeaves(before, values), `confirmed: ${inEnglish(summary)}`),
  })
  return bind(parts, { shown: readSettings, change: changePortalSettings })
}

async function writeSettings<One extends Name>(
  { portal, staff }: OverviewParts,
  tx: Tx,
  by: StaffSession,
  name: One,
  next: (before: Settings[One]) => Settings[One],
  why: string,
) {
  let after: Settings[One] | undefined
  const before = await portal.changeOne(tx, name, (now) => (after = next(now)))
  if (JSON.stringify(before) === JSON.stringify(after)) return
  await staff.audit(tx, {
    operatorId: by.operatorId,
    action: 'settings.change',
    subject: `setting:${name}`,
    text: `Changed the setting ${name}: ${why}`,
    before,
    after,
  })
}

/** Writes a section except loosened values, which wait for a second admin; returns the waiting ones. */
async function changeSetting<One extends Name>(
  parts: OverviewParts,
  tx: Tx,
  by: StaffSession,
  name: One,
  { wanted, reason, isAlone }: { wanted: Settings[One]; reason: string; isAlone: boolean },
): Promise<Leaf[]> {
  const { portal, approvals } = parts
  let waits: Leaf[] = []
  await writeSettings(
    parts,
    tx,
    by,
    name,
    (before) => {
      waits = loosened(name, before, wanted, portal.settings())
      if (isAlone) return wanted
      return withLeaves(
        wanted,
        waits.map((leaf) => ({ path: leaf.path, value: leaf.before })),
      )
    },
    reason,
  )
  if (isAlone || waits.length === 0) return waits
  await approvals.changes.propose(tx, by, {
    kind: 'settings',
    subject: name.replace('_minor', ''),
    summary: operatorText('settings_loosened', { paths: waits.map(({ path }) => path).join('; ') }),
    change: { name, values: waits.map(({ path, after }) => ({ path, value: after ?? null })) },
    reason,
    facts: waits.map(factOf),
  })
  return waits
}

function readSettings({ portal, platform: { config } }: OverviewParts) {
  return {
    settings: toSections(portal.settings()),
    licence_of_environment: config.legal.licenceNA ?? null,
    countries_known: hasCountrySource(config),
  }
}

/**
 * Applies tightened values at once and proposes loosened ones to a second admin; `alone` marks that only the sandbox
 * allows it without one.
 * @throws Refusal `invalid_fields`, `change_waits`
 */
async function changePortalSettings(
  parts: OverviewParts,
  by: StaffSession,
  { change, reason }: BodyOf<typeof changeSettings>,
) {
  const {
    platform: { config, db },
    approvals,
  } = parts
  refuseInvalidLimits(change)
  if (change.approvals?.solo && config.mode === 'live')
    throw new Refusal('invalid_fields', {
      fields: { 'change.approvals.solo': [operatorText('live_needs_two', {})] },
    })
  const stored = toStoredSections(change)
  return db.transaction(async (tx) => {
    const isAlone = await approvals.isAlone(tx)
    const waits: Leaf[] = []
    for (const name of keysOf<Name>(stored))
      waits.push(...(await changeSetting(parts, tx, by, name, { wanted: stored[name] as never, reason, isAlone })))
    return { waits: !isAlone && waits.length > 0, alone: isAlone && waits.length > 0 }
  })
}
