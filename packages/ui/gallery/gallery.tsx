import '../src/tokens.css'
import { StrictMode, useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '../src/button.tsx'
import { CopyLine } from '../src/copy-line.tsx'
import { Dialog } from '../src/dialog.tsx'
import { Badge, Empty, Failure, Notice, Skeleton } from '../src/feedback.tsx'
import { CheckField, SelectField, TextField } from '../src/field.tsx'
import { Icon, iconNames } from '../src/icons.tsx'
import { Kbd } from '../src/kbd.tsx'
import { Card, Money, Row, Stack, Timeline } from '../src/layout.tsx'
import { Mark, Wordmark } from '../src/logo.tsx'
import { Table } from '../src/table.tsx'
import { ToastProvider, useToast } from '../src/toast.tsx'
import styles from './gallery.module.css'

const colours = [
  'ground',
  'surface',
  'surface-high',
  'line',
  'text',
  'text-quiet',
  'accent',
  'good',
  'bad',
  'warn',
  'info',
]
const copyWords = {
  copy: 'Copy',
  copied: 'Copied',
  failed: 'Copy failed. Try manually.',
  unsupported: 'Copy not supported in this browser.',
}

/** All UI components on one page, in both themes, for developers. */
function Gallery() {
  return (
    <main className={styles['gallery']}>
      <Head />
      <Colours />
      <Buttons />
      <Fields />
      <Notices />
      <States />
      <Payment />
      <Activity />
      <Overlays />
      <Piece title="Icons">
        <Row>
          {iconNames.map((name) => (
            <Icon key={name} name={name} />
          ))}
        </Row>
      </Piece>
    </main>
  )
}

function Head() {
  const turn = () => {
    const { dataset } = document.documentElement
    dataset['theme'] = dataset['theme'] === 'light' ? 'dark' : 'light'
  }
  return (
    <Row spread>
      <Row>
        <Mark size={48} />
        <h1>
          <Wordmark name="Dhow" />: the pieces
        </h1>
      </Row>
      <Button kind="quiet" onClick={turn}>
        Light or dark
      </Button>
    </Row>
  )
}

function Colours() {
  return (
    <Piece title="Colours">
      <ul className={styles['swatches']}>
        {colours.map((name) => (
          <li key={name}>
            <svg viewBox="0 0 10 10" preserveAspectRatio="none" aria-hidden="true">
              <path d="M0 0h10v10H0z" fill={`var(--${name})`} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
    </Piece>
  )
}

function Buttons() {
  return (
    <Piece title="Buttons">
      <Row>
        <Button>Main</Button>
        <Button kind="quiet">Quiet</Button>
        <Button kind="plain">Plain</Button>
        <Button kind="danger">Danger</Button>
        <Button busy>Submitting ...</Button>
        <Button small>
          Small <Kbd>s</Kbd>
        </Button>
      </Row>
    </Piece>
  )
}

function Fields() {
  return (
    <Piece title="Fields">
      <TextField label="Amount (N$)" hint="From N$10.00 to N$20,000.00" defaultValue="250" />
      <TextField label="Payment reference" errors={['UTR number is required']} />
      <SelectField label="Country">
        <option>Namibia (+264)</option>
        <option>India (+91)</option>
      </SelectField>
      <CheckField defaultChecked>I am 18 or older.</CheckField>
    </Piece>
  )
}

function Notices() {
  return (
    <Piece title="Notices and badges">
      {(['good', 'info', 'warn', 'bad'] as const).map((tone) => (
        <Notice key={tone} tone={tone}>
          A sentence that stays.
        </Notice>
      ))}
      <Row>
        {(['neutral', 'info', 'good', 'warn', 'bad'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Row>
    </Piece>
  )
}

function States() {
  const toast = useToast()
  return (
    <Piece title="Loading, empty, failed">
      <Skeleton lines={3} label="Loading" />
      <Empty title="Nothing here yet">What will stand here, and when.</Empty>
      <Failure
        message="Server not responding. Please try again later."
        retry={() => toast('Tried again')}
        retryLabel="Try again"
      />
    </Piece>
  )
}

function Payment() {
  return (
    <Piece title="A card with a payment">
      <Card>
        <Stack>
          <Row spread>
            <Money>N$250.00</Money>
            <Badge tone="good">Completed</Badge>
          </Row>
          <dl>
            <CopyLine label="Reference" value="EFT 2026 00017" words={copyWords} />
          </dl>
          <Timeline
            steps={[
              { key: '1', at: '21 Nov, 08:05', text: 'You reported a payment.' },
              { key: '2', at: '21 Nov, 08:09', text: 'It was credited.' },
            ]}
          />
        </Stack>
      </Card>
    </Piece>
  )
}

function Activity() {
  return (
    <Piece title="Table">
      <Table
        label="Activity"
        columns={[
          { key: 'what', label: 'What' },
          { key: 'amount', label: 'Amount', isNumber: true },
        ]}
        rows={[
          { key: 'in', cells: { what: 'Paid in', amount: 'N$250.00' } },
          { key: 'sum', cells: { what: 'Sum', amount: 'N$250.00' }, isSum: true },
        ]}
      />
    </Piece>
  )
}

function Overlays() {
  const [asking, setAsking] = useState(false)
  const toast = useToast()
  return (
    <Piece title="Toasts and dialog">
      <Row>
        <Button kind="quiet" onClick={() => toast('Saved.', 'good')}>
          Good news
        </Button>
        <Button kind="quiet" onClick={() => toast('This could not be saved.', 'bad')}>
          Bad news
        </Button>
        <Button kind="quiet" onClick={() => setAsking(true)}>
          Ask
        </Button>
      </Row>
      <Dialog open={asking} close={() => setAsking(false)} label="A question">
        <Stack>
          <h2>Go on?</h2>
          <Button onClick={() => setAsking(false)}>Go on</Button>
        </Stack>
      </Dialog>
    </Piece>
  )
}

function Piece({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles['piece']}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
createRoot(root).render(
  <StrictMode>
    <ToastProvider closeLabel="Close">
      <Gallery />
    </ToastProvider>
  </StrictMode>,
)
