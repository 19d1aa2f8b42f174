/**
 * Converts a document, a photograph and a video side by side, confined by each sandbox that works here and by none: what isolation costs.
 * The first thumbnail of a worker and the later ones are measured apart. Linux.
 *
 *   node bench/isolation.mjs [--rounds 7]
 */
import { parseArgs } from 'node:util'
import { begin } from './begin.mjs'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } })
begin()
const { measureIsolation } = await import('./server/isolation.ts')
await measureIsolation(Number(values.rounds))
