// Watches source folders for `npm run dev`, by the watcher that Vite brings: it also sees a file that an editor replaced by renaming,
// which Node 20's recursive `fs.watch` misses.
import { createServer } from 'vite'

/**
 * Calls `onChange` with the path of each TypeScript file below the folders that is written, replaced, added or removed; tests excepted.
 * @returns {Promise<() => Promise<void>>} a function that ends it
 */
export async function watchSources([first, ...others], onChange) {
  const vite = await createServer({
    root: first,
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, ws: false, hmr: false },
    optimizeDeps: { noDiscovery: true },
  })
  vite.watcher.add(others)
  vite.watcher.on('all', (_event, path) => {
    if (path.endsWith('.ts') && !path.endsWith('.test.ts')) onChange(path)
  })
  return () => vite.close()
}
