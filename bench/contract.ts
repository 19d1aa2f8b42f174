import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Measurement } from './measurement'

/** Every schema that TypeBox makes carries this name, which no minifier changes. */
const trace = 'TypeBox.'

/** Bytes of the scripts of a build that carry schemas; the client takes only the types of the contract. */
export function measureContract(builds: readonly string[]): Measurement {
  const scripts = builds.flatMap((build) =>
    readdirSync(build, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(path.join(build, file))),
  )
  const carrying = scripts.filter((script) => script.includes(trace))
  return { id: 'h5.contract', value: carrying.reduce((sum, { length }) => sum + length, 0) }
}
