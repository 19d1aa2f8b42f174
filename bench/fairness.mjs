/**
 * While 300 thumbnails and eight slow documents of one user wait on a production server: how long another user's list takes, and how long
 * their text takes to become a PDF.
 *
 *   node bench/fairness.mjs
 */
import { begin } from './begin.mjs'

begin()
const { measureFairness } = await import('./server/fairness.ts')
await measureFairness()
