import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReadyAnswer } from '@dhow/contract/help-desk'
import { Button } from '@dhow/ui/button'
import { Empty } from '@dhow/ui/feedback'
import { TextAreaField, TextField } from '@dhow/ui/field'
import { Table } from '@dhow/ui/table'
import { useToast } from '@dhow/ui/toast'
import { asTyped } from '../../shared/as-typed.ts'
import { call, errorsOf, sentenceOf } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { formatTime } from '../../shared/format.ts'
import { Page } from '../../shared/page.tsx'
import { ActionForm } from '../../shared/queue/action-form.tsx'
import { usePermission, useRefresh } from '../../shared/session.tsx'
import { en } from '../../shared/words/en.ts'

const words = en.cases
const languages = ['en', 'hi', 'af'] as const

/** Ready answers in the portal's three languages; editable with permission. */
export function ReadyAnswers() {
  const mayEdit = usePermission('help.edit_answers')
  const [edited, setEdited] = useState<ReadyAnswer | 'new'>()
  const asked = useQuery({ queryKey: ['ready-answers'], queryFn: () => call('readyAnswers') })
  const add = mayEdit && !edited ? <Button onClick={() => setEdited('new')}>{words.addReady}</Button> : null
  return (
    <Page title={words.readyAnswers} lead={words.readyLead} tools={add}>
      {edited ? (
        <EditForm
          key={edited === 'new' ? 'new' : edited.id}
          answer={edited === 'new' ? undefined : edited}
          close={() => setEdited(undefined)}
        />
      ) : null}
      <Asked query={asked}>
        {({ answers }) =>
          answers.length === 0 ? (
            <Empty title={words.noReady}>{words.readyLead}</Empty>
          ) : (
            <Table
              label={words.readyAnswers}
              columns={[
                { key: 'title', label: words.readyTitle },
                ...languages.map((language) => ({ key: language, label: words.languages[language] })),
                { key: 'changed', label: words.changed },
              ]}
              rows={answers.map((answer) => ({
                key: answer.id,
                cells: {
                  title: answer.title,
                  en: answer.en,
                  hi: <span lang="hi">{answer.hi}</span>,
                  af: <span lang="af">{answer.af}</span>,
                  changed: (
                    <>
                      {`${answer.changed_by}, ${formatTime(answer.changed_at)}`}{' '}
                      {mayEdit ? <Acts answer={answer} edit={() => setEdited(answer)} /> : null}
                    </>
                  ),
                },
              }))}
            />
          )
        }
      </Asked>
    </Page>
  )
}

function Acts({ answer, edit }: { answer: ReadyAnswer; edit: () => void }) {
  const refresh = useRefresh()
  const toast = useToast()
  const remove = useMutation({
    mutationFn: () => call('removeReadyAnswer', { params: { id: answer.id } }),
    onSuccess: () => refresh('ready-answers', 'audit'),
    onError: (error) => toast(sentenceOf(error), 'bad'),
  })
  return (
    <>
      <Button kind="plain" small aria-label={`${words.edit}: ${answer.title}`} onClick={edit}>
        {words.edit}
      </Button>
      <Button
        kind="plain"
        small
        busy={remove.isPending}
        aria-label={`${words.remove}: ${answer.title}`}
        onClick={() => remove.mutate()}
      >
        {words.remove}
      </Button>
    </>
  )
}

function EditForm({ answer, close }: { answer: ReadyAnswer | undefined; close: () => void }) {
  const [texts, setTexts] = useState({
    title: answer?.title ?? '',
    en: answer?.en ?? '',
    hi: answer?.hi ?? '',
    af: answer?.af ?? '',
  })
  const refresh = useRefresh()
  const save = useMutation({
    mutationFn: () =>
      answer
        ? call('changeReadyAnswer', { params: { id: answer.id }, body: { ...texts, version: answer.version } })
        : call('addReadyAnswer', { body: texts }),
    onSuccess() {
      refresh('ready-answers', 'audit')
      close()
    },
  })
  return (
    <ActionForm
      title={answer ? words.edit : words.addReady}
      lead={words.readyLead}
      confirm={words.save}
      action={save}
      cancel={close}
    >
      <TextField
        label={words.readyTitle}
        {...asTyped(texts.title, (title) => setTexts({ ...texts, title }), errorsOf(save.error, 'title'))}
        minLength={3}
        maxLength={80}
        autoComplete="off"
        autoFocus
        required
      />
      {languages.map((language) => (
        <TextAreaField
          key={language}
          label={words.languages[language]}
          lang={language}
          rows={3}
          maxLength={1_000}
          value={texts[language]}
          onChange={(event) => setTexts({ ...texts, [language]: event.target.value })}
          errors={errorsOf(save.error, language)}
          required
        />
      ))}
    </ActionForm>
  )
}
