import type { providers } from '@dhow/contract/catalog'
import type { ReplyOf } from '@dhow/contract/operation'
import type { ReactNode } from 'react'
import { paths } from '../../app/paths.ts'
import { fill, formatCount } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { useLanguage, useWords } from '../../shared/words/words.tsx'
import styles from './lobby.module.css'

interface Props {
  provider: ReplyOf<typeof providers>['providers'][number]
  /** Shown after the number of games. */
  children?: ReactNode
}

/** Link to a provider's games, with their number. */
export function ProviderLink({ provider: { code, name, games }, children }: Props) {
  const { lobby } = useWords()
  const language = useLanguage()
  return (
    <Link to={`${paths.filteredProviderGames}?provider=${encodeURIComponent(code)}`} className={styles['provider']}>
      <strong>{name}</strong>
      <span>{games === 1 ? lobby.gameOf : fill(lobby.gamesOf, { count: formatCount(games, language) })}</span>
      {children}
    </Link>
  )
}
