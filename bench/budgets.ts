import { findChromium } from '../scripts/install.mjs'
import { measureContract } from './contract'
import { countH5 } from './h5/measure'
import { budgetOf, isOver, type Measurement } from './measurement'
import { buildServer } from './run'
import { requireBuild } from './service'
import { tableOf } from './table'
import { measureWeapp } from './weapp/measure'

/** Compares the values that are equal in every run with their limits. @returns the exit code */
export async function check(): Promise<number> {
  const builds = [requireBuild('h5'), requireBuild('weapp')]
  buildServer()
  const hasBrowser = findChromium() !== undefined
  const measured: Measurement[] = [
    measureContract(builds),
    ...(await measureWeapp()),
    ...(hasBrowser ? await countH5() : []),
  ]
  const checked = measured.filter(({ id }) => budgetOf(id).checked)
  const failed = checked.filter(isOver)
  console.log(`${tableOf(checked)}\n`)
  if (!hasBrowser) console.log('The size of the first page was not checked, because there is no Chromium.')
  console.log(`${checked.length - failed.length} passed, ${failed.length} failed`)
  return failed.length > 0 ? 1 : 0
}
