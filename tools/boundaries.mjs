// Levels of imports. A new feature is guarded from its first import on: what has no level here is a violation.
import { posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'
import { lineOf, readSources } from './sources.mjs'
import { findTableFaults } from '../apps/server/database/boundaries/table-boundaries.mjs'

/** The server's features from the lowest level up; those of one level do not use each other. */
export const levels = [
  ['sms', 'alarms'],
  ['portal', 'accounts', 'staff'],
  ['approvals'],
  ['messages'],
  ['wallet'],
  ['limits'],
  ['deposits', 'withdrawals', 'catalog'],
  ['payments'],
  ['statements'],
  ['gateway', 'help'],
  ['rewards'],
  ['overview'],
]

/** Exceptions inside a level, each with its reason: `[user, used, why]`. */
const neighbours = [['accounts', 'portal', 'what the operator switched on decides how people register and sign in']]

/** Imports allowed between packages. */
const packageUses = {
  contract: [],
  client: ['contract'],
  fairness: ['contract'],
  platform: [],
  receipts: ['fairness'],
  ui: ['contract'],
  'provider-kit': ['client', 'contract'],
}

/** Packages that only reckon: they are run by the server, by browsers and on the command line alike. */
const pure = ['contract', 'fairness', 'receipts']
const mayUseNode =
  /^packages\/((fairness|receipts)\/(src\/(cli\.ts$|testing\/)|(fixtures\/)?\w+\.mjs$)|contract\/reference\/)/

/** Imports of `app/` allowed to a front end's feature: the paths, and the shell's own navigation. */
const appDoors = /\/app\/(paths|shell)\.tsx?$/

/** A front end's feature that uses another one's inside: `[user, used, why]` with paths below `features/`. */
const frontNeighbours = []

/** Folders of the studio, lowest first. */
const studioLevels = ['platform', 'http', 'wallet', 'rounds', 'live', 'crash', 'tables', 'instant', 'history']
/** Files that the games' pages share with the studio: what goes over the wire, the curve that both draw, the rules that both play. */
const studioClientDoors =
  /^apps\/studio\/src\/(\w+\/(messages|curve)|(instant|tables)\/(rules|games|games\/[\w-]+))\.ts$/

/**
 * Reads the imports of all sources, and the SQL of the server, and names each that goes where it may not.
 * @param {Map<string, string>} files path to content
 * @returns {string[]} one sentence each, empty where all is well
 */
export function findBoundaryFaults(files) {
  const faults = []
  const needs = new Map()
  for (const [path, code] of files) {
    if (!/\.(ts|tsx|mts|mjs|js)$/.test(path)) continue
    const imports = importsOf(path, code)
    const needed = imports.filter(({ isNeeded }) => isNeeded)
    needs.set(
      path,
      needed.map(({ specifier }) => posix.join(posix.dirname(path), specifier)).filter((to) => files.has(to)),
    )
    if (!/^(apps|packages)\//.test(path)) continue
    for (const { specifier, index } of imports) {
      const why = faultOf(path, specifier)
      if (why) faults.push(`${path}:${lineOf(code, index)} imports ${specifier}: ${why}`)
    }
  }
  faults.push(...circles(needs), ...findTableFaults(files, isBelow))
  for (const name of serverFeatures(files))
    if (levelOf(name) < 0)
      faults.push(`apps/server/src/features/${name} has no level; give it one in tools/boundaries.mjs`)
  return faults
}

/** Imports of a file. It needs those that it cannot be loaded without: no types, and nothing that is fetched at run time. */
function importsOf(path, code) {
  const { module, program } = parseSync(path, code)
  const found = []
  const add = ({ value, start }, isNeeded) => found.push({ specifier: value, index: start, isNeeded })
  for (const { moduleRequest, entries } of module.staticImports)
    add(moduleRequest, entries.length === 0 || entries.some(({ isType }) => !isType))
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, isType } of entries) if (moduleRequest) add(moduleRequest, !isType)
  if (/\bimport\s*\(|\bnew URL\(\s*['"]\./.test(code)) {
    const later = (node) => {
      const value = node?.value ?? node?.quasis?.[0].value.cooked
      if (typeof value === 'string') add({ value, start: node.start }, false)
    }
    new Visitor({
      ImportExpression: ({ source }) => later(source),
      TSImportType: ({ source }) => later(source),
      NewExpression({ callee, arguments: [file] }) {
        if (callee.name === 'URL' && /^\.[^\n]+\.(ts|tsx|js|mjs)$/.test(file?.value)) later(file)
      },
    }).visit(program)
  }
  return found
}

function faultOf(from, specifier) {
  const isTest = /\.test\.(tsx?|mjs)$/.test(from) || /^apps\/[^/]+\/(test|src\/testing)\//.test(from)
  if (specifier.startsWith('@dhow/')) return faultOfPackage(from, specifier)
  if (!specifier.startsWith('.')) return isTest ? undefined : faultOfOutside(from, specifier)
  const to = posix.normalize(posix.join(posix.dirname(from), specifier))
  const [home, there] = [homeOf(from), homeOf(to)]
  if (home !== there) {
    if (there?.startsWith('packages/')) return `a package is used by its name, @dhow/${there.split('/')[1]}/…`
    if (there?.startsWith('apps/')) return 'an app is never used by another; what they share is a package'
    return isTest ? undefined : 'sources do not reach out of their own folder'
  }
  if (home === 'apps/server') return faultInServer(from, to, isTest)
  if (home === 'apps/studio') return faultInStudio(from, to, isTest)
  if (home?.startsWith('apps/')) return faultInFrontEnd(from, to, isTest)
  return undefined
}

function faultOfPackage(from, specifier) {
  const [, used] = specifier.split('/')
  if (!(used in packageUses)) return 'an app is never used by another; what they share is a package'
  const user = /^packages\/([^/]+)\//.exec(from)?.[1]
  if (user !== undefined && user !== used && !packageUses[user]?.includes(used))
    return `packages/${user} may use ${packageUses[user]?.join(', ') || 'no other package'}`
  return undefined
}

function faultOfOutside(from, specifier) {
  const name = /^packages\/([^/]+)\//.exec(from)?.[1]
  if (!pure.includes(name) || mayUseNode.test(from)) return undefined
  if (name === 'contract' && /^zod(\/|$)/.test(specifier)) return undefined
  return `packages/${name} is pure: nothing that reads, writes or belongs to one platform`
}

function faultInServer(from, to, isTest) {
  const [user, used] = [featureOf(from), featureOf(to)]
  if (to.startsWith('apps/server/test/')) return isTest ? undefined : 'the product does not use its tests'
  if (isTest) return undefined
  if (from.startsWith('apps/server/src/platform/')) {
    const isLow = to.startsWith('apps/server/src/platform/') || to === 'apps/server/src/config.ts'
    return isLow ? undefined : 'the platform is the lowest level and knows no business'
  }
  if (user === undefined) return undefined
  if (used === user || to.startsWith('apps/server/src/platform/')) return undefined
  if (used === undefined) return 'a feature is opened by open-features.ts, which passes it what it needs'
  if (!isBelow(user, used))
    return `${used} does not stand below ${user} (${levels.map((names) => names.join(' ')).join(' < ')})`
  if (to !== `apps/server/src/features/${used}/index.ts`) return `${used} is used through its index.ts`
  return undefined
}

function faultInStudio(from, to, isTest) {
  const isClient = (path) => path.startsWith('apps/studio/client/')
  if (isClient(to) !== isClient(from)) {
    // A test may follow a game as the page does.
    if (isTest && to === 'apps/studio/client/src/state.ts') return undefined
    if (isClient(to)) return 'the studio does not use the page of its game'
    return studioClientDoors.test(to)
      ? undefined
      : 'the page shares messages.ts, curve.ts and the rules of games with the studio, nothing else'
  }
  if (isTest) return undefined
  if (to.startsWith('apps/studio/src/testing/')) return 'the product does not use its tests'
  const level = (path) => studioLevels.indexOf(/^apps\/studio\/src\/([^/]+)\//.exec(path)?.[1])
  const folder = /^apps\/studio\/src\/([^/]+)\//.exec(from)?.[1]
  if (folder === undefined || isClient(from)) return undefined
  if (level(from) < 0) return `the studio's folder ${folder} has no level; give it one in tools/boundaries.mjs`
  if (level(to) > level(from)) return `the studio's levels are ${studioLevels.join(' < ')}`
  return undefined
}

function faultInFrontEnd(from, to, isTest) {
  if (isTest) return undefined
  const part = (path) => /^apps\/[^/]+\/src\/(features\/[^/]+|shared|app)\//.exec(path)?.[1]
  const [user, used] = [part(from), part(to)]
  if (user === 'shared' && used !== 'shared' && !to.endsWith('/app/paths.ts'))
    return 'shared stands below the features and the app (but for app/paths.ts)'
  if (!user?.startsWith('features/') || user === used || used === 'shared') return undefined
  if (used === 'app') return appDoors.test(to) ? undefined : 'a feature uses only the paths and the shell of the app'
  if (!used?.startsWith('features/')) return 'a feature uses its own folder, shared and the paths'
  const [one, other] = [from, to].map((path) => path.replace(/^.*?\/features\//, ''))
  if (frontNeighbours.some(([first, second]) => one.startsWith(first) && other.startsWith(second))) return undefined
  return 'a feature does not use the inside of another one; what both need goes to shared'
}

/** Files that need each other to be loaded: none of them can be read, tested or moved alone. */
function circles(needs) {
  const faults = []
  const over = new Set()
  const way = []
  const walk = (path) => {
    if (over.has(path)) return
    const start = way.indexOf(path)
    if (start >= 0) {
      faults.push(`${[...way.slice(start), path].join(' -> ')}: a circle; what both need goes to a file of its own`)
      return
    }
    way.push(path)
    for (const to of needs.get(path) ?? []) walk(to)
    way.pop()
    over.add(path)
  }
  for (const path of needs.keys()) walk(path)
  return faults
}

const homeOf = (path) => /^((?:apps|packages)\/[^/]+)\//.exec(path)?.[1]
const featureOf = (path) => /^apps\/server\/src\/features\/([^/]+)\//.exec(path)?.[1]
/** True if a feature may use another; `app` may use all, and all may use `platform`. */
function isBelow(user, used) {
  const isNeighbour = neighbours.some(([one, other]) => one === user && other === used)
  return user === 'app' || used === 'platform' || levelOf(used) < levelOf(user) || isNeighbour
}
const levelOf = (feature) => levels.findIndex((names) => names.includes(feature))
const serverFeatures = (files) => new Set([...files.keys()].map(featureOf).filter(Boolean))

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = findBoundaryFaults(readSources())
  for (const fault of faults) console.log(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
