import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { PreviewReason } from '@/contract/errors'
import { previewReasonWords } from '@/i18n/errors'
import { findOffice } from '../../../server/previews/makers/office'
import { client, type Client } from '../../support/client'
import { isDeep, sample } from '../../support/deep'
import { factories } from '../../support/factories'
import { endOf, endsOf, openCanary } from '../../support/hostile/endOf'
import { hostileFiles, type HostileFile } from '../../support/hostile/hostileFiles'
import { startTestServer, type TestServer } from '../../support/testServer'

const withoutOffice = (await findOffice()) === null && 'LibreOffice is not installed'
const isRun = (file: HostileFile) => !(file.isOffice && withoutOffice)
const chosen = Object.entries(hostileFiles).map(([title, files]): [string, readonly HostileFile[]] => [
  title,
  isDeep
    ? files
    : // The deep run converts office documents, which take most time. tests/security/previews has hostile ones in every run.
      sample(
        files.filter(({ isSlow = false, isOffice = false }) => !isSlow && !isOffice),
        1,
      ),
])
const all = chosen.flatMap(([, files]) => files)
const every = Object.values(hostileFiles).flat()

describe('[PREV-04] hostile and broken files', () => {
  let server: TestServer
  let me: Client
  let canary: Awaited<ReturnType<typeof openCanary>>
  let ends: Map<string, string>

  before(async () => {
    canary = await openCanary()
    server = await startTestServer()
    me = await client(server).as((await factories(server.deps).user()).login)
    ends = await endsOf(me, all.filter(isRun), canary.address)
  })
  after(async () => {
    await server.close()
    canary.close()
  })

  for (const [title, files] of chosen) {
    describe(title, () => {
      for (const file of files) {
        test(file.name, { skip: !isRun(file) && withoutOffice }, () => {
          const end = ends.get(file.name) ?? 'no end'
          const expected: string[] = [file.ends].flat()
          assert.ok(expected.includes(end), `${end} instead of ${expected.join(', ')}`)
          if (end === 'shown') return
          for (const words of Object.values(previewReasonWords)) assert.ok(words[end as PreviewReason], end)
        })
      }
    })
  }

  test('there are more than a hundred, with unique names', () => {
    assert.ok(every.length > 100, String(every.length))
    assert.equal(new Set(every.map(({ name }) => name)).size, every.length)
  })

  test('no file made the server use the network', () => assert.deepEqual(canary.asked, []))

  test('the server still previews good files', async () => {
    assert.equal(await endOf(me, { name: 'good.txt', bytes: () => 'good' }, ''), 'shown')
  })
})
