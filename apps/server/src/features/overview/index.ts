import { openDashboard } from './account-dashboard.ts'
import { openClosings } from './close-account.ts'
import { openAudit } from './audit.ts'
import { openIdentity } from './decide-identity.ts'
import { openGamesPlayed } from './games-played.ts'
import { noteLink } from './note-link.ts'
import { openHistoryDownload } from './history-download.ts'
import { openPlayerData } from './player-data.ts'
import { openSettings } from './settings.ts'
import { openTags } from './tag-players.ts'
import { openWallets } from './wallets.ts'
import type { OverviewParts } from './parts.ts'
import { listPlayers, readPlayer } from './read-players.ts'
import { readQueues } from './read-queues.ts'
import { readDevices } from './read-devices.ts'
import { readHealth } from './read-health.ts'
import { readLinks } from './read-links.ts'
import { readMe } from './read-me.ts'
import { readOverview, readOwnActivity } from './read-overview.ts'
import { readShift } from './read-shift.ts'
import { readTimeline } from './read-timeline.ts'
import { searchConsole } from './search-console.ts'
import { scheduledShift, shiftFile, shiftWorkbook } from './shift-files.ts'
import { setPlayerActive } from './set-player-active.ts'
import { endPlayerSessions } from './end-player-sessions.ts'
import { revealPlayer } from './reveal-player.ts'
import { bind } from '../../platform/bind.ts'

export type Overview = ReturnType<typeof openOverview>

/** Views across features: sessions, players, health of the ledger. It has no tables. */
export function openOverview(given: Omit<OverviewParts, 'startedAt'>) {
  const parts: OverviewParts = { ...given, startedAt: given.platform.clock.now() }

  return {
    ...bind(parts, {
      openWithdrawals,
      me: readMe,
      day: readOverview,
      activity: readOwnActivity,
      shift: readShift,
      shiftFile,
      shiftWorkbook,
      scheduledShift,
      health: readHealth,
      queues: readQueues,
      players: listPlayers,
      player: readPlayer,
      devices: readDevices,
      setPlayerActive,
      endSessions: endPlayerSessions,
      reveal: revealPlayer,
      search: searchConsole,
      timeline: readTimeline,
    }),
    dashboard: openDashboard(parts),
    historyDownload: openHistoryDownload(parts),
    playerData: openPlayerData(parts),
    gamesPlayed: openGamesPlayed(parts.platform),
    closings: openClosings(parts),
    identity: openIdentity(parts),
    links: bind(parts, { of: readLinks, note: noteLink }),
    tags: openTags(parts),
    wallets: openWallets(parts),
    settings: openSettings(parts),
    audit: openAudit(parts),
  }
}

function openWithdrawals({ withdrawals }: OverviewParts, playerId: string) {
  return withdrawals.openOf(playerId)
}
