import type { Tx } from '../../platform/db/index.ts'

/** Ends the waiting entries of an ended campaign. */
export const endOpenEntries = (tx: Tx, campaignId: string, at: Date) =>
  tx
    .updateTable('campaigns.entry')
    .set({ state: 'done', outcome: 'campaign_ended', at })
    .where('campaign_id', '=', campaignId)
    .where('state', '<>', 'done')
    .execute()
