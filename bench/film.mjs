/**
 * Opens a film of 1 GB in the preview, once with its table in front and once at its end, as phones write it: how much Chromium read of it
 * before it played and after a leap to 90 %, and how much the server's own look at it read. Over a network without a limit it reads ahead
 * as fast as it can, so that the last line tells its appetite, not its need.
 *
 *   npm run build:h5 && node bench/film.mjs [--size 1000000000]
 */
import { parseArgs } from 'node:util'
import { begin } from './begin.mjs'

const { values } = parseArgs({ options: { size: { type: 'string', default: '1000000000' } } })
begin()
const { measureFilm } = await import('./server/film.ts')
await measureFilm(Number(values.size))
