import { usePortal } from '../shared/portal.tsx'
import { useWords } from '../shared/words/words.tsx'
import styles from './shell.module.css'

/** Links to the operator's channels from the settings, if any. The style picks a neutral icon by the channel's name; no trademarks. */
export function SocialLinks() {
  const words = useWords()
  const { social } = usePortal().settings
  if (social.length === 0) return null
  return (
    <ul className={styles['social']} aria-label={words.nav.follow}>
      {social.map(({ name, url }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer" aria-label={name} title={name}>
            <span />
          </a>
        </li>
      ))}
    </ul>
  )
}
