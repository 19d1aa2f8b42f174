import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkBuild, sizeTable } from '../gates'
import { build } from '../Phone'

test('the build passes WeChat’s compilers, and no package exceeds 2 MB', (t) => {
  const { packages, problems } = checkBuild(build)
  t.diagnostic(`\n${sizeTable(packages)}`)
  assert.deepEqual(problems, [])
})
