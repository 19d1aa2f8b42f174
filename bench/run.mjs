// Prints the promised numbers from the production builds: node bench/run.mjs [h5 weapp server phrases]
import { begin } from './begin.mjs'

begin()
const { run } = await import('./run.ts')
await run(process.argv.slice(2))
