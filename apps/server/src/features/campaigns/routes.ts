import * as contract from '@dhow/contract/campaigns'
import * as segments from '@dhow/contract/segments'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import { markets } from '../portal/index.ts'
import type { Campaigns } from './index.ts'

const currencies = (['NA', 'IN'] as const).map((market) => ({ market, currency: markets[market].currency }))

export function serveCampaigns({ console: { serve } }: { console: Listener }, campaigns: Campaigns) {
  serve(segments.segmentFields, async () => ({ ...done, fields: campaigns.fields(), currencies }))
  serve(segments.staffSegments, async () => ({ ...done, segments: await campaigns.segments.list() }))
  serve(segments.matchSegment, async ({ body }) => ({ ...done, ...(await campaigns.match(body.market, body.rules)) }))
  serve(segments.createSegment, async ({ body, staff }) => ({
    ...done,
    segment: await campaigns.segments.add(body, staff),
  }))
  serve(segments.changeSegment, async ({ params, body, staff }) => ({
    ...done,
    segment: await campaigns.segments.edit(params.id, body, staff),
  }))
  serve(contract.staffCampaigns, async () => ({ ...done, campaigns: await campaigns.list() }))
  serve(contract.createCampaign, async ({ body, staff }) => ({ ...done, campaign: await campaigns.add(body, staff) }))
  serve(contract.changeCampaign, async ({ params, body, staff }) => ({
    ...done,
    campaign: await campaigns.change(params.id, body, staff),
  }))
  serve(contract.dryRunCampaign, async ({ params }) => ({ ...done, ...(await campaigns.dryRun(params.id)) }))
  serve(contract.startCampaign, async ({ params, body, staff }) => ({
    ...done,
    ...(await campaigns.start(params.id, body, staff)),
  }))
  serve(contract.pauseCampaign, async ({ params, body, staff }) => ({
    ...done,
    campaign: await campaigns.pause(params.id, body.paused, staff),
  }))
  serve(contract.endCampaign, async ({ params, staff }) => ({
    ...done,
    campaign: await campaigns.end(params.id, staff),
  }))
}
