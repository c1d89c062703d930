import { useState } from 'react'
import { Button } from '@dhow/ui/button'
import { Kbd } from '@dhow/ui/kbd'
import { addressOf } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { useKeys } from '../../shared/keys.tsx'
import { en } from '../../shared/words/en.ts'
import styles from './proof-viewer.module.css'

const words = en.deposits
const mostZoom = 4

/** Zoom and rotation of the screenshot, also by keyboard. */
function useView(hasKeys: boolean) {
  const [zoom, setZoom] = useState(1)
  const [turn, setTurn] = useState(0)
  const larger = () => setZoom((now) => Math.min(mostZoom, now + 1))
  const smaller = () => setZoom((now) => Math.max(1, now - 1))
  const turnOnce = () => setTurn((now) => (now + 1) % 4)
  const reset = () => {
    setZoom(1)
    setTurn(0)
  }
  useKeys(hasKeys ? { '+': larger, '=': larger, '-': smaller, t: turnOnce, '0': reset } : {})
  return { zoom, turn, larger, smaller, turnOnce, reset }
}

/** Screenshot viewer with zoom and rotation. */
export function ProofViewer({
  depositId,
  player,
  title,
  count = 1,
  hasKeys,
}: {
  depositId: string
  player: string
  title: string
  /** Number of screenshots; the newest is shown first. */
  count?: number
  /** True for the one viewer on the screen that handles keys. */
  hasKeys: boolean
}) {
  const view = useView(hasKeys)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [tries, setTries] = useState(0)
  const [back, setBack] = useState(0)
  const url = addressOf('depositProof', { id: depositId }, back === 0 ? {} : { back: String(back) })
  const look = (next: number) => {
    setBack(next)
    setState('loading')
    view.reset()
  }
  return (
    <section className={styles['viewer']} aria-label={title}>
      <div className={styles['tools']}>
        <h3>{title}</h3>
        <ZoomButtons view={view} hasKeys={hasKeys} />
        {count > 1 ? <Pages back={back} count={count} look={look} /> : null}
      </div>
      {state === 'failed' ? (
        <div className={styles['failed']} role="alert">
          <p>{words.proofFailed}</p>
          <Button
            kind="quiet"
            small
            onClick={() => {
              setState('loading')
              setTries(tries + 1)
            }}
          >
            {en.console.retry}
          </Button>
        </div>
      ) : (
        <div className={styles['frame']} tabIndex={0} role="group" aria-label={title} data-state={state}>
          <div className={styles['sheet']} data-zoom={view.zoom} data-turn={view.turn}>
            <img
              key={`${tries} ${back}`}
              src={url}
              alt={fill(words.proofAlt, { player, id: depositId })}
              onLoad={() => setState('shown')}
              onError={() => setState('failed')}
            />
          </div>
        </div>
      )}
      <a href={url} target="_blank" rel="noreferrer" className={styles['alone']}>
        {words.alone}
      </a>
    </section>
  )
}

function ZoomButtons({ view, hasKeys }: { view: ReturnType<typeof useView>; hasKeys: boolean }) {
  const { zoom, larger, smaller, turnOnce } = view
  return (
    <>
      <Button kind="quiet" small onClick={smaller} disabled={zoom === 1}>
        {words.smaller} {hasKeys ? <Kbd>-</Kbd> : null}
      </Button>
      <Button kind="quiet" small onClick={larger} disabled={zoom === mostZoom}>
        {words.larger} {hasKeys ? <Kbd>+</Kbd> : null}
      </Button>
      <Button kind="quiet" small onClick={turnOnce}>
        {words.turn} {hasKeys ? <Kbd>t</Kbd> : null}
      </Button>
    </>
  )
}

/** Links to the previous and next screenshot; the newest has the highest number. */
function Pages({ back, count, look }: { back: number; count: number; look: (back: number) => void }) {
  return (
    <>
      <Button kind="quiet" small onClick={() => look(back + 1)} disabled={back + 1 >= count}>
        {words.proofBefore}
      </Button>
      <span>{fill(words.proofOf, { place: count - back, count })}</span>
      <Button kind="quiet" small onClick={() => look(back - 1)} disabled={back === 0}>
        {words.proofAfter}
      </Button>
    </>
  )
}
