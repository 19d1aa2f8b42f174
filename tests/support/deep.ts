import { test as nodeTest } from 'node:test'

/**
 * `npm run test:deep` runs every deep test; `npm test` runs every ordinary one. A deep run repeats the ordinary tests of a file only where the file
 * does more when deep.
 */
export const isDeep = process.env.DEEP === '1'

/** The seed of the random numbers in model and property tests. The same `SEED` gives the same run. */
export const seed = process.env.SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(process.env.SEED)
if (process.env.SEED === undefined && !isDeep) console.log(`SEED=${seed}`)

/** `test` of node:test that only `npm run test:deep` runs. */
export const deepTest: typeof nodeTest = isDeep ? nodeTest : Object.assign(() => Promise.resolve(), nodeTest)

/** `test` of node:test that every run runs, because the deep tests of its file go on from what it leaves. */
export const everyTest = nodeTest

/** In a deep run all entries, otherwise `count` entries, spread evenly over the list, in its order. */
export function sample<T>(list: readonly T[], count: number): T[] {
  if (isDeep || count >= list.length) return [...list]
  return Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)]!)
}

/** In a deep run all entries, otherwise the first entry per key, in the list's order. */
export function sampleOfEach<T>(list: readonly T[], keyOf: (one: T) => unknown): T[] {
  if (isDeep) return [...list]
  const firsts = new Map<unknown, T>()
  for (const one of list) {
    const key = keyOf(one)
    if (!firsts.has(key)) firsts.set(key, one)
  }
  return [...firsts.values()]
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function randomOf(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
