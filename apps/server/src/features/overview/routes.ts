import { accountDashboard, historyDownload, playerData } from '@dhow/contract/profile'
import { recentGames, winners } from '@dhow/contract/catalog'
import * as closing from '@dhow/contract/closing'
import { staffOverview } from '@dhow/contract/overview'
import * as identity from '@dhow/contract/identity'
import * as players from '@dhow/contract/players'
import * as links from '@dhow/contract/player-links'
import * as tags from '@dhow/contract/player-tags'
import * as shift from '@dhow/contract/report-shift'
import { staffSearch } from '@dhow/contract/search'
import { staffTimeline } from '@dhow/contract/timeline'
import * as settings from '@dhow/contract/settings'
import { staffAudit } from '@dhow/contract/audit'
import { staffHealth } from '@dhow/contract/health'
import { staffMe } from '@dhow/contract/staff'
import { attach, Bytes, done } from '../../platform/http/call.ts'
import type { Listener } from '../../platform/http/listener.ts'
import type { Overview } from './index.ts'

export function serveOverview(listeners: { portal: Listener; console: Listener }, overview: Overview) {
  servePlayer(listeners.portal, overview)
  serveStaffSide(listeners.console, overview)
  serveTags(listeners.console, overview.tags)
  serveLinks(listeners.console, overview.links)
  serveSettings(listeners.console, overview.settings)
  serveShift(listeners.console, overview)
}

function servePlayer({ serve }: Listener, overview: Overview) {
  serve(accountDashboard, async ({ session }) => ({ ...done, ...(await overview.dashboard(session)) }))
  serve(historyDownload, async ({ session, query, reply }) => {
    const { kind, ...filter } = query
    attach(reply, `dhow-${kind}.csv`)
    const text = await overview.historyDownload(session, kind, filter)
    return new Bytes('text/csv; charset=utf-8', Buffer.from(text))
  })
  serve(playerData, async ({ session, reply }) => {
    const text = await overview.playerData(session)
    attach(reply, 'dhow-my-data.json')
    return new Bytes('application/json; charset=utf-8', text)
  })
  serve(closing.getClosing, async ({ session }) => ({ ...done, ...(await overview.closings.read(session)) }))
  serve(closing.closeAccount, async ({ session, body }) => ({
    ...done,
    closing: await overview.closings.ask(session, body.otp),
  }))
  serve(closing.keepAccount, async ({ session }) => {
    await overview.closings.keep(session)
    return done
  })
  serve(recentGames, async ({ session }) => ({ ...done, games: await overview.gamesPlayed.recent(session.playerId) }))
  serve(winners, async ({ query }) => ({ ...done, winners: await overview.gamesPlayed.winners(query.market) }))
}

function serveStaffSide({ serve }: Listener, overview: Overview) {
  serve(staffMe, async ({ staff }) => ({ ...done, ...(await overview.me(staff)) }))
  serve(staffOverview, async ({ staff, query }) => ({
    ...done,
    ...(await overview.day(staff, query.market ?? 'NA')),
  }))
  serve(staffAudit, async ({ query }) => ({ ...done, ...(await overview.audit(query)) }))
  serve(staffHealth, async () => ({ ...done, ...(await overview.health()) }))
  serve(staffSearch, async ({ query, staff }) => ({ ...done, ...(await overview.search(staff, query.q)) }))
  serve(players.staffPlayers, async ({ query }) => ({ ...done, ...(await overview.players(query)) }))
  serve(players.staffPlayer, async ({ params }) => ({ ...done, ...(await overview.player(params.id)) }))
  serve(staffTimeline, async ({ params, query, staff }) => ({
    ...done,
    ...(await overview.timeline(staff, params.id, query)),
  }))
  serve(players.playerDevices, async ({ params }) => ({ ...done, ...(await overview.devices(params.id)) }))
  serve(players.setPlayerActive, async ({ params, staff, body }) => {
    await overview.setPlayerActive(params.id, staff, body)
    return { ...done, open_withdrawals: await overview.openWithdrawals(params.id) }
  })
  serve(closing.reopenPlayer, async ({ params, staff, body }) => {
    await overview.closings.reopen(params.id, staff, body.reason)
    return done
  })
  serve(identity.staffIdentity, async ({ params }) => ({ ...done, ...(await overview.identity.read(params.id)) }))
  serve(identity.verifyIdentity, async ({ params, staff, body }) => ({
    ...done,
    ...(await overview.identity.verify(params.id, staff, body)),
  }))
  serve(identity.endIdentity, async ({ params, staff, body }) => ({
    ...done,
    ...(await overview.identity.end(params.id, staff, body)),
  }))
  serve(players.revealPlayer, async ({ params, staff, body }) => ({
    ...done,
    values: await overview.reveal(params.id, staff, body),
  }))
  serve(players.endPlayerSessions, async ({ params, staff, body }) => ({
    ...done,
    ended: await overview.endSessions(params.id, staff, body.reason),
  }))
  serve(players.staffStatement, async ({ params, query }) => ({
    ...done,
    ...(await overview.wallets.statement(params.id, query)),
  }))
  serve(players.staffStatementFile, async ({ params, query, reply }) => {
    const { name, text } = await overview.wallets.statementFile(params.id, query)
    attach(reply, name)
    return new Bytes('text/csv; charset=utf-8', Buffer.from(text))
  })
  serve(players.freezeWallet, async ({ params, staff, body }) => {
    await overview.wallets.freeze(params.id, staff, body)
    return { ...done, open_withdrawals: await overview.openWithdrawals(params.id) }
  })
  serve(players.closeWallet, async ({ params, staff, body }) => {
    await overview.wallets.close(params.id, staff, body.reason)
    return done
  })
}

function serveTags({ serve }: Listener, section: Overview['tags']) {
  serve(tags.usedTags, async () => ({ ...done, tags: await section.used() }))
  serve(tags.playerTags, async ({ params }) => ({ ...done, tags: await section.of(params.id) }))
  serve(tags.addPlayerTag, async ({ params, staff, body }) => {
    await section.add(params.id, staff, body.tag)
    return done
  })
  serve(tags.removePlayerTag, async ({ params, staff, body }) => {
    await section.remove(params.id, staff, body.tag)
    return done
  })
}

function serveLinks({ serve }: Listener, section: Overview['links']) {
  serve(links.playerLinks, async ({ params }) => ({ ...done, ...(await section.of(params.id)) }))
  serve(links.noteLink, async ({ params, staff, body }) => {
    await section.note(params.id, staff, body)
    return done
  })
}

function serveSettings({ serve }: Listener, section: Overview['settings']) {
  serve(settings.staffSettings, async () => ({ ...done, ...section.shown() }))
  serve(settings.changeSettings, async ({ staff, body }) => ({ ...done, ...(await section.change(staff, body)) }))
}

function serveShift({ serve }: Listener, overview: Overview) {
  serve(shift.staffShift, async ({ staff, query }) => ({ ...done, ...(await overview.shift(staff, query)) }))
  serve(shift.staffShiftFile, async ({ staff, query, reply }) => {
    const { name, text } = await overview.shiftFile(staff, query)
    attach(reply, name)
    return new Bytes('text/csv; charset=utf-8', Buffer.from(text))
  })
  serve(shift.staffShiftWorkbook, async ({ staff, query, reply }) => {
    const { name, bytes } = await overview.shiftWorkbook(staff, query)
    attach(reply, name)
    return new Bytes('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', bytes)
  })
}
