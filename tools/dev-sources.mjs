// Bundles a program's TypeScript for npm run dev, and forks its process.
import { fork } from 'node:child_process'
import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './run.mjs'

/**
 * Bundles an app's TypeScript into one module with a source map; its modules find files next to them as after compilation.
 * @returns {Promise<string[]>} the packages
 */
export function bundleSources(name, file) {
  const source = join(root, 'apps', name, 'src')
  const addressOf = (id) => {
    const path = JSON.stringify(relative(source, id).replace(/\.ts$/, '.js'))
    return `new URL(${path}, import.meta.url).href`
  }
  return bundleModule({ input: join(source, 'main.ts'), file, addressOf })
}

/**
 * Bundles our own TypeScript into one module with a source map; packages stay external, which makes it a matter of 0.1 s.
 * @param addressOf expression that replaces a module's `import.meta.url`
 * @returns {Promise<string[]>} the packages
 */
export async function bundleModule({ input, file, addressOf }) {
  const bundle = await rolldown({
    input,
    platform: 'node',
    logLevel: 'silent',
    external: (id) => !/^[./]|^@dhow\//.test(id),
    resolve: { conditionNames: ['dhow-source', 'node', 'import'] },
    plugins: [
      {
        name: 'paths-of-modules',
        transform: (code, id) =>
          code.includes('import.meta.url')
            ? { code: code.replaceAll('import.meta.url', addressOf(id)), map: null }
            : null,
      },
    ],
  })
  const { output } = await bundle.write({ file, format: 'esm', sourcemap: true, codeSplitting: false })
  await bundle.close()
  return output[0].imports
}

/** @returns a process that has loaded the packages and waits for `{ file, inspector }`: module and debugger port */
export function forkProgram(packages, env) {
  return fork(join(root, 'tools/dev-program.mjs'), packages, {
    cwd: root,
    env,
    // Skip the optimizing compilation of the embedded engine: six of a start's seven CPU seconds.
    execArgv: ['--enable-source-maps', '--liftoff-only'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}
