// npm run log:forget -- PLAYER REASON: forgets a player's receipts for good; the log stays whole.
import { refuseCall, runLogProgram } from './log-program.mjs'

const [player = '', ...words] = process.argv.slice(2)
if (/^ply_\w+$/.test(player) && words.length > 0) runLogProgram('log:forget', [player, words.join(' ')])
else refuseCall('Name the player by their id, and the reason: npm run log:forget -- ply_01k0… asked for it by letter')
