import type { Db, Tx } from '../../platform/db/index.ts'
import { mergeSettings, type Settings } from './settings.ts'

/** The operator's settings, with defaults for unchanged ones. */
export async function readSettings(reader: Db, defaults: Settings): Promise<Settings> {
  const rows = await reader.selectFrom('portal.setting').select(['name', 'value']).execute()
  return mergeSettings(defaults, Object.fromEntries(rows.map((row) => [row.name, row.value])))
}

/** Changes one setting; `next` computes the new value from the current one, which is locked. */
export async function changeSetting<Name extends keyof Settings>(
  tx: Tx,
  { defaults, at }: { defaults: Settings; at: Date },
  name: Name,
  next: (before: Settings[Name]) => Settings[Name],
): Promise<{ before: Settings[Name]; after: Settings[Name] }> {
  await tx
    .insertInto('portal.setting')
    .values({ name, value: JSON.stringify(defaults[name]), changed_at: at })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await tx
    .selectFrom('portal.setting')
    .select('value')
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const before = mergeSettings(defaults, { [name]: row.value })[name]
  const after = next(before)
  await tx
    .updateTable('portal.setting')
    .set({ value: JSON.stringify(after), changed_at: at })
    .where('name', '=', name)
    .execute()
  return { before, after }
}
