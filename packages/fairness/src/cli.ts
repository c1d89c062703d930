import { parseArgs } from 'node:util'
import { andarBahar } from './andar-bahar.ts'
import { baccarat } from './baccarat.ts'
import { crashHundredths, hundredthsText } from './crash.ts'
import { dragonTiger } from './dragon-tiger.ts'
import {
  cards,
  cardText,
  diceHundredths,
  kenoNumbers,
  limboHundredths,
  minePlaces,
  plinkoBucket,
  roulettePocket,
  wheelSegment,
  type Card,
} from './games.ts'
import type { Seeds } from './stream.ts'
import { teenPatti } from './teen-patti.ts'

const usage = `Recomputes the outcome of a round and prints it as JSON.

  npm run -s fair -- <game> --server-seed S --client-seed C --nonce N [options]
  npm run -s fair -- crash --hash H --salt T
  npm run -s fair -- <table> --hash H --salt T --round N
  npm run -s fair -- --history FILE    every round of a file from the game history

Tables: dragontiger, andarbahar, baccarat, teenpatti, roulette; their seeds are the round's hash, the chain's salt and the
        round's number
Games: dice, limbo, roulette, mines (--mines M, default 1), keno, plinko (--rows R, default 16),
       hilo and blackjack (--cards K, default 1), wheel (--segments S, default 10), crash
`

/** Runs the command; returns the exit code. */
export function runFair(words: string[], print: (text: string) => void, complain: (text: string) => void): number {
  try {
    const { positionals, values } = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        'server-seed': { type: 'string' },
        'client-seed': { type: 'string' },
        nonce: { type: 'string' },
        mines: { type: 'string', default: '1' },
        rows: { type: 'string', default: '16' },
        cards: { type: 'string', default: '1' },
        segments: { type: 'string', default: '10' },
        hash: { type: 'string' },
        salt: { type: 'string' },
        round: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    })
    const [game = '', extra] = positionals
    if (values.help) {
      print(usage)
      return 0
    }
    if (extra !== undefined) throw new RangeError(`only one game at a time; '${extra}' is too many`)
    const seeds = (): Seeds => ({
      serverSeed: needed(values['server-seed'] ?? values.hash, '--server-seed'),
      clientSeed: needed(values['client-seed'] ?? values.salt, '--client-seed'),
      nonce: whole(needed(values.nonce ?? values.round, '--nonce'), '--nonce'),
    })
    const hand = () => cards(seeds(), whole(values.cards, '--cards')).map(cardText)
    const results: Record<string, () => string> = {
      dice: () => plain(hundredthsText(diceHundredths(seeds()))),
      limbo: () => plain(hundredthsText(limboHundredths(seeds()))),
      roulette: () => JSON.stringify(roulettePocket(seeds())),
      wheel: () => JSON.stringify(wheelSegment(seeds(), whole(values.segments, '--segments'))),
      mines: () => JSON.stringify(minePlaces(seeds(), whole(values.mines, '--mines'))),
      keno: () => JSON.stringify(kenoNumbers(seeds())),
      plinko: () => JSON.stringify(plinkoBucket(seeds(), whole(values.rows, '--rows'))),
      hilo: () => JSON.stringify(hand()),
      blackjack: () => JSON.stringify(hand()),
      dragontiger: () => asText(dragonTiger(seeds())),
      andarbahar: () => asText(andarBahar(seeds())),
      baccarat: () => asText(baccarat(seeds())),
      teenpatti: () => asText(teenPatti(seeds())),
      crash: () => hundredthsText(crashHundredths(needed(values.hash, '--hash'), needed(values.salt, '--salt'))),
    }
    const result = Object.hasOwn(results, game) ? results[game] : undefined
    if (!result) throw new RangeError(game ? `there is no game '${game}'` : 'name a game')
    print(`{"game":${JSON.stringify(game)},"result":${result()}}\n`)
    return 0
  } catch (error) {
    complain(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    return 2
  }
}

/** An outcome as JSON, with its cards as text. */
const asText = (outcome: object): string =>
  JSON.stringify(outcome, (_, value: unknown) => (isCard(value) ? cardText(value) : value))

const isCard = (value: unknown): value is Card => typeof value === 'object' && value !== null && 'suit' in value

/** JSON number without trailing zeros: '28.10' is 28.1. */
const plain = (text: string): string => text.replace(/\.?0+$/, '')

function needed(value: string | undefined, name: string): string {
  if (value === undefined) throw new RangeError(`${name} is needed`)
  return value
}

function whole(text: string, name: string): number {
  if (!/^[0-9]{1,15}$/.test(text)) throw new RangeError(`${name} is a whole number`)
  return Number(text)
}
