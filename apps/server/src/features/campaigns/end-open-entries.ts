import type { Tx } from '../../platform/db/index.ts'

/** Ends entries that still wait, when their campaign does. */
export const endOpenEntries = (tx: Tx, campaignId: string, at: Date) =>
  tx
    .updateTable('campaigns.entry')
    .set({ state: 'done', outcome: 'campaign_ended', at })
    .where('campaign_id', '=', campaignId)
    .where('state', '<>', 'done')
    .execute()
