import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Store } from './config.ts'
import { inMemory, openDb, type Db } from './platform/db.ts'
import { ownSecret } from './platform/seal.ts'
import { chainKey, listChains, countRoundsLeft, makeChain, saltChain, type RequestedChain } from './rounds/chain.ts'
import { tableGames } from './tables/games.ts'

const usage = `Makes and shows the chains of hashes that decide the shared rounds.

  npm run -s chain -- make <game> [--length 10000000] [--salt TEXT | --salt-later]
  npm run -s chain -- salt <game> TEXT
  npm run -s chain -- show

The embedded engine belongs to one process: stop the studio meanwhile, or make the chains before its first start.
With --salt-later the end is published first, and 'salt' gives the chain a public text that nobody knew then.
`

const games = ['dhow', ...tableGames.map(({ slug }) => slug)]
const longest = 100_000_000

/**
 * Runs the command on the studio's database; returns the exit code.
 * @param print prints the chains, one line of JSON each
 * @param note prints progress and errors
 */
export async function runChains(
  words: string[],
  { dataDir, databaseUrl, secret }: Store,
  print: (text: string) => void,
  note: (text: string) => void,
  open = openDb,
): Promise<number> {
  try {
    const { positionals, values } = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        length: { type: 'string', default: '10000000' },
        salt: { type: 'string' },
        'salt-later': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    const [command = '', game = '', text = ''] = positionals
    if (values.help) {
      print(usage)
      return 0
    }
    if (!['make', 'salt', 'show'].includes(command))
      throw new RangeError(command ? `there is no '${command}'` : 'name a command')
    if (command !== 'show' && !games.includes(game))
      throw new RangeError(`name one of the shared games: ${games.join(', ')}`)
    if (command === 'show' && databaseUrl === undefined && !isMade(dataDir)) {
      note(`There are no chains yet: ${dataDir} has no database. 'make' or the studio's first start makes them.\n`)
      return 0
    }
    note(
      `Opening ${databaseUrl === undefined ? `the database in ${dataDir}` : 'the database of STUDIO_DATABASE_URL'}…\n`,
    )
    const db = await open(dataDir, databaseUrl)
    try {
      if (command === 'make') {
        const length = Number(values.length)
        if (!Number.isInteger(length) || length < 1000 || length > longest)
          throw new RangeError(`--length is a whole number from 1000 to ${longest}`)
        const salt = values['salt-later'] ? '' : values.salt
        await make(db, chainKey(secret ?? ownSecret(dataDir)), { game, length, salt }, note)
      }
      if (command === 'salt') await saltChain(db, game, text)
      for (const chain of await listChains(db))
        if (command === 'show' || chain.game === game) print(`${JSON.stringify(chain)}\n`)
    } finally {
      await db.close()
    }
    return 0
  } catch (error) {
    const isUse = error instanceof RangeError || error instanceof TypeError
    note(`${error instanceof Error ? error.message : String(error)}\n${isUse ? `\n${usage}` : ''}`)
    return isUse ? 2 : 1
  }
}

/** Whether the embedded engine has a database in the folder; opening it would make an empty one, which takes long. */
const isMade = (dataDir: string) => dataDir === inMemory || existsSync(join(dataDir, 'pg'))

/** Makes a chain, only if no round is left, because a published chain is played to its end. Notes each tenth. */
async function make(db: Db, key: Buffer, wanted: RequestedChain, note: (text: string) => void): Promise<void> {
  const left = await countRoundsLeft(db, wanted.game)
  if (left > 0) throw new Error(`The chain of ${wanted.game} has ${left} rounds left, and is played to its end.`)
  let tenths = 0
  await makeChain(db, key, wanted, (made) => {
    const now = Math.floor((made * 10) / wanted.length)
    if (now > tenths) note(`${made} of ${wanted.length} hashes\n`)
    tenths = now
    return Promise.resolve()
  })
}
