import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { client, type Client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'
import { gate } from '../../support/uploads/upload'
import { sent, workbookParts, zipped } from '../../support/administration/importFiles'

let server: TestServer
let make: ReturnType<typeof factories>

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
})
after(() => server.close())

async function school() {
  const enterprise = await make.enterprise()
  const owner = await make.user({ enterprise, role: 'owner' })
  return { enterprise, owner, they: await client(server).as(owner.login) }
}
const check = async (they: Client, text: string) => (await they.call('POST /admin/import/check', sent(text))).import
const people = async (they: Client) => (await they.call('GET /admin/people/list', {})).people

describe('rights', () => {
  test('[ADM-04] an administrator of people changes no administrator by a file, neither others nor themselves', async () => {
    const { enterprise, owner, they } = await school()
    const helper = await make.user({ enterprise, role: 'people' })
    const auditor = await make.user({ enterprise, role: 'auditor' })
    const helping = await client(server).as(helper.login)
    const logins = [owner, helper, auditor].map(({ login }) => login)
    const text = ['login,name,部门,角色', ...logins.map((login) => `${login},changed,一部,`)].join('\n')
    const found = await check(helping, text)
    assert.deepEqual(
      found.faults.map(({ code }) => code),
      ['permission_denied', 'permission_denied', 'permission_denied'],
    )
    await helping.call('POST /admin/import/run', { import_id: found.id, skips_faulty: true })
    assert.ok(
      (await people(they)).every(({ name, departments }) => name !== 'changed' && departments.length === 0),
      'no administrator has changed',
    )
    const raised = await check(helping, `login,name,角色\nnew-owner,a,owner\n${helper.login},${helper.name},owner`)
    assert.deepEqual(
      raised.faults.map(({ code }) => code),
      ['import_role', 'import_role'],
    )
  })

  test('[ADM-04] an administrator who loses the role between the dry run and the import is refused', async () => {
    const { enterprise, they } = await school()
    const helper = await make.user({ enterprise, role: 'people' })
    const helping = await client(server).as(helper.login)
    const { id } = await check(helping, 'login,name\nlate@x,a')
    await they.call('POST /admin/administrators/set', { user_id: helper.id, role: null })
    await helping.refused('POST /admin/import/run', { import_id: id }, 'permission_denied')
    assert.equal(
      (await people(they)).some(({ login }) => login === 'late@x'),
      false,
    )
  })

  test('[ADM-04] logins of another organisation are only taken: the file learns nothing else, and changes nobody there', async () => {
    const one = await school()
    const other = await school()
    const victim = await make.user({ enterprise: other.enterprise, name: 'Victim' })
    const found = await check(one.they, `login,name,部门\n${victim.login},changed,一部`)
    assert.deepEqual(
      found.faults.map(({ code, reason, value }) => [code, reason.includes('Victim'), value]),
      [['login_taken', false, victim.login]],
    )
    await other.they.refused('POST /admin/import/run', { import_id: found.id }, 'import_gone')
    await other.they.refused('POST /admin/import/links', { import_id: found.id }, 'import_gone')
    assert.equal((await other.they.call('GET /admin/import/info', {})).import, null)
  })

  test('[ADM-04] no link is made for a new person who became an administrator, has left, or has a password', async () => {
    const { enterprise, they } = await school()
    const helper = await client(server).as((await make.user({ enterprise, role: 'people' })).login)
    const { id } = await check(helper, 'login,name\nr1@l,a\nr2@l,b\nr3@l,c')
    await helper.call('POST /admin/import/run', { import_id: id })
    const [raised, gone] = (await they.call('GET /admin/people/list', { search: '@l', sort_by: 'login' })).people
    await they.call('POST /admin/administrators/set', { user_id: raised!.id, role: 'owner' })
    await they.call('POST /admin/people/deactivate', { user_ids: [gone!.id] })
    const { links } = await helper.call('POST /admin/import/links', { import_id: id })
    assert.deepEqual(
      links.map(({ login }) => login),
      ['r3@l'],
    )
  })
})

describe('hostile files', () => {
  test('[ADM-04] a workbook that unpacks to a gigabyte is refused without unpacking it into memory', async () => {
    const { they } = await school()
    const parts = workbookParts([['login', 'name']])
    const bomb = await zipped({ ...parts, 'xl/sharedStrings.xml': Buffer.alloc(200 * 1024 ** 2, 0x20) })
    assert.ok(bomb.length < 1024 ** 2, `${bomb.length} bytes`)
    const before = process.memoryUsage.rss()
    await they.refused('POST /admin/import/check', sent(bomb, 'a.xlsx'), 'import_too_large')
    assert.ok(process.memoryUsage.rss() - before < 150 * 1024 ** 2, 'the server unpacked nothing')
  })

  deepTest('[ADM-04] a size in the directory that is a lie does not pass', async () => {
    const { they } = await school()
    const parts = workbookParts([['login', 'name']])
    const zip = await zipped({ ...parts, 'xl/sharedStrings.xml': Buffer.alloc(60 * 1024 ** 2, 0x20) })
    const size = Buffer.alloc(4)
    size.writeUInt32LE(60 * 1024 ** 2)
    const small = Buffer.from([10, 0, 0, 0])
    for (let at = zip.indexOf(size); at >= 0; at = zip.indexOf(size)) small.copy(zip, at)
    await they.refused('POST /admin/import/check', sent(zip, 'a.xlsx'), 'import_unreadable')
  })

  deepTest('[ADM-04] more lines or more bytes than allowed are refused in words', async () => {
    const { they } = await school()
    const lines = (count: number) => `login,name\n${Array.from({ length: count }, (_, n) => `p${n}@many,a`).join('\n')}`
    await they.refused('POST /admin/import/check', sent(lines(10_001)), 'import_too_many_lines')
    await they.refused('POST /admin/import/check', sent(lines(200_000)), 'import_too_many_lines')
    const { entry } = await they.refused(
      'POST /admin/import/check',
      sent(Buffer.alloc(4 * 1024 ** 2 + 1, 'a')),
      'import_too_large',
    )
    assert.match(entry.error_tr_msg, /4/)
  })

  test('[ADM-04] the body of the call is not received from people who may not import', async () => {
    const { enterprise } = await school()
    const member = await client(server).as((await make.user({ enterprise })).login)
    await member.refused('POST /admin/import/check', sent(Buffer.alloc(100)), 'permission_denied')
    await member.refused('POST /admin/import/check', { nonsense: 1 }, 'permission_denied')
  })

  test('[ADM-04] formulas stay text, and the export neutralises them', async () => {
    const { they } = await school()
    const names = ['=1+1', '+1', '-1+1', '@SUM(A1)', '=HYPERLINK(A1)']
    const text = ['login,name', ...names.map((name, at) => `f${at}@formula,${name}`)].join('\n')
    const { id } = await check(they, text)
    await they.call('POST /admin/import/run', { import_id: id })
    const found = (await they.call('GET /admin/people/list', { search: '@formula', sort_by: 'login' })).people
    assert.deepEqual(
      found.map(({ name }) => name),
      names,
    )
    const { content } = await they.call('GET /admin/people/export', { search: '@formula' })
    for (const name of names) assert.ok(content.includes(`,'${name}`), name)
  })
})

test('[ADM-04] imports that take long hold no places of other writing calls', async () => {
  const { previews } = server.deps
  const read = previews.readTable.bind(previews)
  const over = gate()
  let reading = 0
  previews.readTable = async (...given) => {
    reading += 1
    await over.opened
    return read(...given)
  }
  const schools = [await school(), await school()]
  const administrators = await Promise.all(
    schools.flatMap(({ enterprise, they }) => [
      they,
      make.user({ enterprise, role: 'people' }).then(({ login }) => client(server).as(login)),
    ]),
  )
  const { they } = await school()
  const checks = administrators.flatMap((each) => Array.from({ length: 4 }, () => check(each, 'login,name\na@x,a')))
  try {
    await until('some are read', () => reading >= 4)
    let made = 0
    const writes = Array.from({ length: 20 }, async (_, n) => {
      await they.call('POST /apps/files/new_folder', { name: `${n}`, parent_folder_id: 0 })
      made += 1
    })
    await until('the folders are made', () => made === writes.length)
    await Promise.all(writes)
    assert.equal(reading, 4)
  } finally {
    over.open()
    await Promise.allSettled(checks)
    previews.readTable = read
  }
})

describe('two administrators at once', () => {
  deepTest('[ADM-04] of two runs of a file one imports it, and every person arrives once', async () => {
    const { enterprise, they } = await school()
    const second = await client(server).as((await make.user({ enterprise, role: 'owner' })).login)
    const text = ['login,name', ...Array.from({ length: 500 }, (_, n) => `both${n}@once,a`)].join('\n')
    const { id } = await check(they, text)
    const answers = await Promise.all(
      [they, second, they].map((each) => each.send('POST /admin/import/run', { import_id: id })),
    )
    const isDone = answers.filter(({ body }) => (body as { success: boolean }).success)
    assert.equal(isDone.length, 1)
    const { total_count: total } = await they.call('GET /admin/people/list', { search: '@once' })
    assert.equal(total, 500)
  })

  test('[ADM-04] a second file does not replace an import that runs', async () => {
    const { they } = await school()
    const { id } = await check(they, 'login,name\nrun1@busy,a')
    await server.deps.db
      .updateTable('imports')
      .set({ state: 'running', counted_at: new Date() })
      .where('id', '=', id)
      .execute()
    await they.refused('POST /admin/import/check', sent('login,name\nrun2@busy,a'), 'import_running')
    await they.refused('POST /admin/import/run', { import_id: id }, 'import_running')
    await server.deps.db
      .updateTable('imports')
      .set({ counted_at: new Date(Date.now() - 600_000) })
      .where('id', '=', id)
      .execute()
    assert.equal((await they.call('GET /admin/import/info', {})).import!.state, 'interrupted')
    await check(they, 'login,name\nrun2@busy,a')
  })

  test('[ADM-04] the database keeps no token of a link', async () => {
    const { they } = await school()
    const { id } = await check(they, 'login,name\ntoken@log,a')
    await they.call('POST /admin/import/run', { import_id: id })
    const { links } = await they.call('POST /admin/import/links', { import_id: id })
    const token = links[0]!.url.split('#')[1]!
    const { rows } = await sql<{ text: string }>`
      select row_to_json(imports)::text as text from imports union all select row_to_json(audit_log)::text from audit_log
      union all select row_to_json(sign_in_links)::text from sign_in_links`.execute(server.deps.db)
    assert.ok(rows.length > 2, 'there are rows')
    assert.equal(
      rows.some(({ text }) => text.includes(token)),
      false,
    )
  })
})
