import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { faultOf, levels } from './boundaries.mjs'

const server = 'apps/server/src'
/** Errors of the imports in these files; plugin.test.mjs shows how the rule finds imports in code. */
const faultsOf = (files) =>
  Object.entries(files).flatMap(([path, code]) =>
    [...code.replaceAll(/^\/\/.*$/gm, '').matchAll(/(?:from|import\(|^import|URL\() ?'([^']+)'/gm)].flatMap(
      ([, specifier]) => faultOf(path, specifier) ?? [],
    ),
  )

describe('the boundaries', () => {
  it('give each feature of the server a level', () => {
    const features = readdirSync(new URL('../../apps/server/src/features/', import.meta.url))
    expect(levels.flat().sort()).toEqual(features.sort())
  })

  it.each([
    [
      'a feature that uses a higher one',
      { [`${server}/features/wallet/post.ts`]: `import { openGateway } from '../gateway/index.ts'` },
      'gateway does not stand below wallet',
    ],
    [
      'a feature that uses one of its own level',
      { [`${server}/features/deposits/index.ts`]: `import type { Rewards } from '../rewards/index.ts'` },
      'rewards does not stand below deposits',
    ],
    [
      'a declared neighbour the other way round',
      { [`${server}/features/portal/index.ts`]: `import { openAccounts } from '../accounts/index.ts'` },
      'accounts does not stand below portal',
    ],
    [
      'a feature that imports past the index of another',
      { [`${server}/features/deposits/submit-deposit.ts`]: `import { post } from '../wallet/post.ts'` },
      'wallet is used through its index.ts',
    ],
    [
      'the same over several lines, or at run time',
      { [`${server}/features/deposits/a.ts`]: `import {\n  post,\n  hold,\n} from '../wallet/post.ts'` },
      'wallet is used through its index.ts',
    ],
    [
      'an import at run time',
      { [`${server}/features/deposits/a.ts`]: `const { post } = await import('../wallet/post.ts')` },
      'wallet is used through its index.ts',
    ],
    [
      'something handed on from the inside of another feature',
      { [`${server}/features/deposits/index.ts`]: `export * from '../wallet/read.ts'` },
      'wallet is used through its index.ts',
    ],
    [
      'a new feature that is used before it has a level',
      {
        [`${server}/features/overview/index.ts`]: `import { open } from '../lotteries/index.ts'`,
        [`${server}/features/lotteries/index.ts`]: '',
      },
      'lotteries has no level',
    ],
    [
      'a platform that knows business',
      { [`${server}/platform/http/listener.ts`]: `import { sessions } from '../../features/accounts/index.ts'` },
      'the platform is the lowest level',
    ],
    [
      'a feature that uses the table of contents',
      { [`${server}/features/wallet/index.ts`]: `import { openApp } from '../../app.ts'` },
      'a feature is opened by open-features.ts',
    ],
    [
      'a product that uses its tests',
      { [`${server}/features/wallet/index.ts`]: `import { fakeClock } from '../../../test/parts.ts'` },
      'the product does not use its tests',
    ],
    [
      'an app that uses another app',
      { 'apps/player/src/shared/x.ts': `import { table } from '../../../studio/src/crash/table.ts'` },
      'an app is never used by another',
    ],
    [
      'an app that uses another app by its name',
      { 'apps/console/src/shared/x.ts': `import { readConfig } from '@dhow/server/config'` },
      'an app is never used by another',
    ],
    [
      'an app that reaches into a package',
      { 'apps/sandbox/src/x.ts': `import { parseAmount } from '../../../packages/contract/src/money.ts'` },
      'a package is used by its name',
    ],
    [
      'a package that uses an app',
      { 'packages/ui/src/x.tsx': `import { paths } from '../../../apps/player/src/app/paths.ts'` },
      'an app is never used',
    ],
    [
      'a contract that uses another package',
      { 'packages/contract/src/x.ts': `import { crash } from '@dhow/fairness/crash'` },
      'may use no other package',
    ],
    [
      'a contract that reads files',
      { 'packages/contract/src/x.ts': `import { readFileSync } from 'node:fs'` },
      'packages/contract is pure',
    ],
    [
      'fairness that asks the network',
      { 'packages/fairness/src/crash.ts': `import http from 'node:http'` },
      'packages/fairness is pure',
    ],
    [
      'a screen that uses the inside of another feature',
      { 'apps/player/src/features/deposits/a.tsx': `import { Form } from '../withdrawals/form.tsx'` },
      'what both need goes to shared',
    ],
    [
      'a new feature of a front end',
      { 'apps/console/src/features/brand-new/a.tsx': `import { Form } from '../deposits/form.tsx'` },
      'what both need goes to shared',
    ],
    [
      'shared code that knows a feature',
      { 'apps/player/src/shared/a.ts': `import { lobby } from '../features/catalog/lobby.tsx'` },
      'shared stands below',
    ],
    [
      'a screen that uses the router',
      { 'apps/player/src/features/catalog/a.tsx': `import { routes } from '../../app/routes.tsx'` },
      'only the paths and the lists of links',
    ],
    [
      'a game page that uses the server side',
      { 'apps/studio/client/src/play.ts': `import { table } from '../../src/crash/table.ts'` },
      'messages.ts, curve.ts and the rules',
    ],
    [
      'a studio level that uses a higher one',
      { 'apps/studio/src/wallet/x.ts': `import { sockets } from '../live/sockets.ts'` },
      "the studio's levels are",
    ],
    [
      'a new folder of the studio',
      { 'apps/studio/src/dice/x.ts': `import { db } from '../platform/db.ts'` },
      'has no level',
    ],
  ])('name %s', (_what, files, words) => {
    const faults = faultsOf(files)
    expect(faults.join('\n')).toContain(words)
  })

  it('let through what the levels allow, comments, and tests that look inside', () => {
    expect(
      faultsOf({
        [`${server}/features/gateway/index.ts`]: `import { post } from '../wallet/index.ts'\n// import { x } from '../overview/index.ts'`,
        [`${server}/features/gateway/gateway.test.ts`]: `import { openWorld } from '../../../test/world.ts'\nimport { post } from '../wallet/post.ts'`,
        [`${server}/app.ts`]: `import { openGateway } from './features/gateway/index.ts'\nimport { readConfig } from './config.ts'`,
        [`${server}/platform/http/listener.ts`]: `import type { Config } from '../../config.ts'`,
        'packages/fairness/src/cli.ts': `import { parseArgs } from 'node:util'`,
        'packages/contract/src/x.ts': `import * as z from 'zod/mini'`,
        'apps/player/src/app/routes.tsx': `const page = lazy(() => import('../features/catalog/lobby.tsx'))`,
        'apps/player/src/features/catalog/lobby.tsx': `import { paths } from '../../app/paths.ts'\nimport { Page } from '../../shared/page.tsx'`,
        'apps/studio/client/src/play.ts': `import type { Message } from '../../src/crash/messages.ts'`,
        'packages/ui/src/a.ts': `import { b } from './b.ts'`,
        'packages/ui/src/b.ts': `import type { A } from './a.ts'\nimport { type B, type C } from './a.ts'\nconst a = () => import('./a.ts')`,
      }),
    ).toEqual([])
  })
})
