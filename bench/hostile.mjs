/**
 * Uploads all hostile files of tests/support/hostile to a production server, six at a time, and asks for their previews until each has
 * ended: how late the server's event loop was meanwhile, and how much memory it and its converters took. Linux.
 *
 *   node bench/hostile.mjs
 */
import { begin } from './begin.mjs'

begin()
const { measureHostile } = await import('./server/hostile.ts')
await measureHostile()
