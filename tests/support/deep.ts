import { test, type TestContext } from 'node:test'
import { hashText } from '../../scripts/hashText.mjs'

/** Share of the tests of a sampled file. */
const SHARE = 1 / 3
const NAMES_ROW = /\[[A-Z]+-\d\d\]/
/** The sample of a whole run (scripts/samplePlan.mjs); null when files are named on the command line. */
const plan = process.env.SAMPLE_PLAN
  ? (JSON.parse(process.env.SAMPLE_PLAN) as { opened: string[]; titles: string[] })
  : null
const taken = new Set<string>()

/** `npm run test:deep` runs everything; `npm test` runs a sample of exhaustive tests. */
export const isDeep = process.env.DEEP === '1'

/** Determines the sample. The same `SEED` gives the same sample. */
export const seed = process.env.SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(process.env.SEED)
if (process.env.SEED === undefined && !isDeep) console.log(`SEED=${seed}`)

/** Everything when deep, else `count` entries chosen by the seed, in the list's order. */
export function sample<T>(list: readonly T[], count: number): T[] {
  if (isDeep || count >= list.length) return [...list]
  const random = randomOf(seed)
  const chosen = new Set(
    list
      .map((_, at) => ({ at, by: random() }))
      .sort((one, other) => one.by - other.by)
      .slice(0, count)
      .map(({ at }) => at),
  )
  return list.filter((_, at) => chosen.has(at))
}

/** Everything when deep, else one entry per key, chosen by the seed, in the list's order. */
export function sampleOfEach<T>(list: readonly T[], keyOf: (one: T) => unknown): T[] {
  if (isDeep) return [...list]
  const chosen = new Map(list.map((one) => [keyOf(one), [] as T[]]))
  for (const one of list) chosen.get(keyOf(one))!.push(one)
  const selected = new Set([...chosen.values()].flatMap((alike) => sample(alike, 1)))
  return list.filter((one) => selected.has(one))
}

/**
 * `test` of node:test for files that `npm test` samples: a quarter of these files run a third of their tests, by title and seed. For each
 * row that no other test names, one test that names the row also runs. A file named on the command line runs a third and all tests
 * that name rows. Everything when deep.
 * @param fileUrl the test file's own `import.meta.url`
 */
export function sampledTest(fileUrl: string) {
  const isOpened = plan === null || plan.opened.some((file) => fileUrl.endsWith(`/${file}`))
  const isTaken = (title: string) => isChosen(title) || (isOpened && randomOf(seed ^ hashText(title))() < SHARE)
  return (title: string, ...rest: [Options, Run] | [Run]): void => {
    if (!isDeep && !isTaken(title)) return
    const [options, run] = rest.length === 2 ? rest : [{}, rest[0]]
    void test(title, options, run)
  }
}

/** Chooses the first of the titles that start alike. */
function isChosen(title: string): boolean {
  if (!NAMES_ROW.test(title)) return false
  if (plan === null) return true
  const start = plan.titles.find((each) => title.startsWith(each))
  if (start === undefined || taken.has(start)) return false
  taken.add(start)
  return true
}

type Options = { skip?: boolean | string; timeout?: number }
type Run = (t: TestContext) => void | Promise<void>

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
