import type { AccountLink } from '../shared/account-links.ts'
import type { Words } from '../shared/words/words.tsx'
import { paths } from './paths.ts'

/** Public links, in the order of the sidebar and the menu page. */
export const sideLinks = ({ nav }: Words): AccountLink[] => [
  { to: paths.home, label: nav.home, icon: 'home' },
  { to: paths.allGames, label: nav.allGames, icon: 'games' },
  { to: `${paths.filteredGames}?type=card`, label: nav.liveCasino, icon: 'cards' },
  { to: `${paths.filteredGames}?type=crash`, label: nav.crashGames, icon: 'wave' },
  { to: paths.providers, label: nav.providers, icon: 'grid' },
  { to: paths.refer, label: nav.refer, icon: 'gift' },
  { to: paths.howToPlay, label: nav.howToPlay, icon: 'help' },
  { to: paths.responsible, label: nav.responsible, icon: 'heart' },
  { to: paths.terms, label: nav.terms, icon: 'paper' },
  { to: paths.privacyPolicy, label: nav.privacy, icon: 'lock' },
]
