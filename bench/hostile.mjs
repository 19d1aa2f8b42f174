/**
 * Uploads all hostile files of tests/support/hostile to a production server, six at a time, and requests their previews until each has ended.
 * Measures the delay of the server's event loop and the memory of the server and its converters. Linux.
 *
 *   node bench/hostile.mjs
 */
import { begin } from './begin.mjs'

begin()
const { measureHostile } = await import('./server/hostile.ts')
await measureHostile()
