import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { identityDocuments, type staffIdentity } from '@dhow/contract/identity'
import { keysOf } from '@dhow/contract/keys-of'
import { messageReasons } from '@dhow/contract/message-reasons'
import type { ReplyOf } from '@dhow/contract/operation'
import { Button } from '@dhow/ui/button'
import { Badge } from '@dhow/ui/feedback'
import { SelectField, TextField } from '@dhow/ui/field'
import { Table } from '@dhow/ui/table'
import { asTyped } from '../../shared/as-typed.ts'
import { call } from '../../shared/api.ts'
import { AskedBlock } from '../../shared/asked-block.tsx'
import { ChoiceField } from '../../shared/choice-field.tsx'
import { fill, formatExactTime } from '../../shared/format.ts'
import detail from '../../shared/queue/detail.module.css'
import { ReasonForm } from '../../shared/queue/reason-form.tsx'
import { usePermission } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.identity
type Reply = ReplyOf<typeof staffIdentity>
interface PlayerRef {
  id: string
  player_name: string
}

/** Verification of a player's identity: state, decisions, form. */
export function PlayerIdentity({ player }: { player: PlayerRef }) {
  const asked = useQuery({
    queryKey: ['player', player.id, 'identity'],
    queryFn: () => call('staffIdentity', { params: { id: player.id } }),
  })
  return (
    <AskedBlock title={words.title} lead={words.lead} query={asked}>
      {(reply) => (
        <>
          <p>
            <Badge tone={reply.is_verified ? 'good' : 'neutral'}>
              {reply.is_verified ? words.verified : words.unverified}
            </Badge>
          </p>
          <Decisions decisions={reply.decisions} />
          <Decide key={String(reply.is_verified)} player={player} isVerified={reply.is_verified} />
        </>
      )}
    </AskedBlock>
  )
}

function Decisions({ decisions }: { decisions: Reply['decisions'] }) {
  if (decisions.length === 0) return <p className={detail['quiet']}>{words.none}</p>
  return (
    <Table
      label={words.title}
      columns={[
        { key: 'at', label: words.at },
        { key: 'outcome', label: words.outcome },
        { key: 'about', label: words.document },
        { key: 'reason', label: words.reason },
        { key: 'operator', label: words.operator },
      ]}
      rows={decisions.map((decision) => ({
        key: decision.id,
        cells: {
          at: formatExactTime(decision.at),
          outcome: words.outcomes[decision.outcome],
          about: aboutOf(decision),
          reason: decision.reason,
          operator: decision.operator ?? words.program,
        },
      }))}
    />
  )
}

/** The seen document, or the player's sentence. */
function aboutOf({ document, number_end: end, expires_on: day, why }: Reply['decisions'][number]): string {
  if (document === null) return why === null ? '' : messageReasons.identity[why].en
  const seen = fill(words.ending, { document: words.documents[document], end: end ?? '' })
  return day === null ? seen : `${seen} · ${fill(words.validUntil, { day })}`
}

function Decide({ player, isVerified }: { player: PlayerRef; isVerified: boolean }) {
  const [open, setOpen] = useState<'verify' | 'refused' | 'revoked'>()
  const mayDecide = usePermission('players.verify_identity')
  if (!mayDecide) return null
  const close = () => setOpen(undefined)
  if (open === 'verify') return <Verify player={player} close={close} />
  if (open) return <End outcome={open} player={player} close={close} />
  const actions = isVerified ? (['revoked'] as const) : (['verify', 'refused'] as const)
  return (
    <div className={detail['buttons']}>
      {actions.map((action) => (
        <Button key={action} small kind={action === 'verify' ? 'main' : 'danger'} onClick={() => setOpen(action)}>
          {words.actions[action].label}
        </Button>
      ))}
    </div>
  )
}

function Verify({ player, close }: { player: PlayerRef; close: () => void }) {
  const [document, setDocument] = useState<(typeof identityDocuments)[number]>('national_id')
  const [end, setEnd] = useState('')
  const [day, setDay] = useState('')
  return (
    <ReasonForm
      words={words.actions.verify}
      name={{ player: player.player_name }}
      refresh={['player', 'withdrawals']}
      send={(reason) =>
        call('verifyIdentity', {
          params: { id: player.id },
          body: { document, number_end: end.trim(), ...(day === '' ? {} : { expires_on: day }), reason },
        })
      }
      close={close}
    >
      {(errors) => (
        <>
          <ChoiceField
            label={words.document}
            choices={identityDocuments}
            words={words.documents}
            value={document}
            set={setDocument}
            errors={errors('document')}
          />
          <TextField
            label={words.numberEnd}
            {...asTyped(end, setEnd, errors('number_end'))}
            maxLength={4}
            autoComplete="off"
            autoFocus
            required
          />
          <TextField
            type="date"
            label={words.expiresOn}
            hint={words.expiresHint}
            {...asTyped(day, setDay, errors('expires_on'))}
          />
        </>
      )}
    </ReasonForm>
  )
}

const whys = keysOf(messageReasons.identity)

function End({ outcome, player, close }: { outcome: 'refused' | 'revoked'; player: PlayerRef; close: () => void }) {
  const [why, setWhy] = useState<(typeof whys)[number]>('unreadable')
  return (
    <ReasonForm
      words={words.actions[outcome]}
      name={{ player: player.player_name }}
      kind="danger"
      refresh={['player', 'withdrawals']}
      send={(reason) => call('endIdentity', { params: { id: player.id }, body: { outcome, why, reason } })}
      close={close}
    >
      {() => (
        <SelectField
          label={words.why}
          value={why}
          onChange={(event) => setWhy(whys.find((one) => one === event.target.value) ?? 'other')}
        >
          {whys.map((one) => (
            <option key={one} value={one}>
              {messageReasons.identity[one].en}
            </option>
          ))}
        </SelectField>
      )}
    </ReasonForm>
  )
}
