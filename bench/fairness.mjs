/**
 * Lets 300 thumbnails and eight slow documents of one user wait on a production server, and measures another user: the time of their list, and the
 * time until their text is a PDF.
 *
 *   node bench/fairness.mjs
 */
import { begin } from './begin.mjs'

begin()
const { measureFairness } = await import('./server/fairness.ts')
await measureFairness()
