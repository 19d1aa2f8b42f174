/**
 * Converts a document, a photograph and a video in each sandbox that works here and without one, to measure the cost of isolation.
 * A worker's first thumbnail and its later ones are measured separately. Linux.
 *
 *   node bench/isolation.mjs [--rounds 7]
 */
import { parseArgs } from 'node:util'
import { begin } from './begin.mjs'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } })
begin()
const { measureIsolation } = await import('./server/isolation.ts')
await measureIsolation(Number(values.rounds))
