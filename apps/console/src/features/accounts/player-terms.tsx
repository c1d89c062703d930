import { useQuery } from '@tanstack/react-query'
import { HiddenText } from '@dhow/ui/hidden-text'
import { Table } from '@dhow/ui/table'
import { call } from '../../shared/api.ts'
import { Asked } from '../../shared/asked.tsx'
import { fill, formatExactTime } from '../../shared/format.ts'
import detail from '../../shared/queue/detail.module.css'
import { en } from '../../shared/words/en.ts'

const words = en.content

/** Versions of the terms that a player accepted, with times and hashes. */
export function PlayerTerms({ playerId }: { playerId: string }) {
  const asked = useQuery({
    queryKey: ['player-terms', playerId],
    queryFn: () => call('staffPlayerTerms', { params: { id: playerId } }),
  })
  return (
    <section className={detail['block']}>
      <h2>{words.terms.title}</h2>
      <Asked query={asked}>
        {({ accepted }) =>
          accepted.length === 0 ? (
            <p className={detail['quiet']}>{words.terms.none}</p>
          ) : (
            <Table
              label={words.terms.title}
              columns={[
                { key: 'version', label: words.version },
                { key: 'language', label: words.language },
                { key: 'at', label: words.acceptedBy },
                { key: 'hash', label: words.hash },
              ]}
              rows={accepted.map(({ version, number, title, language, hash, accepted_at: at }) => ({
                key: version,
                cells: {
                  version: fill(words.terms.row, { number, title }),
                  language: words.languages[language],
                  at: formatExactTime(at),
                  hash: (
                    <code title={hash}>
                      {hash.slice(0, 12)}
                      <HiddenText>{hash.slice(12)}</HiddenText>
                    </code>
                  ),
                },
              }))}
            />
          )
        }
      </Asked>
    </section>
  )
}
