import type { Measurement } from '../measurement'
import { requireBuild } from '../service'
import { measurePackages } from './packages'
import { measureSetData } from './setData'

export async function measureWeapp(): Promise<Measurement[]> {
  return [...measurePackages(requireBuild('weapp')), ...(await measureSetData())]
}
