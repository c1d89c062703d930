// A program of npm run dev: loads the packages that its arguments name, then waits for the file of the program's own code.
import { open } from 'node:inspector'
import { pathToFileURL } from 'node:url'

const loading = Promise.allSettled(process.argv.slice(2).map((name) => import(name)))
const end = () => process.exit(0)
process.once('disconnect', end)
process.once('message', async ({ file, inspector }) => {
  await loading
  // From here on the program itself ends when its parent is gone.
  process.off('disconnect', end)
  process.argv.splice(1, process.argv.length, file)
  open(inspector, '127.0.0.1')
  await import(pathToFileURL(file).href)
})
