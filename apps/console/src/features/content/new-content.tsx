import { useMutation } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { contentPages, type ContentKind, type ContentLanguage } from '@dhow/contract/content'
import { wordedKinds, type WordedKind } from '@dhow/contract/message-wordings'
import { standardWording } from '@dhow/contract/message-wording-rules'
import { recordOf } from '@dhow/contract/records'
import type { Market } from '@dhow/contract/shapes'
import { SelectField, TextField } from '@dhow/ui/field'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf } from '../../shared/api.ts'
import { ChoiceField } from '../../shared/choice-field.tsx'
import { parseChoice } from '../../shared/choices.ts'
import form from '../../shared/form.module.css'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useRefresh } from '../../shared/session.tsx'
import { useSegments } from './use-segments.ts'
import { en } from '../../shared/words/en.ts'

const words = en.content
const kinds = ['page', 'notice', 'banner', 'row', 'message'] as const
const messageNames = recordOf(wordedKinds, (kind) => standardWording(kind, 'en').title)
const languages = ['en', 'hi', 'af'] as const
const markets = ['NA', 'IN'] as const

/** Creates a page, notice, banner, row or message; `close` gets its id. */
export function NewContent({ close }: { close: (id?: string) => void }) {
  const [kind, setKind] = useState<ContentKind>('page')
  const [page, setPage] = useState<(typeof contentPages)[number]>(contentPages[0])
  const [name, setName] = useState('')
  const [message, setMessage] = useState<WordedKind>('deposit_credited')
  const [market, setMarket] = useState<Market>()
  const [language, setLanguage] = useState<ContentLanguage>('en')
  const [segment, setSegment] = useState('')
  const ofLobby = kind !== 'page' && kind !== 'message'
  const refresh = useRefresh()
  const create = useMutation({
    mutationFn: () =>
      call('createContent', {
        body: {
          ...{ kind, name: kind === 'page' ? page : kind === 'message' ? message : name },
          ...(ofLobby && segment !== '' ? { segment } : {}),
          market: market ?? null,
          language,
        },
      }),
    onSuccess({ item }) {
      refresh('content', 'audit')
      close(item.id)
    },
  })
  return (
    <ActionForm title={words.add} lead={words.addLead} confirm={words.create} action={create} cancel={() => close()}>
      <div className={form['pair']}>
        <ChoiceField
          label={words.kind}
          choices={kinds}
          words={words.kinds}
          value={kind}
          set={setKind}
          errors={errorsOf(create.error, 'kind')}
        />
        {kind === 'page' ? (
          <ChoiceField
            label={words.page}
            choices={contentPages}
            words={words.pages}
            value={page}
            set={setPage}
            errors={errorsOf(create.error, 'name')}
          />
        ) : kind === 'message' ? (
          <ChoiceField
            label={words.message.message}
            hint={words.message.messageHint}
            choices={wordedKinds}
            words={messageNames}
            value={message}
            set={setMessage}
            errors={errorsOf(create.error, 'name')}
          />
        ) : (
          <TextField
            label={words.name}
            hint={words.nameHint}
            {...asTyped(name, setName, errorsOf(create.error, 'name'))}
            maxLength={60}
            required
          />
        )}
        <Readers
          market={market}
          setMarket={setMarket}
          language={language}
          setLanguage={setLanguage}
          languageHint={kind === 'message' ? words.message.languageHint : words.languageHint}
          error={create.error}
        />
      </div>
      {ofLobby ? <Segments value={segment} set={setSegment} error={create.error} /> : null}
      {kind === 'message' ? <FixedTexts /> : null}
    </ActionForm>
  )
}

/** Choice of the players who see it, for operators who may see segments. */
function Segments({ value, set, error }: { value: string; set: (id: string) => void; error: unknown }) {
  const segments = useSegments()
  if (segments.length === 0) return null
  return (
    <SelectField
      label={words.segment}
      hint={words.segmentHint}
      value={value}
      onChange={(event) => set(event.target.value)}
      errors={errorsOf(error, 'segment')}
    >
      <option value="">{words.everybody}</option>
      {segments.map(({ id, name, market }) => (
        <option key={id} value={id}>
          {`${name} (${en.market[market]})`}
        </option>
      ))}
    </SelectField>
  )
}

/** Texts that operators cannot word, with the reason of each. */
function FixedTexts() {
  return (
    <details>
      <summary>{words.message.fixed}</summary>
      <dl>
        {words.message.fixedRows.map(([name, why]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{why}</dd>
          </Fragment>
        ))}
      </dl>
    </details>
  )
}

/** Market and language fields. */
function Readers({
  market,
  setMarket,
  language,
  setLanguage,
  languageHint,
  error,
}: {
  market: Market | undefined
  setMarket: (market: Market | undefined) => void
  language: ContentLanguage
  setLanguage: (language: ContentLanguage) => void
  languageHint: string
  error: unknown
}) {
  return (
    <>
      <SelectField
        label={words.market}
        value={market ?? ''}
        onChange={(event) => setMarket(parseChoice(markets, event.target.value))}
        errors={errorsOf(error, 'market')}
      >
        <option value="">{words.allMarkets}</option>
        {markets.map((one) => (
          <option key={one} value={one}>
            {en.market[one]}
          </option>
        ))}
      </SelectField>
      <ChoiceField
        label={words.language}
        hint={languageHint}
        choices={languages}
        words={words.languages}
        value={language}
        set={setLanguage}
        errors={errorsOf(error, 'language')}
      />
    </>
  )
}
