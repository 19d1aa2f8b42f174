import { expect, test } from '@jest/globals'
import { makeFile, makeItem } from '../support/factories'
import { status } from '../support/fakeServer'
import { until } from '../support/until'
import { start } from './startUploads'

test('[AH-03] uploads that all ended well leave by themselves; while their list is open they stay', async () => {
  const { platform, running, states, uploads } = await start()
  uploads.add([makeFile('1'), makeFile('2')], 'folder_0')
  await until(() => running.length === 2)
  running[0]!.end(makeItem())
  await until(() => uploads.summary.done === 1)
  platform.clock.pass(60_000)
  expect(states()).toStrictEqual(['uploaded', 'progress'])
  running[1]!.end(makeItem())
  await until(() => uploads.summary.done === 2)
  platform.clock.pass(5999)
  expect(states()).toStrictEqual(['uploaded', 'uploaded'])
  uploads.clearing.setListed(true)
  platform.clock.pass(60_000)
  expect(states()).toStrictEqual(['uploaded', 'uploaded'])
  uploads.clearing.setListed(false)
  platform.clock.pass(6000)
  await until(() => uploads.isEmpty)
})

test('[AH-03] a failed upload stays, with those that ended well', async () => {
  const { platform, running, states, uploads } = await start()
  uploads.add([makeFile('1'), makeFile('2')], 'folder_0')
  await until(() => running.length === 2)
  running[0]!.end(makeItem())
  running[1]!.end(status(500))
  await until(() => uploads.summary.failed === 1)
  platform.clock.pass(60_000)
  expect(states()).toStrictEqual(['uploaded', 'failed'])
  await uploads.clear()
  expect(uploads.isEmpty).toBe(true)
})
