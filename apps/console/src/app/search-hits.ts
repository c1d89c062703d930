import { keysOf } from '@dhow/contract/keys-of'
import type { ReplyOf } from '@dhow/contract/operation'
import type { Permission } from '@dhow/contract/permissions'
import type { staffSearch } from '@dhow/contract/search'
import { fill, formatMoney, formatTime } from '../shared/format.ts'
import { en } from '../shared/words/en.ts'
import type { ConsoleIconName } from '../shared/console-icon.tsx'
import { paths, pathOf, roundPath } from './paths.ts'
import { navItems } from './routes.tsx'

const words = en.search

/** One hit of the search: its target and texts. */
export interface Hit {
  to: string
  title: string
  hint: string
  icon: ConsoleIconName
  state?: string
}

export interface HitGroup {
  name: keyof typeof words.groups
  hits: Hit[]
  hasMore: boolean
}

const maxScreens = 6

/** SearchHint pages and settings sections, open to the role, whose names have a word starting with each typed word. */
export function findScreens(text: string, permissions: readonly Permission[]): Hit[] {
  const typed = wordsOf(text)
  if (typed.length === 0) return []
  const screens: (Hit & { needs?: Permission })[] = [
    { to: paths.home, title: en.overview.title, hint: '', icon: 'home' },
    ...navItems.map(({ to, label, icon, needs }): Hit & { needs: Permission } => ({
      ...{ to, title: label, hint: '', icon, needs },
    })),
    { to: paths.myAccount, title: en.myAccount.title, hint: '', icon: 'person' },
    ...keysOf(en.settings.sections).map((name): Hit & { needs: Permission } => {
      const { title, lead } = en.settings.sections[name]
      return {
        to: `${paths.settings}#${name}`,
        title: fill(words.settingsOf, { section: title }),
        hint: lead,
        icon: 'paper',
        needs: 'settings.see',
      }
    }),
  ]
  return screens
    .filter(({ needs }) => needs === undefined || permissions.includes(needs))
    .filter(({ title }) => typed.every((one) => wordsOf(title).some((word) => word.startsWith(one))))
    .slice(0, maxScreens)
    .map(({ to, title, hint, icon }) => ({ to, title, hint, icon }))
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

type Found = ReplyOf<typeof staffSearch>

/** The server's hits by kind, without empty kinds. */
export function groupsOf(found: Found, permissions: readonly Permission[]): HitGroup[] {
  const seesPlayers = permissions.includes('players.see')
  const payment =
    (icon: ConsoleIconName, to: (hit: Found['deposits'][number]) => string) => (hit: Found['deposits'][number]) => ({
      to: to(hit),
      title: `${hit.amount === null ? '?' : formatMoney(hit.amount, hit.currency)} · ${hit.player_name}`,
      hint: [hit.reference, formatTime(hit.at), hit.id].filter(Boolean).join(' · '),
      icon,
      state: hit.state,
    })
  const toScreen = ({ id }: { id: string }) => pathOf(id) ?? paths.home
  const groups: [name: Exclude<HitGroup['name'], 'screens'>, hits: Hit[]][] = [
    [
      'players',
      found.players.map((hit) => ({
        to: toScreen(hit),
        title: hit.player_name,
        hint: [hit.active ? '' : en.players.suspended, hit.mobile, en.market[hit.market], words.foundBy[hit.found_by]]
          .filter(Boolean)
          .join(' · '),
        icon: 'person',
      })),
    ],
    ['deposits', found.deposits.map(payment('down', toScreen))],
    ['withdrawals', found.withdrawals.map(payment('up', toScreen))],
    [
      'payments',
      // A finished payment has no screen, so link its player's page.
      found.payments.map(
        payment('wallet', (hit) => toScreen(hit.state === 'review' || !seesPlayers ? hit : { id: hit.player_id })),
      ),
    ],
    [
      'rounds',
      found.rounds.map(({ round_id, provider, at }) => ({
        to: roundPath(round_id, provider),
        title: round_id,
        hint: `${provider} · ${formatTime(at)}`,
        icon: 'games',
      })),
    ],
  ]
  return groups
    .filter(([, hits]) => hits.length > 0)
    .map(([name, hits]) => ({ name, hits, hasMore: found.more.includes(name) }))
}
