import { packageSizes } from '../../tests/weapp/gates'
import { KB, type Measurement } from '../measurement'

/** @param root a built mini-program */
export function measurePackages(root: string): Measurement[] {
  const packages = packageSizes(root)
  const main = packages.find(({ name }) => name === 'main')!
  return [
    { id: 'weapp.main', value: main.bytes / KB },
    { id: 'weapp.largest', value: Math.max(...packages.map(({ bytes }) => bytes)) / KB },
  ]
}
