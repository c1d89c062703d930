// Levels of imports: which file may use which. A new feature needs a level before it can be imported.
import { posix, relative } from 'node:path'

/** The server's features from the lowest level up; features of one level do not use each other. */
export const levels = [
  ['sms', 'alarms'],
  ['portal', 'accounts', 'staff'],
  ['approvals', 'blocklists', 'notices'],
  ['messages'],
  ['wallet'],
  ['limits', 'receipts', 'content'],
  ['deposits', 'withdrawals', 'catalog'],
  ['payments'],
  ['statements'],
  ['gateway', 'help'],
  ['rewards'],
  ['reports', 'ussd', 'campaigns', 'tournaments'],
  ['overview'],
]

/** Exceptions inside a level, each with its reason: `[user, used, why]`. */
const neighbours = [['accounts', 'portal', 'what the operator switched on decides how people register and sign in']]

/** Imports allowed between packages. */
const packageUses = {
  contract: [],
  client: ['contract'],
  fairness: ['contract'],
  lint: [],
  platform: [],
  receipts: ['fairness'],
  ui: ['contract'],
  'provider-kit': ['client', 'contract'],
}

/** Pure packages: they run on the server, in browsers and on the command line. */
const pure = ['contract', 'fairness', 'receipts']
const mayUseNode =
  /^packages\/((fairness|receipts)\/(src\/(cli\.ts$|testing\/)|(fixtures\/)?\w+\.mjs$)|contract\/reference\/)/

/** Files of `app/` that a front end's features may import: the paths, and lists of links used by the layout, too. */
const appDoors = /\/app\/(paths|link-list|side-links|social-links)\.tsx?$/

/** Exceptions: a front end's feature that uses another one's files: `[user, used, why]` with paths below `features/`. */
const frontNeighbours = []

/** Folders of the studio, lowest first. */
const studioLevels = ['platform', 'http', 'wallet', 'rounds', 'live', 'crash', 'tables', 'instant', 'history']
/** Studio files that the games' pages may import: wire messages, the multiplier curve, the number of rounds kept, the games' rules. */
const studioClientDoors =
  /^apps\/studio\/src\/(\w+\/(messages|curve|rounds-shown)|(instant|tables)\/(rules|games|games\/[\w-]+))\.ts$/

/** Checks every import, also of types and dynamic ones, and files that a program finds by path. */
export const boundaries = {
  create(context) {
    const path = posix.normalize(relative(context.cwd, context.filename).replaceAll('\\', '/'))
    const look = (node) => {
      const specifier = node?.value ?? node?.quasis?.[0].value.cooked
      const why = typeof specifier === 'string' ? faultOf(path, specifier) : undefined
      if (why) context.report({ node, message: `imports ${specifier}: ${why}` })
    }
    return {
      ImportDeclaration: ({ source }) => look(source),
      ExportNamedDeclaration: ({ source }) => look(source),
      ExportAllDeclaration: ({ source }) => look(source),
      ImportExpression: ({ source }) => look(source),
      TSImportType: ({ source }) => look(source),
      NewExpression({ callee, arguments: [file] }) {
        if (callee.name === 'URL' && /^\.[^\n]+\.(ts|tsx|js|mjs)$/.test(file?.value)) look(file)
      },
    }
  },
}

/**
 * @param {string} from path of a file, from the repository's root
 * @param {string} specifier of the import
 * @returns {string | undefined} why it may not
 */
export function faultOf(from, specifier) {
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
  const unknown = [user, used].find((feature) => levelOf(feature) < 0)
  if (unknown) return `${unknown} has no level; give it one in packages/lint/boundaries.mjs`
  if (!isBelow(user, used))
    return `${used} does not stand below ${user} (${levels.map((names) => names.join(' ')).join(' < ')})`
  if (to !== `apps/server/src/features/${used}/index.ts`) return `${used} is used through its index.ts`
  return undefined
}

function faultInStudio(from, to, isTest) {
  const isClient = (path) => path.startsWith('apps/studio/client/')
  if (isClient(to) !== isClient(from)) {
    // A test may follow a game like the page.
    if (isTest && to === 'apps/studio/client/src/state.ts') return undefined
    if (isClient(to)) return 'the studio does not use the page of its game'
    return studioClientDoors.test(to)
      ? undefined
      : 'the page shares messages.ts, curve.ts and the rules of games with the studio, and rounds-shown.ts; nothing else'
  }
  if (isTest) return undefined
  if (to.startsWith('apps/studio/src/testing/')) return 'the product does not use its tests'
  const level = (path) => studioLevels.indexOf(/^apps\/studio\/src\/([^/]+)\//.exec(path)?.[1])
  const folder = /^apps\/studio\/src\/([^/]+)\//.exec(from)?.[1]
  if (folder === undefined || isClient(from)) return undefined
  if (level(from) < 0) return `the studio's folder ${folder} has no level; give it one in packages/lint/boundaries.mjs`
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
  if (used === 'app')
    return appDoors.test(to) ? undefined : 'a feature uses only the paths and the lists of links of the app'
  if (!used?.startsWith('features/')) return 'a feature uses its own folder, shared and the paths'
  const [one, other] = [from, to].map((path) => path.replace(/^.*?\/features\//, ''))
  if (frontNeighbours.some(([first, second]) => one.startsWith(first) && other.startsWith(second))) return undefined
  return 'a feature does not use the inside of another one; what both need goes to shared'
}

const homeOf = (path) => /^((?:apps|packages)\/[^/]+)\//.exec(path)?.[1]
const featureOf = (path) => /^apps\/server\/src\/features\/([^/]+)\//.exec(path)?.[1]
/** True if a feature may use another; `app` may use all, and all may use `platform`. */
export function isBelow(user, used) {
  const isNeighbour = neighbours.some(([one, other]) => one === user && other === used)
  return user === 'app' || used === 'platform' || levelOf(used) < levelOf(user) || isNeighbour
}
const levelOf = (feature) => levels.findIndex((names) => names.includes(feature))
