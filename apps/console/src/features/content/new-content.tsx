import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { contentPages, type ContentKind, type ContentLanguage } from '@dhow/contract/content'
import type { Market } from '@dhow/contract/shapes'
import { SelectField, TextField } from '@dhow/ui/field'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf } from '../../shared/api.ts'
import { ChoiceField } from '../../shared/choice-field.tsx'
import { oneOf } from '../../shared/choices.ts'
import form from '../../shared/form.module.css'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.content
const kinds = ['page', 'notice', 'banner', 'row'] as const
const languages = ['en', 'hi', 'af'] as const
const markets = ['NA', 'IN'] as const

/** Creates a page, notice, banner or row; `close` gets its id. */
export function NewContent({ close }: { close: (id?: string) => void }) {
  const [kind, setKind] = useState<ContentKind>('page')
  const [page, setPage] = useState<(typeof contentPages)[number]>(contentPages[0])
  const [name, setName] = useState('')
  const [market, setMarket] = useState<Market>()
  const [language, setLanguage] = useState<ContentLanguage>('en')
  const refresh = useRefresh()
  const create = useMutation({
    mutationFn: () =>
      call('createContent', {
        body: { kind, name: kind === 'page' ? page : name, market: market ?? null, language },
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
          error={create.error}
        />
      </div>
    </ActionForm>
  )
}

/** Market and language fields. */
function Readers({
  market,
  setMarket,
  language,
  setLanguage,
  error,
}: {
  market: Market | undefined
  setMarket: (market: Market | undefined) => void
  language: ContentLanguage
  setLanguage: (language: ContentLanguage) => void
  error: unknown
}) {
  return (
    <>
      <SelectField
        label={words.market}
        value={market ?? ''}
        onChange={(event) => setMarket(oneOf(markets, event.target.value))}
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
        hint={words.languageHint}
        choices={languages}
        words={words.languages}
        value={language}
        set={setLanguage}
        errors={errorsOf(error, 'language')}
      />
    </>
  )
}
