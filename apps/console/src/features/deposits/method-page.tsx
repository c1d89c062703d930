import { asTyped } from '../../shared/as-typed.ts'
import { termText } from '../../shared/translate.ts'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { Button } from '@dhow/ui/button'
import { Badge, Empty, Notice } from '@dhow/ui/feedback'
import { TextField } from '@dhow/ui/field'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import cards from '../../shared/cards.module.css'
import { Asked } from '../../shared/asked.tsx'
import { amountOf, fill, formatMoney, formatTime } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import detail from '../../shared/queue/detail.module.css'
import { Facts } from '../../shared/queue/facts.tsx'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { Trail } from '../../shared/queue/trail.tsx'
import { usePermission } from '../../shared/session.tsx'
import { WaitingChanges } from '../../shared/waiting-changes.tsx'
import { en } from '../../shared/words/en.ts'
import { DetailForm } from './detail-form.tsx'
import { LimitFields } from './limit-fields.tsx'
import { limitsOf, MethodState, useMethods, type Method } from './methods.tsx'
import styles from './methods.module.css'

const words = en.methods
type Detail = Method['details'][number]
type Action = 'close' | 'open' | 'words' | 'add'

/** One deposit method: texts, switch, payment details. */
export function MethodPage() {
  const { code = '' } = useParams()
  const asked = useMethods()
  const method = asked.data?.methods.find((one) => one.code === code)
  const zone = asked.data?.markets.find((one) => one.market === method?.market)?.timezone ?? ''
  return (
    <Page title={method?.display_name ?? words.method} tools={<Link to={paths.methods}>{words.back}</Link>}>
      <WaitingChanges kind="payment_detail" />
      <Asked query={asked}>
        {() =>
          method ? (
            <>
              <div className={detail['columns']}>
                <MethodFacts method={method} />
                <div className={detail['screen']}>
                  <MethodActions method={method} />
                  <Trail subject={method.code} heading="h2" />
                </div>
              </div>
              {method.kind === 'manual' ? <Details method={method} zone={zone} /> : null}
            </>
          ) : (
            <Empty title={en.console.notFound}>{en.console.notFoundText}</Empty>
          )
        }
      </Asked>
    </Page>
  )
}

function MethodFacts({ method }: { method: Method }) {
  return (
    <div className={detail['screen']}>
      <Facts
        rows={[
          { label: words.state, value: <MethodState method={method} /> },
          { label: words.market, value: `${en.market[method.market]} (${method.currency})` },
          { label: words.kind, value: words.kinds[method.kind] },
          { label: words.limits, value: limitsOf(method) },
          { label: words.description, value: method.description || termText(method.default_description) },
          { label: words.place, value: method.position },
          { label: words.code, value: <code>{method.code}</code> },
        ]}
      />
      {method.closed ? (
        <Notice tone="warn">
          {fill(words.closedSince, { when: formatTime(method.closed.at), reason: method.closed.reason })}
        </Notice>
      ) : null}
      {method.kind !== 'manual' && !method.configured ? <Notice tone="info">{words.offNote}</Notice> : null}
    </div>
  )
}

function MethodActions({ method }: { method: Method }) {
  const [action, setAction] = useState<Action>()
  const maySet = usePermission('methods.edit')
  if (!maySet) return null
  const close = () => setAction(undefined)
  if (action === 'add') return <DetailForm method={method} close={close} />
  if (action === 'words') return <WordsForm method={method} close={close} />
  if (action) {
    return (
      <ReasonForm
        words={words.actions[action]}
        name={{ name: method.display_name }}
        kind={action === 'close' ? 'danger' : 'main'}
        refresh={['methods']}
        send={(reason) =>
          call('switchMethod', { params: { code: method.code }, body: { open: action === 'open', reason } })
        }
        close={close}
      />
    )
  }
  const actions: Action[] = [
    method.closed ? 'open' : 'close',
    'words',
    ...(method.kind === 'manual' ? ['add' as const] : []),
  ]
  return (
    <div className={detail['buttons']}>
      {actions.map((one) => (
        <Button key={one} small kind={one === 'close' ? 'danger' : 'quiet'} onClick={() => setAction(one)}>
          {words.actions[one].label}
        </Button>
      ))}
    </div>
  )
}

function WordsForm({ method, close }: { method: Method; close: () => void }) {
  const [name, setName] = useState(method.display_name)
  const [description, setDescription] = useState(method.description)
  const [position, setPosition] = useState(String(method.position))
  const [limits, setLimits] = useState({ min: method.limits?.min ?? '', max: method.limits?.max ?? '' })
  const hasLimits = method.kind !== 'manual'
  return (
    <ReasonForm
      words={words.actions.words}
      name={{ name }}
      refresh={['methods']}
      send={(reason) =>
        call('updateMethod', {
          params: { code: method.code },
          body: {
            display_name: name.trim(),
            description: description.trim(),
            position: Number(position),
            ...(hasLimits
              ? { limits: { min: amountOf(limits.min, method.currency), max: amountOf(limits.max, method.currency) } }
              : {}),
            reason,
          },
        })
      }
      close={close}
    >
      {(errors) => (
        <>
          <TextField
            label={words.name}
            {...asTyped(name, setName, errors('display_name'))}
            maxLength={60}
            autoFocus
            required
          />
          <TextField
            label={words.description}
            value={description}
            placeholder={termText(method.default_description)}
            onChange={(event) => setDescription(event.target.value)}
            errors={errors('description')}
            maxLength={200}
          />
          <TextField
            label={words.place}
            hint={words.positionHint}
            {...asTyped(position, setPosition, errors('position'))}
            inputMode="numeric"
            required
          />
          {hasLimits ? (
            <LimitFields
              currency={method.currency}
              limits={limits}
              change={setLimits}
              errors={(name) => errors(`limits.${name}`)}
            />
          ) : null}
        </>
      )}
    </ReasonForm>
  )
}

function Details({ method, zone }: { method: Method; zone: string }) {
  return (
    <section className={detail['block']}>
      <h2>{words.detailsTitle}</h2>
      {method.details.length === 0 ? <p className={detail['quiet']}>{words.noDetails}</p> : null}
      <div className={cards['cards']}>
        {method.details.map((one) => (
          <DetailCard key={one.id} method={method} shown={one} zone={zone} />
        ))}
      </div>
    </section>
  )
}

function DetailCard({ method, shown, zone }: { method: Method; shown: Detail; zone: string }) {
  const [action, setAction] = useState<'switch' | 'change'>()
  const maySet = usePermission('methods.edit')
  const switchTo = shown.enabled ? words.actions.hide : words.actions.show
  const railLabel = termText({
    code: method.rails.find((one) => one.rail === shown.rail)?.label ?? shown.rail,
    params: {},
  })
  const close = () => setAction(undefined)
  return (
    <article className={styles['card']} aria-label={shown.name}>
      <div className={styles['head']}>
        <h3>{shown.name}</h3>
        <Badge tone={shown.enabled ? (shown.within ? 'good' : 'warn') : 'bad'}>
          {shown.enabled ? (shown.within ? words.visible : words.outOfHours) : words.hidden}
        </Badge>
      </div>
      <Facts
        rows={[
          ...shown.lines.map(({ label, value }) => ({ label, value })),
          ...(shown.upi ? [{ label: words.upi, value: `${shown.upi.pa} (${shown.upi.pn})` }] : []),
          { label: words.rail, value: railLabel },
          {
            label: words.limits,
            value: fill(words.range, {
              min: formatMoney(shown.min, method.currency),
              max: formatMoney(shown.max, method.currency),
            }),
          },
          { label: words.hours, value: shown.schedule ? hoursText(shown.schedule, zone) : words.always },
          ...(shown.note ? [{ label: words.note, value: shown.note }] : []),
        ]}
      />
      {action === 'change' ? <DetailForm key={shown.version} method={method} changed={shown} close={close} /> : null}
      {action === 'switch' ? (
        <ReasonForm
          words={switchTo}
          name={{ name: shown.name }}
          kind={shown.enabled ? 'danger' : 'main'}
          refresh={['methods']}
          send={(reason) =>
            call('switchDetail', { params: { id: String(shown.id) }, body: { enabled: !shown.enabled, reason } })
          }
          close={close}
        />
      ) : null}
      {maySet && action === undefined ? (
        <div className={detail['buttons']}>
          <Button
            small
            kind="quiet"
            aria-label={fill(words.actions.change.label, { name: shown.name })}
            onClick={() => setAction('change')}
          >
            {en.settings.change}
          </Button>
          <Button
            small
            kind={shown.enabled ? 'danger' : 'quiet'}
            aria-label={`${switchTo.label}: ${shown.name}`}
            onClick={() => setAction('switch')}
          >
            {switchTo.label}
          </Button>
        </div>
      ) : null}
    </article>
  )
}

const hoursText = ({ days, from, until }: NonNullable<Detail['schedule']>, zone: string) =>
  fill(words.hoursText, { days: days.map((day) => words.dayShort[day - 1] ?? '').join(' '), from, until, zone })
