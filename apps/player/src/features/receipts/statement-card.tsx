import { useState } from 'react'
import { formatDecimal } from '@dhow/contract/money'
import type { SignedStatement } from '@dhow/contract/signed-statements'
import { statementFiles, type StatementFile } from '@dhow/contract/statement-rules'
import { Button } from '@dhow/ui/button'
import { Card, Money, Row, Stack } from '@dhow/ui/layout'
import { useToast } from '@dhow/ui/toast'
import { fetchFile, saveFile } from '../../shared/download.ts'
import { Facts } from '../../shared/facts.tsx'
import { formatCount, formatMoney } from '../../shared/format.ts'
import { formatDay } from '../../shared/format-more.ts'
import { useLanguage, useWords } from '../../shared/words/words.tsx'

/** An issued statement with its files. */
export function StatementCard({ statement }: { statement: SignedStatement }) {
  const words = useWords()
  const language = useLanguage()
  const { id, from, to, currency, entries, opening, closing, issued_by } = statement
  const lastMoment = new Date(Date.parse(to) - 1).toJSON()
  const span = `${formatDay(from)} – ${formatDay(lastMoment)}`
  const amount = (minor: string) => <Money>{formatMoney(formatDecimal(BigInt(minor)), currency)}</Money>
  // Without entries there is no receipt.
  const files = statementFiles.filter((file) => entries > 0 || file !== 'receipt.html')
  return (
    <Card>
      <Stack>
        <h3>{span}</h3>
        <Facts
          facts={[
            [words.statements.entries, formatCount(entries, language)],
            [words.statements.opening, amount(opening.cash)],
            [words.statements.closing, amount(closing.cash)],
          ]}
        />
        {issued_by === 'operator' ? <p>{words.statements.byOperator}</p> : null}
        <Row>
          {files.map((file) => (
            <FileButton key={file} id={id} file={file} span={span} />
          ))}
        </Row>
      </Stack>
    </Card>
  )
}

function FileButton({ id, file, span }: { id: string; file: StatementFile; span: string }) {
  const words = useWords()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await saveFile(await fetchFile(`/player/statements/${id}/${file}`), `dhow-${file}`)
    } catch {
      toast(words.failures.pleaseTryAgain, 'bad')
    } finally {
      setBusy(false)
    }
  }
  const name = words.statements.files[file]
  return (
    <Button kind="quiet" small busy={busy} aria-label={`${name}, ${span}`} onClick={() => void save()}>
      {name}
    </Button>
  )
}
