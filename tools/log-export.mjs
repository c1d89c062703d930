// npm run log:export -- FOLDER: writes the public log as files that any web server can serve; a further run adds new ones.
import { resolve } from 'node:path'
import { refuseCall, runLogProgram } from './log-program.mjs'

const [folder, ...more] = process.argv.slice(2)
if (folder !== undefined && more.length === 0) runLogProgram('log:export', [resolve(folder)])
else refuseCall('Name the folder that gets the files of the log: npm run log:export -- /var/www/log')
