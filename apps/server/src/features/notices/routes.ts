import * as channelCalls from '@dhow/contract/notice-channels'
import * as contract from '@dhow/contract/notices'
import { done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Notices } from './index.ts'

export function serveNotices({ console: { serve } }: { console: Listener }, notices: Notices) {
  const { channels, rules } = notices
  const listed = async () => ({ ...done, channels: await channels.list() })
  const ruled = async () => ({ ...done, rules: await rules.list() })

  serve(contract.staffNotices, async ({ staff, query }) => ({ ...done, ...(await notices.list(staff, query.cursor)) }))
  serve(contract.readNotices, async ({ staff, body }) => {
    await notices.markRead(staff, body.up_to)
    return done
  })
  serve(channelCalls.noticeChannels, async () => ({ ...(await listed()), mail_server: notices.hasMailServer }))
  serve(channelCalls.addNoticeChannel, async ({ staff, body }) => {
    const made = await channels.add(staff, body)
    return { ...(await listed()), ...made }
  })
  serve(channelCalls.changeNoticeChannel, async ({ staff, params, body }) => {
    await channels.change(staff, params.id, body)
    return listed()
  })
  serve(channelCalls.removeNoticeChannel, async ({ staff, params, body }) => {
    await channels.remove(staff, params.id, body)
    return listed()
  })
  serve(channelCalls.renewNoticeSecret, async ({ staff, params }) => {
    const made = await channels.renewSecret(staff, params.id)
    return { ...(await listed()), ...made }
  })
  serve(channelCalls.testNoticeChannel, async ({ staff, params }) => ({
    ...done,
    ...(await channels.test(staff, params.id)),
  }))
  serve(contract.noticeRules, ruled)
  serve(contract.addNoticeRule, async ({ staff, body }) => {
    await rules.add(staff, body)
    return ruled()
  })
  serve(contract.changeNoticeRule, async ({ staff, params, body }) => {
    await rules.change(staff, params.id, body)
    return ruled()
  })
  serve(contract.removeNoticeRule, async ({ staff, params }) => {
    await rules.remove(staff, params.id)
    return ruled()
  })
  serve(contract.noticeDeliveries, async ({ query }) => ({ ...done, ...(await notices.deliveries(query)) }))
  serve(contract.retryNoticeDelivery, async ({ staff, params }) => ({
    ...done,
    delivery: await notices.retry(staff, params.id),
  }))
}
