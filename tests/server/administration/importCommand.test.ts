import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { excelFile } from '../../support/administration/importFiles'
import { client } from '../../support/client'
import { runAdminHere, settingsBeside } from '../../support/administration/runAdminHere'
import { deepTest } from '../../support/deep'
import { startTestServer, type TestServer } from '../../support/testServer'

/*
 * The import by command beside a running server, as an operator uses it.
 */

let server: TestServer

before(async () => {
  server = await startTestServer()
  await admin('organisation', 'create', '--name', '明德学校', '--kind', 'school', '--administrator', 'owner@school')
})
after(() => server.close())

function admin(...args: string[]) {
  return runAdminHere(args, settingsBeside(server))
}

async function fileWith(name: string, content: Buffer | string): Promise<string> {
  const path = join(server.folder, name)
  await writeFile(path, content)
  return path
}

describe('people import', () => {
  test('[ADM-04] [ADM-13] a dry run changes nothing; the import prints one-time links that sign in; again it changes nothing', async () => {
    const file = await fileWith('people.csv', excelFile())
    const dry = await admin('people', 'import', file, '--dry-run', '--json')
    assert.equal(dry.code, 0, dry.err)
    assert.equal((JSON.parse(dry.out) as { new_count: number }).new_count, 30)
    const done = await admin('people', 'import', file, '--json')
    assert.equal(done.code, 0, done.err)
    const made = JSON.parse(done.out) as { new_count: number; links: { login: string; url: string }[] }
    assert.deepEqual([made.new_count, made.links.length], [30, 30])
    const { login, url } = made.links[0]!
    const visitor = client(server).visitor
    const { csrf_token } = await visitor.call('GET /apps/users/get_base_info', {})
    visitor.headers = { requesttoken: csrf_token }
    const token = url.slice(`${server.url}/welcome#`.length)
    await visitor.call('POST /welcome/accept', { token, new_password: 'a long own password', scenario: 'applet' })
    await client(server).as(login, 'a long own password')
    const again = await admin('people', 'import', file)
    assert.deepEqual([again.code, again.out.includes('30 unchanged')], [0, true])
  })

  test('[ADM-04] [ADM-13] a dry run names departments that exist elsewhere with the name of a new one', async () => {
    const teaching = (await admin('department', 'create', 'Teaching')).out.trim()
    await admin('department', 'create', 'Office')
    await admin('department', 'create', 'Maths', '--below', teaching)
    const lines = ['login,name,department', 'may@x,May,maths', 'jo@x,Jo,Teaching/Maths', 'al@x,Al,Office/Maths']
    const file = await fileWith('elsewhere.csv', lines.join('\n'))
    const { out, err } = await admin('people', 'import', file, '--dry-run')
    assert.deepEqual(
      [out.split('\n').filter((line) => line.includes('exists')), err],
      [['Department maths is new. The name exists as Teaching/Maths.'], ''],
    )
  })

  deepTest(
    '[ADM-04] [ADM-13] faults end with exit code 1 and change nothing, unless faulty lines are skipped',
    async () => {
      const file = await fileWith('faulty.csv', 'login,name\ngood@faulty,安\nbad one,贝\n')
      const refused = await admin('people', 'import', file)
      assert.deepEqual(
        [refused.code, /line 3 .*login .*bad one/.test(refused.out)],
        [1, true],
        `${refused.out}${refused.err}`,
      )
      const none = JSON.parse((await admin('people', 'list', '--search', '@faulty', '--json')).out) as { people: [] }
      assert.deepEqual(none.people, [])
      const skipped = await admin('people', 'import', file, '--skip-faulty', '--no-links', '--json')
      assert.equal(skipped.code, 1)
      assert.equal((JSON.parse(skipped.out) as { new_count: number }).new_count, 1)
      const picture = await admin('people', 'import', await fileWith('a.csv', Buffer.from('89504e47', 'hex')), '--json')
      assert.deepEqual([picture.code, (JSON.parse(picture.err) as { error: string }).error], [1, 'import_kind'])
      assert.equal((await admin('people', 'import')).code, 2)
      assert.match((await admin('people', 'import-template')).out, /账号,姓名/)
    },
  )
})
