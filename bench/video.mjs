/**
 * Opens a video of 1 GB in the preview, with its index in front and at its end as phones write it. Reports the MB that Chromium read before it
 * played and after a jump to 90 %. On an unlimited network Chromium reads ahead as fast as it can, so the last line shows what Chromium reads, not
 * what it needs.
 *
 *   npm run build:h5 && node bench/video.mjs [--size 1000000000]
 */
import { parseArgs } from 'node:util'
import { begin } from './begin.mjs'

const { values } = parseArgs({ options: { size: { type: 'string', default: '1000000000' } } })
begin()
const { measureVideo } = await import('./server/video.ts')
await measureVideo(Number(values.size))
