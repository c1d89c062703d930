// A program of npm run dev from its TypeScript: one module with a source map, and the process that runs it.
import { fork } from 'node:child_process'
import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './run.mjs'

/**
 * The TypeScript of an app as one module with a source map, whose modules find the files beside them where the compiler puts them.
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
 * Our own TypeScript as one module with a source map; packages stay outside, which makes it a matter of a tenth of a second.
 * @param addressOf the expression that stands for a module's `import.meta.url`
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

/** @returns a process that has loaded the packages and waits for `{ file, inspector }`: the module and the debugger's port */
export function forkProgram(packages, env) {
  return fork(join(root, 'tools/dev-program.mjs'), packages, {
    cwd: root,
    env,
    // Compiling the embedded engine a second time, for speed, is six of the seven seconds of processor time of a start.
    execArgv: ['--enable-source-maps', '--liftoff-only'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}
