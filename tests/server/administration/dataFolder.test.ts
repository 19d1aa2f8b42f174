import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startSettings } from '../../../scripts/settings.mjs'
import { client } from '../../support/client'
import { runAdmin } from '../../support/administration/runAdmin'
import { deepTest, everyTest } from '../../support/deep'
import { startServerProcess, type ServerProcess } from '../../support/serverProcess'

/** Runs a command in a folder, without DATA_DIR. */
function admin(folder: string, ...args: string[]) {
  return runAdmin(args, {}, folder)
}

const creation = ['organisation', 'create', '--name', '明德学校', '--kind', 'school', '--administrator', 'owner@school']

describe('the command line without DATA_DIR', () => {
  let folder: string
  let own: ServerProcess

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'satchel-folder-'))
    // The account that runs PostgreSQL must reach its folder.
    await chmod(folder, 0o711)
  })
  after(async () => {
    await own.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('[ADM-13] says what to do if there is no data yet, and creates none', async () => {
    const { code, err } = await admin(folder, ...creation)
    assert.equal(code, 2, err)
    assert.match(
      err,
      /There is no data yet, neither in \S+\/data nor in \S+\/data-own\..*npm start -- --empty.*DATA_DIR=data-own/,
    )
    assert.deepEqual(await readdir(folder), [])
  })

  everyTest('[ADM-13] finds the data of npm start -- --empty', async () => {
    const { DATA_DIR, DEMO } = startSettings({ isEmpty: true }, {})
    own = await startServerProcess({ DATA_DIR: join(folder, DATA_DIR!), DEMO: DEMO! })
    const { code, out, err } = await admin(folder, ...creation)
    assert.equal(code, 0, err)
    assert.match(err, /^Data folder: \S+\/data-own$/m)
    const visitor = client(own).visitor
    const { csrf_token } = await visitor.call('GET /apps/users/get_base_info', {})
    visitor.headers = { requesttoken: csrf_token }
    const { organisation } = await visitor.call('POST /welcome/info', { token: /#([\w-]{43})/.exec(out)![1]! })
    assert.equal(organisation, '明德学校')
  })

  deepTest('[ADM-13] chooses the running server of two, and names both folders if both run', async () => {
    const other = await startServerProcess({ DATA_DIR: join(folder, 'data'), DEMO: '0' })
    try {
      const { code, err } = await admin(folder, 'organisation', 'list')
      assert.equal(code, 2, err)
      assert.match(err, /Several folders have data: \S+\/data and \S+\/data-own\. .*DATA_DIR=data-own/)
    } finally {
      await other.stop()
    }
    const { code, out, err } = await admin(folder, 'organisation', 'list', '--json')
    assert.deepEqual([code, err], [0, ''])
    assert.deepEqual(
      (JSON.parse(out) as { name: string }[]).map(({ name }) => name),
      ['明德学校'],
    )
  })
})
