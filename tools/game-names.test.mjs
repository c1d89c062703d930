// The catalogue's names of the studio's games equal those in the games.
import { expect, it } from 'vitest'
import { studioGames } from '../apps/server/src/features/catalog/studio-games.ts'
import { afrikaans as instantAf } from '../apps/studio/client/src/instant/words/af.ts'
import { hindi as instantHi } from '../apps/studio/client/src/instant/words/hi.ts'
import { afrikaans as tablesAf } from '../apps/studio/client/src/tables/words/af.ts'
import { hindi as tablesHi } from '../apps/studio/client/src/tables/words/hi.ts'
import { hindi as crashHi } from '../apps/studio/client/src/words/hi.ts'

const shown = {
  hi: { dhow: crashHi.title, ...instantHi.names, ...tablesHi.names },
  af: { ...instantAf.names, ...tablesAf.names },
}

it.each(studioGames)('$slug has one name in each language', ({ slug, name, names }) => {
  expect([names.hi, names.af ?? name]).toEqual([shown.hi[slug], shown.af[slug] ?? name])
})
