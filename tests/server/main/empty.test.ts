import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startSettings } from '../../../scripts/settings.mjs'
import { client } from '../../support/client'
import { startServerProcess, type ServerProcess } from '../../support/serverProcess'

describe('npm start -- --empty', () => {
  let folder: string
  let server: ServerProcess

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'satchel-empty-'))
    // The account that runs PostgreSQL must reach its folder.
    await chmod(folder, 0o711)
    const settings = startSettings({ isEmpty: true }, { DATA_DIR: folder, DEMO: '1' })
    server = await startServerProcess(settings as Record<string, string>)
  })
  after(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('[ADM-01] it keeps its data apart from the demo, unless the environment names a folder', () => {
    assert.equal(startSettings({ isEmpty: true }, {}).DATA_DIR, 'data-own')
    assert.equal(startSettings({ isEmpty: true }, { DATA_DIR: 'x' }).DATA_DIR, 'x')
    const { DATA_DIR, DEMO } = startSettings({}, {})
    assert.deepEqual([DATA_DIR, DEMO], [undefined, '1'])
  })

  test('[ADM-01] it starts without the demo, prints an address, and the page there makes the organisation', async () => {
    assert.doesNotMatch(server.output(), /Demo accounts/)
    const [, origin, token] = /^Set up: (\S+)\/setup#([\w-]{43})$/m.exec(server.output())!
    assert.equal(origin, server.url)
    const visitor = client(server).visitor
    const { csrf_token } = await visitor.call('GET /apps/users/get_base_info', {})
    visitor.headers = { requesttoken: csrf_token }
    await visitor.call('POST /setup/create', {
      token: token!,
      organisation: { name: '实验学校', kind: 'school', language: 'zh-CN' },
      administrator: { name: '王珂', login: 'owner@school', password: 'a long own password' },
    })
    await client(server).as('owner@school', 'a long own password')
  })
})
