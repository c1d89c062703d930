import { useState } from 'react'
import { useLocation } from '../../shared/router.tsx'
import { Button, buttonClass } from '@dhow/ui/button'
import { Icon, type IconName } from '@dhow/ui/icons'
import { Row } from '@dhow/ui/layout'
import { Mark } from '@dhow/ui/logo'
import { paths } from '../../app/paths.ts'
import { fill } from '../../shared/format.ts'
import { Link } from '../../shared/link.tsx'
import { Page } from '../../shared/page.tsx'
import { useWords } from '../../shared/words/words.tsx'
import styles from './welcome.module.css'

const pictures: IconName[] = ['wave', 'wallet', 'heart']

/** First visit: a greeting, and three introduction cards. */
export default function StartingPage() {
  const { pathname } = useLocation()
  return pathname === paths.startingSlider ? <Slider /> : <Greeting />
}

function Greeting() {
  const words = useWords().welcome
  return (
    <Page title={words.title} lead={words.lead}>
      <div className={styles['slide']}>
        <Mark size={120} />
        <Link to={paths.startingSlider} className={buttonClass('main', { wide: true })}>
          {words.start}
        </Link>
        <Link to={paths.home} className={buttonClass('quiet', { wide: true })}>
          {words.later}
        </Link>
      </div>
    </Page>
  )
}

function Slider() {
  const words = useWords().welcome
  const [current, setCurrent] = useState(0)
  const slide = words.slides[current]
  const isLast = current === words.slides.length - 1
  return (
    <Page title={slide?.title ?? words.title} lead={slide?.text}>
      <div className={styles['slide']} aria-live="polite">
        <Icon name={pictures[current] ?? 'wave'} size={120} />
        <p>{fill(words.step, { step: current + 1, steps: words.slides.length })}</p>
        <div className={styles['dots']} aria-hidden="true">
          {words.slides.map((one, index) => (
            <span key={one.title} data-on={index === current} />
          ))}
        </div>
      </div>
      <Row spread>
        {current > 0 ? (
          <Button kind="quiet" onClick={() => setCurrent(current - 1)}>
            {words.back}
          </Button>
        ) : (
          <Link to={paths.home} className={buttonClass('plain')}>
            {words.later}
          </Link>
        )}
        {isLast ? (
          <Link to={paths.userEnter} className={buttonClass()}>
            {words.start}
          </Link>
        ) : (
          <Button onClick={() => setCurrent(current + 1)}>{words.next}</Button>
        )}
      </Row>
    </Page>
  )
}
