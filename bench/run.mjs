// Prints the promised numbers from the production builds: node bench/run.mjs [h5 weapp server phrases]
// `ledger`: sizes of the first page's modules. `compare DIR DIR…`: the first page of several builds, each a folder with `h5` and `server`.
import { begin } from './begin.mjs'

begin()
const [part, ...rest] = process.argv.slice(2)
if (part === 'ledger') (await import('./h5/ledger.ts')).printLedger()
else if (part === 'compare')
  await (await import('./h5/compare.ts')).compareBuilds(rest, Number(process.env.ROUNDS ?? 3))
else await (await import('./run.ts')).run(process.argv.slice(2))
