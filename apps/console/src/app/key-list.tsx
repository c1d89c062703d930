import { Button } from '@dhow/ui/button'
import { en } from '../shared/words/en.ts'
import styles from './shell.module.css'

/** All keyboard shortcuts of the console, by screen. */
export function KeyList({ close }: { close: () => void }) {
  return (
    <div className={styles['keys']}>
      <h2>{en.help.title}</h2>
      <p>{en.help.lead}</p>
      {en.help.groups.map((group) => (
        <section key={group.title}>
          <h3>{group.title}</h3>
          <dl>
            {group.keys.map(([key, text]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Button kind="quiet" small onClick={close}>
        {en.console.close}
      </Button>
    </div>
  )
}
