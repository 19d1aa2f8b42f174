// Prints the promised numbers from the production builds: node bench/run.mjs [h5 weapp server phrases]; `ledger`: sizes of the first page's modules
import { begin } from './begin.mjs'

begin()
const asked = process.argv.slice(2)
if (asked[0] === 'ledger') (await import('./h5/ledger.ts')).printLedger()
else await (await import('./run.ts')).run(asked)
