import { useQuery } from '@tanstack/react-query'
import type { Market } from '@dhow/contract/shapes'
import { CheckField } from '@dhow/ui/field'
import { call, errorsOf } from '../../shared/api.ts'
import { ChoiceField } from '../../shared/choice-field.tsx'
import form from '../../shared/form.module.css'
import { en } from '../../shared/words/en.ts'

const words = en.tournaments
const choices = ['studio', 'some'] as const
const studioGames = { provider: 'dhow-studio', state: 'shown' } as const

/** Choice of the studio's games; null is all. */
export function GameFields({
  market,
  games,
  set,
  error,
}: {
  market: Market
  games: string[] | null
  set: (games: string[] | null) => void
  error: unknown
}) {
  const isSome = games !== null
  const { data } = useQuery({
    queryKey: ['staff-games', 'studio'],
    queryFn: () => call('staffGames', { query: studioGames }),
    enabled: isSome,
  })
  const offered = data?.games.filter(({ markets }) => markets.includes(market)) ?? []
  return (
    <>
      <ChoiceField
        label={words.games}
        choices={choices}
        words={words.gameChoices}
        value={isSome ? 'some' : 'studio'}
        set={(choice) => set(choice === 'some' ? [] : null)}
        errors={errorsOf(error, 'games')}
      />
      {isSome ? (
        <fieldset className={form['group']}>
          <legend>{words.gameChoices.some}</legend>
          <div className={form['pair']}>
            {offered.map(({ id, name }) => (
              <CheckField
                key={id}
                checked={games.includes(id)}
                onChange={(event) => set(event.target.checked ? [...games, id] : games.filter((one) => one !== id))}
              >
                {name}
              </CheckField>
            ))}
          </div>
          {data && offered.length === 0 ? <p>{words.gamesNone}</p> : null}
        </fieldset>
      ) : null}
    </>
  )
}
