import { useQuery } from '@tanstack/react-query'
import { Empty } from '@dhow/ui/feedback'
import { Card, Stack } from '@dhow/ui/layout'
import { paths } from '../../app/paths.ts'
import { call } from '../../shared/api.ts'
import { LoadingOrError } from '../../shared/loading-or-error.tsx'
import { Link } from '../../shared/link.tsx'
import { Page, type PageHead } from '../../shared/page.tsx'
import { useWords, type Words } from '../../shared/words/words.tsx'
import { CheckerLinks } from './checker-links.tsx'
import { StatementCard } from './statement-card.tsx'
import { StatementForm } from './statement-form.tsx'

/** Signed statements of the player's account: order and download. */
export default function Statements() {
  const words = useWords()
  const { data, error, refetch } = useQuery({
    queryKey: ['signed-statements'],
    queryFn: () => call('signedStatements'),
  })
  return (
    <Page {...Statements.head(words)}>
      <Card>
        <StatementForm issued={() => void refetch()} />
      </Card>
      <Stack as="section">
        <h2>{words.statements.yours}</h2>
        {data ? (
          data.statements.length === 0 ? (
            <Empty title={words.statements.emptyTitle}>{words.statements.emptyText}</Empty>
          ) : (
            data.statements.map((statement) => <StatementCard key={statement.id} statement={statement} />)
          )
        ) : (
          <LoadingOrError error={error} refetch={refetch} lines={4} />
        )}
        <p>{words.statements.pdfNote}</p>
        <p>{words.statements.proves}</p>
        <CheckerLinks />
        <Link to={paths.liabilities}>{words.liabilities.checkTitle}</Link>
      </Stack>
    </Page>
  )
}

Statements.early = true
Statements.head = (words: Words): PageHead => ({ title: words.nav.statements, lead: words.statements.lead })
