import type { ContentItem } from '@dhow/contract/content-editing'
import { isSmsKind } from '@dhow/contract/message-texts'
import { isWordedKind, type Wording, type WordedKind } from '@dhow/contract/message-wordings'
import { paramsTaken, sampleTexts, standardWording, wordingFaults } from '@dhow/contract/message-wording-rules'
import { byCode } from '@dhow/contract/records'
import { smsSize } from '@dhow/contract/sms-parts'
import { Button } from '@dhow/ui/button'
import { Badge } from '@dhow/ui/feedback'
import { TextAreaField, TextField } from '@dhow/ui/field'
import { asTyped } from '../../shared/as-typed.ts'
import { errorsOf } from '../../shared/api.ts'
import { fill } from '../../shared/format.ts'
import { useMe } from '../../shared/session.tsx'
import { translate } from '../../shared/translate.ts'
import { en } from '../../shared/words/en.ts'
import styles from './content.module.css'

const words = en.content.message

/** Kind of message that an item words. */
export const wordedKindOf = ({ kind, name }: Pick<ContentItem, 'kind' | 'name'>): WordedKind | undefined =>
  kind === 'message' && isWordedKind(name) ? name : undefined

/** Texts of a message, the parameters that they take, their faults, and both texts with sample values. */
export function MessageInputs({
  item,
  kind,
  fields,
  set,
  error,
}: {
  item: ContentItem
  kind: WordedKind
  fields: Wording
  set: (change: Partial<Wording>) => void
  error: unknown
}) {
  const { language, market } = item
  const { portal_name: portal } = useMe()
  const place = { kind, language, market, portal }
  const faults = wordingFaults(place, fields)
  const typed = (field: keyof Wording) =>
    asTyped(fields[field], (text) => set({ [field]: text }), errorsOf(error, field) ?? faults[field]?.map(translate))
  return (
    <>
      <TextField label={en.content.draftTitle} {...typed('title')} maxLength={120} lang={language} />
      <TextAreaField label={words.text} hint={words.textHint} {...typed('text')} rows={4} lang={language} />
      {isSmsKind(kind) ? (
        <TextAreaField label={words.sms} hint={words.smsHint} {...typed('sms')} rows={3} lang={language} />
      ) : null}
      <Params kind={kind} />
      <div>
        <Button kind="quiet" small onClick={() => set(standardWording(kind, language))}>
          {words.standard}
        </Button>
      </div>
      <Samples texts={sampleTexts(place, fields)} language={language} />
    </>
  )
}

function Params({ kind }: { kind: WordedKind }) {
  const { text } = paramsTaken(kind)
  if (text.length === 0) return <p>{words.noParams}</p>
  return (
    <section aria-label={words.params}>
      <h3>{words.params}</h3>
      <ul className={styles['params']}>
        {text.map(({ name, isNeeded }) => (
          <li key={name}>
            <code>{`{${name}}`}</code> {byCode(words.meanings)[name] ?? name}{' '}
            <Badge>{isNeeded ? words.needed : words.optional}</Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Samples({ texts, language }: { texts: ReturnType<typeof sampleTexts>; language: ContentItem['language'] }) {
  return (
    <section aria-label={words.samples}>
      <h3>{words.samples}</h3>
      {texts.map(({ market, text, sms }) => (
        <figure key={market} className={styles['sample']}>
          <figcaption>{en.market[market]}</figcaption>
          {text ? (
            <div lang={language}>
              <strong>{text.title}</strong>
              <p>{text.text}</p>
            </div>
          ) : (
            <p>{words.noSample}</p>
          )}
          {sms === undefined ? null : (
            <>
              <p lang={language}>{sms}</p>
              <small>{partsText(sms)}</small>
            </>
          )}
        </figure>
      ))}
    </section>
  )
}

function partsText(sms: string): string {
  const { parts, alphabet, foreign } = smsSize(sms)
  const size = fill(parts === 1 ? words.onePart : words.parts, { count: parts, alphabet, length: sms.length })
  return foreign.length === 0 ? size : `${size} ${fill(words.foreign, { letters: foreign.slice(0, 12).join(' ') })}`
}
