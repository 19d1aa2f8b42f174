import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Measurement } from './measurement'

/** Every TypeBox schema contains this text, which no minifier changes. */
const trace = 'TypeBox.'

/** Bytes of a build's scripts that contain schemas. The client should import only the types of the contract. */
export function measureContract(builds: readonly string[]): Measurement {
  const scripts = builds.flatMap((build) =>
    readdirSync(build, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.js'))
      .map((file) => readFileSync(path.join(build, file))),
  )
  const carrying = scripts.filter((script) => script.includes(trace))
  return { id: 'h5.contract', value: carrying.reduce((sum, { length }) => sum + length, 0) }
}
