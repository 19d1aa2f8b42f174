// The seconds of each step and test file: of the last run here, otherwise as committed in testTimes.json.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './install.mjs'

const committed = path.join(root, 'scripts', 'testTimes.json')
const last = path.join(root, '.cache', 'testTimes.json')

export const readTimes = () => ({ ...read(committed), ...read(last) })

/** @param {Record<string, number>} times of this run @param {boolean} isCommitted also stores them as the default of a new clone */
export function saveTimes(times, isCommitted) {
  const all = { ...readTimes(), ...times }
  const rounded = Object.entries(all).map(([name, seconds]) => [name, Math.round(seconds * 10) / 10])
  const text = `${JSON.stringify(Object.fromEntries(rounded.sort()), null, 2)}\n`
  mkdirSync(path.dirname(last), { recursive: true })
  for (const file of isCommitted ? [last, committed] : [last]) writeFileSync(file, text)
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
