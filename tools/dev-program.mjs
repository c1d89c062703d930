// A program of npm run dev: preloads the packages in its arguments, then waits for the program's own bundle.
import { open } from 'node:inspector'
import { pathToFileURL } from 'node:url'

const loading = Promise.allSettled(process.argv.slice(2).map((name) => import(name)))
const end = () => process.exit(0)
process.once('disconnect', end)
process.once('message', async ({ file, inspector }) => {
  await loading
  // From here on, the program itself ends with its parent.
  process.off('disconnect', end)
  process.argv.splice(1, process.argv.length, file)
  open(inspector, '127.0.0.1')
  await import(pathToFileURL(file).href)
})
