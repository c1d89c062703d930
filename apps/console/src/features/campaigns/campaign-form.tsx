import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Campaign } from '@dhow/contract/campaigns'
import { keysOf } from '@dhow/contract/keys-of'
import type { Segment } from '@dhow/contract/segments'
import { SelectField, TextAreaField, TextField } from '@dhow/ui/field'
import { useToast } from '@dhow/ui/toast'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf } from '../../shared/api.ts'
import { ChoiceField } from '../../shared/choice-field.tsx'
import form from '../../shared/form.module.css'
import { fill } from '../../shared/format.ts'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'
import { RoundFields, roundsOf, roundsBody, type TypedRounds } from './round-fields.tsx'
import { segmentsQuery } from './segments-query.ts'
import { flowOf, minutesOf, TriggerFields, type Flow } from './trigger-fields.tsx'

const words = en.campaigns
const kinds = ['gift', 'free_rounds', 'message'] as const
type Kind = (typeof kinds)[number]
type Language = keyof typeof words.languages

const orNull = (typed: string) => (typed.trim() === '' ? null : typed.trim())

/** Creates or changes a draft of a campaign. */
export function CampaignForm({ campaign, close }: { campaign?: Campaign; close: () => void }) {
  const { data } = useQuery(segmentsQuery)
  const segments = data?.segments ?? []
  const [fields, setFields] = useState({
    name: campaign?.name ?? '',
    segment: campaign?.segment.id ?? '',
    amount: campaign?.amount ?? '',
    budget: campaign?.budget ?? '',
    cap: campaign?.players_at_most?.toString() ?? '',
  })
  const [rounds, setRounds] = useState(roundsOf(campaign?.free_rounds))
  const [kind, setKind] = useState<Kind>(campaign?.kind ?? 'gift')
  const [texts, setTexts] = useState<Texts>(campaign?.texts ?? {})
  const [flow, setFlow] = useState<Flow>(flowOf(campaign))
  const refresh = useRefresh()
  const toast = useToast()
  const body = () =>
    bodyOf({ ...fields, segment: fields.segment || (segments[0]?.id ?? '') }, kind, flow, texts, rounds)
  const create = useMutation({
    mutationFn: () =>
      campaign
        ? call('changeCampaign', { params: { id: campaign.id }, body: { ...body(), version: campaign.version } })
        : call('createCampaign', { body: body() }),
    onSuccess() {
      refresh('campaigns', 'changes', 'audit')
      toast(campaign ? words.changed : words.created, 'good')
      close()
    },
  })
  const text = (name: keyof typeof fields, label: string, more: { hint?: string; field?: string } = {}) => (
    <TextField
      label={label}
      hint={more.hint}
      value={fields[name]}
      onChange={(event) => setFields({ ...fields, [name]: event.target.value })}
      errors={errorsOf(create.error, more.field ?? name)}
      maxLength={60}
      required={name === 'name'}
    />
  )
  return (
    <ActionForm
      title={campaign ? fill(words.changeOf, { name: campaign.name }) : words.newCampaign}
      lead={campaign?.state === 'waiting' ? words.changeWaiting : words.newLead}
      confirm={campaign ? words.saveDraft : words.create}
      action={create}
      cancel={close}
    >
      <div className={form['pair']}>
        {text('name', words.name, { hint: words.nameHint })}
        <SegmentField
          segments={segments}
          value={fields.segment}
          set={(segment) => setFields({ ...fields, segment })}
          error={create.error}
        />
        <ChoiceField
          label={words.kind}
          choices={kinds}
          words={words.kinds}
          value={kind}
          set={setKind}
          errors={errorsOf(create.error, 'kind')}
        />
        {kind === 'free_rounds' ? <RoundFields rounds={rounds} set={setRounds} error={create.error} /> : null}
        {kind === 'message' ? null : text('amount', kind === 'gift' ? words.amount : words.maxWin)}
        {kind === 'message' ? null : text('budget', words.budget)}
        {text('cap', words.cap, { field: 'players_at_most' })}
      </div>
      <TriggerFields flow={flow} set={setFlow} error={create.error} />
      {kind === 'message' ? <Messages texts={texts} set={setTexts} error={create.error} /> : null}
    </ActionForm>
  )
}

/** Request body of the form. */
function bodyOf(
  { name, segment, amount, budget, cap }: Record<'name' | 'segment' | 'amount' | 'budget' | 'cap', string>,
  kind: Kind,
  { trigger, event, days, repeats, wait, unit }: Flow,
  texts: Texts,
  rounds: TypedRounds,
) {
  const written = Object.fromEntries(Object.entries(texts).filter(([, one]) => one && one.title + one.text !== ''))
  return {
    ...{ name, segment, kind, trigger, event, repeats },
    amount: kind === 'message' ? null : orNull(amount),
    budget: kind === 'message' ? null : orNull(budget),
    free_rounds: kind === 'free_rounds' ? roundsBody(rounds) : null,
    players_at_most: orNull(cap) === null ? null : Number(cap),
    days: orNull(days) === null ? null : Number(days),
    wait_minutes: Number(wait) * minutesOf[unit],
    texts: kind === 'message' ? { en: { title: '', text: '' }, ...written } : null,
  }
}

function SegmentField({
  segments,
  value,
  set,
  error,
}: {
  segments: Segment[]
  value: string
  set: (id: string) => void
  error: unknown
}) {
  return (
    <SelectField
      label={words.segment}
      {...asTyped(value || (segments[0]?.id ?? ''), set, errorsOf(error, 'segment'))}
      required
    >
      {segments.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

type Texts = Record<string, { title: string; text: string } | undefined>

/** Title and text in each language. */
function Messages({ texts, set, error }: { texts: Texts; set: (texts: Texts) => void; error: unknown }) {
  return keysOf(words.languages).map((language) => (
    <MessageFields
      key={language}
      language={language}
      value={texts[language] ?? { title: '', text: '' }}
      set={(value) => set({ ...texts, [language]: value })}
      error={error}
    />
  ))
}

function MessageFields({
  language,
  value,
  set,
  error,
}: {
  language: Language
  value: { title: string; text: string }
  set: (value: { title: string; text: string }) => void
  error: unknown
}) {
  const named = { language: words.languages[language] }
  return (
    <>
      <TextField
        label={fill(words.messageTitle, named)}
        {...asTyped(value.title, (title) => set({ ...value, title }), errorsOf(error, `texts.${language}.title`))}
        maxLength={80}
      />
      <TextAreaField
        label={fill(words.messageText, named)}
        {...asTyped(value.text, (text) => set({ ...value, text }), errorsOf(error, `texts.${language}.text`))}
        maxLength={500}
        rows={3}
      />
    </>
  )
}
