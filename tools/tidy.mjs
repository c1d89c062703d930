// Banned code, each with its replacement. A rule worth having is a row here.
import { pathToFileURL } from 'node:url'
import { lineOf, readSources, withoutComments } from './sources.mjs'

const code = /\.(ts|tsx|mts|mjs|js)$/
const tests = /\.(test|spec)\.(ts|tsx|mjs)$|^apps\/[^/]+\/(test|src\/testing)\/|^e2e\//
const serverSide = /^apps\/(server|studio|sandbox)\/src\/.*\.ts$/
const timed = /^(apps\/(server|studio)|packages\/platform)\/src\/.*\.ts$/
const moneyHolders = /^(apps\/(server|player|console)\/src|packages\/contract\/src)\/.*\.tsx?$/
const pages = /^(apps\/[^/]+\/(src|client)|packages\/ui)\/.*\.(ts|tsx|js)$/
const drawnByServer = /^(apps\/player|packages\/ui)\/src\/.*\.tsx$/

/**
 * One row a ban: where it holds, what it finds, what to use instead. `except` names files with the reason why they may.
 * Rows look at code without its comments, unless `inText` says that the whole file counts, and leave tests alone but for `inTests`.
 */
export const bans = [
  {
    name: 'the environment',
    find: /(?<!\bread(?:Config|Store)\()\bprocess\.env\b|\bprocess\.env\b(?=\[|\.)/g,
    where: /^(apps|packages)\/.*\.(ts|tsx|mjs|js)$/,
    instead: 'a setting of config.ts, to which main.ts hands process.env',
    except: {
      'apps/studio/chain.mjs': 'is a command line',
      'packages/provider-kit/conformance.mjs': 'is a command line',
    },
  },
  {
    name: 'the system clock',
    find: /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b|\bsetTimeout\b|\bsetInterval\b|\bnode:timers\b/g,
    where: timed,
    instead: 'the Clock that is passed in (now, monotonicMs, after)',
    except: {
      'packages/platform/src/clock.ts': 'is the clock',
      'apps/server/src/platform/db/index.ts': 'waits for a database that went away, whatever time a test plays',
    },
  },
  {
    name: 'chance',
    find: /\bMath\.random\b|\brandomUUID\b|\brandomBytes\b|\brandomInt\b|\bgetRandomValues\b/g,
    where: timed,
    instead: 'the Random that is passed in, or newId',
    except: {
      'apps/server/src/platform/random.ts': 'is the chance',
      'apps/studio/src/rounds/chain.ts': 'makes the secret end of a chain of hashes, which no test may foresee',
      'apps/studio/src/platform/seal.ts': 'a seal needs a number used once, and a data folder its key',
      'apps/studio/src/instant/seeds.ts': 'makes server seeds, which no test may foresee',
      'apps/studio/src/live/seats.ts': 'makes ids and keys that nobody may foresee',
      'apps/studio/src/live/writer.ts': 'makes this process’s name',
    },
  },
  {
    name: 'guessable chance',
    find: /\bMath\.random\b/g,
    where: /^(apps\/(player|console|sandbox)|packages)\/.*\.tsx?$/,
    instead: 'crypto.getRandomValues for keys, the fairness package for outcomes',
    except: { 'apps/player/src/shared/live.ts': 'spreads the browsers that come back after an outage' },
  },
  {
    name: 'the router’s own links',
    find: /import \{[^}]*\b(?:Nav)?Link\b[^}]*\} from 'react-router'/g,
    where: /^apps\/player\/.*\.tsx$/,
    instead: 'Link of shared/link.tsx, which costs the first paint three kilobytes less',
  },
  {
    name: 'floating point near money',
    find: /\bparseFloat\s*\(|\bMath\.(?:round|floor|ceil)\([^)\n]*(?:amount|balance|stake|payout|chips|price)/gi,
    where: moneyHolders,
    instead: 'parseAmount of @dhow/contract/money, which reads by digits into a bigint',
  },
  {
    name: 'an amount as a Number',
    find: /\bNumber\(\s*(?:await\s+)?[\w.?!'"[\]]*(?:amount|minor|balance|stake|payout|chips|price|deposit_limit|min_deposit|max_deposit)[\w.?!'"[\]]*/gi,
    where: moneyHolders,
    instead: 'bigint minor units, and formatDecimal for the API',
    except: {
      'apps/server/src/features/gateway/adapters/amounts.ts': 'providers’ protocols carry JSON integers, exact to 2^53',
      'apps/server/src/features/gateway/provider-return.ts': 'estimates a deviation; no amount comes out of it',
    },
  },
  {
    name: 'toFixed',
    find: /\.toFixed\s*\(|\.toPrecision\s*\(/g,
    where: moneyHolders,
    instead: 'formatDecimal or formatMoney of @dhow/contract/money',
    except: { 'apps/player/src/features/portal/testing-info.tsx': 'shows how many seconds two clocks are apart' },
  },
  {
    name: 'console',
    find: /\bconsole\.\s*(?:log|info|warn|error|debug|trace|table|dir)\b/g,
    where: serverSide,
    instead: 'the log that is passed in',
    except: { '/src/main.ts': 'speaks before there is a log' },
  },
  {
    name: 'a console left in a page',
    find: /\bconsole\.\s*(?:log|info|debug|trace|table|dir)\b|\bdebugger\b/g,
    where: pages,
    instead: 'nothing: a visitor’s console stays empty',
  },
  {
    name: 'an empty catch',
    find: /\bcatch\s*(?:\(\s*\w*(?::\s*\w+)?\s*\))?\s*\{\s*\}|\.catch\(\s*(?:\(\s*\w*\s*\)|\w+)\s*=>\s*\{\s*\}\s*\)/g,
    where: code,
    inText: true,
    inTests: true,
    instead: 'say what the failure means: log it, name it, or return a value that stands for it',
  },
  {
    name: 'a test that does not run, or runs alone',
    find: /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:skip|only|todo|fixme)\b(?!If)|\b(?:xit|xdescribe|fit|fdescribe)\s*\(/g,
    where: tests,
    inTests: true,
    instead: 'a test that runs; skipIf where an engine is missing',
  },
  {
    name: 'a sleep in a test',
    find: /\bsetTimeout\(\s*\w+\s*,\s*[1-9]|\bwaitForTimeout\s*\(/g,
    where: /\.(test|spec)\.(ts|tsx|mjs)$/,
    inTests: true,
    instead: 'waiting for what the test is about (vi.waitFor, expect.poll, the fake clock)',
  },
  {
    name: 'raw HTML',
    find: /\bdangerouslySetInnerHTML\b|\.(?:inner|outer)HTML\s*\+?=(?!=)|\binsertAdjacentHTML\b|\bdocument\.write\b|\beval\s*\(|\bnew Function\b/g,
    where: pages,
    instead: 'elements and text, which the content policy lets through',
  },
  {
    name: 'an inline style',
    find: /\sstyle=(?:\{|"|')/g,
    where: drawnByServer,
    instead: 'a class of the CSS module: the policy of the server’s pages blocks style attributes',
  },
  {
    name: 'a path of one machine',
    find: /(?<![\w.-])\/(?:home|Users|root|work)\/[\w.-]+|\b[A-Z]:\\+Users\b/g,
    where: /./,
    inText: true,
    inTests: true,
    instead: 'a path below the repository or a setting',
  },
  {
    name: 'a mark of an unfinished merge',
    find: /^(?:<{7}|>{7}) /gm,
    where: /./,
    inText: true,
    inTests: true,
    instead: 'the decision',
  },
  {
    name: 'a mark other than @NOTE and @TODO',
    find: /(?:\/\/|\/?\*|#|--)\s*(?:TODO|FIXME|XXX|HACK)\b/g,
    where: /\.(ts|tsx|mjs|js|css|sql)$/,
    inText: true,
    inTests: true,
    instead: '@TODO with what is missing, or the work itself',
  },
]

/** This table and its test spell out what they ban. */
const ownWords = /^tools\/tidy(\.test)?\.mjs$/

/**
 * @param {Map<string, string>} files path to content
 * @returns {string[]} one sentence for each ban that is broken, empty where all is well
 */
export function findUntidy(files) {
  const faults = []
  for (const [path, text] of files) {
    if (ownWords.test(path)) continue
    const isTest = tests.test(path)
    const bare = code.test(path) ? withoutComments(text) : text
    for (const { name, find, where, instead, except = {}, inText, inTests } of bans) {
      if (!where.test(path) || isExcepted(path, except)) continue
      if (isTest && !inTests) continue
      const body = inText ? text : bare
      for (const match of body.matchAll(find))
        faults.push(`${path}:${lineOf(body, match.index)} ${name} (${match[0].trim()}): use ${instead}`)
    }
  }
  return [...faults, ...compiledLeftovers(files), ...migrationsOfOneNumber(files)]
}

const isExcepted = (path, except) =>
  Object.keys(except).some((place) => path === place || (place.startsWith('/') && path.includes(place)))

/** Compiler output beside its source. */
function compiledLeftovers(files) {
  return [...files.keys()]
    .filter((path) => /\.(js|js\.map|d\.ts)$/.test(path))
    .filter((path) => files.has(path.replace(/\.(js\.map|d\.ts|js)$/, '.ts')) || path.endsWith('.js.map'))
    .map((path) => `${path} is compiled and does not belong into the repository: set outDir`)
}

/** Two migrations with one number have no order. */
function migrationsOfOneNumber(files) {
  const seen = new Map()
  const faults = []
  for (const path of files.keys()) {
    const place = /^(.*\/migrations\/\d+)_/.exec(path)?.[1]
    if (place === undefined) continue
    if (seen.has(place)) faults.push(`${path} has the number of ${seen.get(place)}: give it the next free one`)
    seen.set(place, path)
  }
  return faults
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = findUntidy(readSources())
  for (const fault of faults) console.log(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
