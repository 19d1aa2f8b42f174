import { median, type Measurement, type MetricId } from '../measurement'
import { timeFirstRow, timeOfMany, weighFirstRow } from './firstRow'
import { watchFling, watchList, weighMany } from './list'
import { atOwnPlace, atPlace, type Place, type Subject } from './place'
import { countShare } from './share'

const rounds = 5
const usual = 1000
const many = 10_000

/** All browser measurements, for our client and the baseline alternately. */
export function measureH5(): Promise<Measurement[]> {
  return atPlace(async (place) => {
    const folder = await place.world.fill(usual)
    return [
      ...(await weigh(place, folder.id)),
      ...(await inTurn(place, timed, (browser, subject) => timeFirstRow(browser, subject, folder.id))),
      ...(await inTurn(place, listed, (browser, subject) => watchList(browser, subject, folder.id))),
      ...(await inTurn(place, { 'h5.fling': 'frames' }, async (browser, subject) => ({
        frames: await watchFling(browser, subject, folder.id, usual),
      }))),
      ...(await measureMany(place)),
    ]
  })
}

/** Bytes and counts, only of our client: they are equal in every run. */
export function countH5(): Promise<Measurement[]> {
  return atOwnPlace(async (place) => {
    const { browser, world, ours } = place
    const folder = await world.fill(usual)
    const weights = await weighFirstRow(browser, ours, folder.id)
    const list = await watchList(browser, ours, folder.id)
    return [
      { id: 'h5.gzip', value: weights.gzip },
      { id: 'h5.requests', value: weights.requests },
      { id: 'h5.elements', value: list.elements },
      { id: 'h5.elementsScrolled', value: list.elementsScrolled },
      ...(await countShare(place)),
    ]
  })
}

const timed = {
  'h5.firstRow': 'firstRow',
  'h5.taps': 'taps',
  'h5.warm': 'warm',
  'h5.blocking': 'blocking',
  'h5.shift': 'shift',
} as const

const listed = {
  'h5.heap': 'heap',
  'h5.elements': 'elements',
  'h5.elementsScrolled': 'elementsScrolled',
  'h5.frames': 'frames',
  'h5.worstFrame': 'worstFrame',
} as const

async function weigh({ browser, ours, baseline }: Place, folderId: number): Promise<Measurement[]> {
  const mine = await weighFirstRow(browser, ours, folderId)
  const plain = await weighFirstRow(browser, baseline, folderId)
  const names = ['gzip', 'brotli', 'transferred', 'requests', 'answer'] as const
  return names.map((name) => ({ id: `h5.${name}` as MetricId, value: mine[name], baseline: plain[name] }))
}

/** Medians of several alternating rounds, so that a slow minute affects both clients. */
async function inTurn<Name extends string>(
  { browser, ours, baseline }: Place,
  names: Partial<Record<MetricId, Name>>,
  measure: (browser: Place['browser'], subject: Subject) => Promise<Record<Name, number>>,
): Promise<Measurement[]> {
  const mine: Record<Name, number>[] = []
  const plain: Record<Name, number>[] = []
  for (let round = 0; round < rounds; round += 1) {
    plain.push(await measure(browser, baseline))
    mine.push(await measure(browser, ours))
  }
  const entries = Object.entries(names) as [MetricId, Name][]
  return entries.map(([id, name]) => ({
    id,
    value: median(mine.map((one) => one[name])),
    baseline: median(plain.map((one) => one[name])),
  }))
}

async function measureMany(place: Place): Promise<Measurement[]> {
  const { browser, ours, baseline, world } = place
  const folder = await world.fill(many)
  const firstRow = await inTurn(place, { 'h5.many.firstRow': 'time' }, async (_, subject) => ({
    time: await timeOfMany(browser, subject, folder.id),
  }))
  const mine = await weighMany(browser, ours, folder.id, many)
  const plain = await weighMany(browser, baseline, folder.id, many)
  return [
    ...firstRow,
    { id: 'h5.many.heap', value: mine.first, baseline: plain.first },
    { id: 'h5.many.heapHeld', value: mine.held, baseline: plain.held },
  ]
}
