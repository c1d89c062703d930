// Watches source folders for `npm run dev` with Vite's watcher, which also sees files that an editor replaced by renaming; Node 20's recursive `fs.watch`
// misses those.
import { createServer } from 'vite'

/**
 * Calls `onChange` with the path of each written, replaced, added or removed TypeScript file in the folders, except tests.
 * @returns {Promise<() => Promise<void>>} stops it
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
