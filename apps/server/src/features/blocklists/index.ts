import './tables.ts'
import { bind } from '../../platform/bind.ts'
import { addEntry, removeEntry, revealEntry } from './edit-entries.ts'
import { importFile, previewFile } from './import-entries.ts'
import { entriesFile, listEntries } from './list-entries.ts'
import type { BlocklistParts } from './parts.ts'
import { findBlocked, refuseBlocked } from './refuse-blocked.ts'

export type Blocklists = ReturnType<typeof openBlocklists>

/**
 * Numbers, payout accounts, payers and devices that the operator refuses. Each action checks its own values: `refuse`
 * answers players without revealing the list, `find` answers operators.
 */
export const openBlocklists = (parts: BlocklistParts) =>
  bind(parts, {
    list: listEntries,
    add: addEntry,
    remove: removeEntry,
    reveal: revealEntry,
    preview: previewFile,
    import: importFile,
    file: entriesFile,
    find: findBlocked,
    refuse: refuseBlocked,
  })
