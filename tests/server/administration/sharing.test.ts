import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Overview } from '@/contract/administration/policies'
import type { ShareLink } from '@/contract/shares/shares'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { updateLink } from '../../../server/queries/shares/links'
import { runAdminHere, settingsBeside } from '../../support/administration/runAdminHere'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { makeFileRequest } from '../../support/fileRequests/collecting'
import { freeEnterprise } from '../../support/shares/linkWorld'
import { photo } from '../../support/samples/samples'
import { makeLink } from '../../support/shares/shares'
import { startTestServer, type TestServer } from '../../support/testServer'

let server: TestServer
let make: ReturnType<typeof factories>
let school: EnterpriseRow
let owner: UserRow
let teacher: UserRow
let they: Client
let me: Client
let links: Record<'plain' | 'secret' | 'closed' | 'waiting' | 'gone', ShareLink>

const DAY = 86_400
const secret = { password: 'k7m3', password_protected: true }

before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
  school = await freeEnterprise({ server, make })
  owner = await make.user({ enterprise: school, name: '王珂', role: 'owner' })
  teacher = await make.user({ enterprise: school, name: '陈希' })
  they = await client(server).as(owner.login)
  me = await client(server).as(teacher.login)
  const file = (name: string) => make.file({ owner: teacher }, { name })
  const due_time = Math.floor(Date.now() / 1000) + 30 * DAY
  const gone = await file('删掉的.txt')
  links = {
    plain: await makeLink(me, await file('简章.txt')),
    secret: await makeLink(me, await file('名单.txt'), { ...secret, due_time }),
    closed: await makeLink(me, await file('旧.txt'), { ...secret, due_time }),
    waiting: await makeLink(me, await file('待审.txt'), { ...secret, due_time }),
    gone: await makeLink(me, gone),
  }
  await they.call('POST /apps/share_links/close', { share_link_ids: [links.closed.id] })
  await updateLink(server.deps.db, links.waiting.id, { approval_state: 1 })
  await me.call('POST /apps/files/delete', { item_typed_ids: [`file_${gone.id}`] })
})
after(() => server.close())

type Asked = Parameters<typeof they.call<'GET /apps/share_links/enterprise_list'>>[1]

async function listed(asked: Asked): Promise<string[]> {
  const { share_links: found } = await they.call('GET /apps/share_links/enterprise_list', asked)
  const names = Object.entries(links)
  return found.map(({ id }) => names.find(([, link]) => link.id === id)?.[0] ?? String(id)).sort()
}

describe('the links of all', () => {
  test('[ADM-15] are filtered by password, expiry, closing, approval, state and owner', async () => {
    assert.deepEqual(await listed({ only: 'without_password' }), ['gone', 'plain'])
    assert.deepEqual(await listed({ only: 'without_password', state: 'open' }), ['plain'])
    assert.deepEqual(await listed({ only: 'without_expiry' }), ['gone', 'plain'])
    assert.deepEqual(await listed({ only: 'closed' }), ['closed'])
    assert.deepEqual(await listed({ only: 'waiting' }), ['waiting'])
    assert.deepEqual(await listed({ state: 'open' }), ['plain', 'secret', 'waiting'])
    assert.deepEqual(await listed({ owner_id: owner.id }), [])
    assert.deepEqual(await listed({ owner_id: teacher.id, search_string: '名单' }), ['secret'])
  })

  test('[ADM-12] [ADM-15] the figures of the overview are the lengths of their lists', async () => {
    const { overview } = await they.call('GET /admin/overview', {})
    const count = async (asked: Asked) => (await they.call('GET /apps/share_links/enterprise_list', asked)).total_count
    assert.equal(overview.links.open, await count({ state: 'open' }))
    assert.equal(overview.links.without_password, await count({ state: 'open', only: 'without_password' }))
    assert.equal(overview.links.waiting, await count({ only: 'waiting' }))
  })

  test('[ADM-15] another organisation’s owner finds none of them, not even by the id of a maker', async () => {
    const stranger = await client(server).as((await make.user({ role: 'owner' })).login)
    for (const asked of [{}, { owner_id: teacher.id }])
      assert.equal((await stranger.call('GET /apps/share_links/enterprise_list', asked)).total_count, 0)
    await stranger.refused('POST /apps/share_links/close', { share_link_ids: [links.plain.id] }, 'share_link_not_found')
  })

  test('[ADM-15] an owner closes several at once; an auditor reads them and closes none', async () => {
    const auditor = await client(server).as((await make.user({ enterprise: school, role: 'auditor' })).login)
    const file = () => make.file({ owner: teacher })
    const ids = [(await makeLink(me, await file())).id, (await makeLink(me, await file())).id]
    const { share_link } = await auditor.call('GET /apps/share_links/get', { share_link_id: ids[0]! })
    assert.equal(share_link.password, '')
    await auditor.refused('POST /apps/share_links/close', { share_link_ids: ids }, 'share_link_not_found')
    const { share_links: closed } = await they.call('POST /apps/share_links/close', { share_link_ids: ids })
    assert.deepEqual(
      closed.map(({ state }) => state),
      ['closed', 'closed'],
    )
    // The maker cannot undo what an owner did.
    await me.refused('POST /apps/share_links/reopen', { share_link_id: ids[0] }, 'permission_denied')
  })
})

describe('the collecting links of all', () => {
  test('[ADM-15] are listed with their makers, searched and filtered, for owners and auditors only', async () => {
    const folder = await make.folder({ owner: teacher }, { name: '作业夹' })
    const open = await makeFileRequest(me, folder, { title: '第一次作业' })
    const closed = await makeFileRequest(me, folder, { title: '第二次作业' })
    await me.call('POST /apps/collects/close', { collect_id: closed.id })
    const asked = async (input: object) => {
      const { collects, total_count: total } = await they.call('GET /apps/collects/enterprise_list', input)
      assert.equal(total, collects.length)
      return collects.map(({ id }) => id)
    }
    assert.deepEqual(await asked({}), [closed.id, open.id])
    assert.deepEqual(await asked({ state: 'open' }), [open.id])
    assert.deepEqual(await asked({ state: 'ended' }), [closed.id])
    assert.deepEqual(await asked({ search_string: '第二次' }), [closed.id])
    assert.deepEqual(await asked({ search_string: '作业夹' }), [closed.id, open.id])
    assert.deepEqual(await asked({ search_string: '陈希', owner_id: teacher.id }), [closed.id, open.id])
    assert.deepEqual(await asked({ owner_id: owner.id }), [])
    const { collects } = await they.call('GET /apps/collects/enterprise_list', {})
    assert.deepEqual(collects[0]!.owner, { id: teacher.id, name: '陈希' })
    for (const role of ['people', null] as const) {
      const as = await client(server).as((await make.user({ enterprise: school, role })).login)
      await as.refused('GET /apps/collects/enterprise_list', {}, 'permission_denied')
    }
    // What was handed in stays with the maker.
    await they.refused('GET /apps/collects/people', { collect_id: open.id, state: 'done' }, 'collect_link_not_found')
    const stranger = await client(server).as((await make.user({ role: 'owner' })).login)
    const foreign = await stranger.call('GET /apps/collects/enterprise_list', { owner_id: teacher.id })
    assert.equal(foreign.total_count, 0)
  })

  test('[ADM-15] an owner closes a link of somebody; its maker cannot reopen it, and an owner can', async () => {
    const folder = await make.folder({ owner: teacher })
    const link = await makeFileRequest(me, folder)
    const { collect } = await they.call('POST /apps/collects/enterprise_close', { collect_id: link.id })
    assert.deepEqual([collect.state, collect.closed_by_administrator, collect.owner.id], ['closed', true, teacher.id])
    await me.refused('POST /apps/collects/reopen', { collect_id: link.id }, 'permission_denied')
    await me.call('POST /apps/collects/close', { collect_id: link.id })
    await me.refused('POST /apps/collects/reopen', { collect_id: link.id }, 'permission_denied')
    const reopened = await they.call('POST /apps/collects/enterprise_reopen', { collect_id: link.id })
    assert.deepEqual([reopened.collect.state, reopened.collect.closed_by_administrator], ['open', false])

    // A link that its maker closed is closed for good once an owner closes it, too.
    await me.call('POST /apps/collects/close', { collect_id: link.id })
    await they.call('POST /apps/collects/enterprise_close', { collect_id: link.id })
    await me.refused('POST /apps/collects/reopen', { collect_id: link.id }, 'permission_denied')
    const { entries } = await they.call('GET /apps/audit/list', { deed: 'collect_closed' })
    assert.deepEqual(
      entries.slice(0, 3).map(({ user }) => user?.id),
      [owner.id, teacher.id, owner.id],
    )
  })
})

describe('links, figures and logos by command', () => {
  const admin = (...args: string[]) => runAdminHere([...args, '--as', owner.login], settingsBeside(server))
  async function run<T>(...args: string[]): Promise<T> {
    const { code, out, err } = await admin(...args, '--json')
    assert.equal(code, 0, `${args.join(' ')}: ${err}`)
    return JSON.parse(out) as T
  }
  interface Listed {
    share_links: Omit<ShareLink, 'password'>[]
    total_count: number
  }

  test('[ADM-13] [ADM-15] links are listed as in the console, closed, reopened, approved and refused', async () => {
    const found = await run<Listed>('sharing', 'list', '--search', '名单', '--owner', teacher.login)
    assert.deepEqual(
      found.share_links.map(({ id, url, state }) => [id, url, state]),
      [[links.secret.id, `${server.url}/share/${links.secret.unique_name}`, 'open']],
    )
    const shown = await admin('sharing', 'list', '--only', 'without_password', '--state', 'open')
    assert.match(shown.out, new RegExp(`^${links.plain.id} +open +0 +陈希 +http\\S+ +简章\\.txt$`, 'm'))
    const id = String(links.plain.id)
    const stateAfter = async (act: string) => (await run<Listed>('sharing', act, id)).share_links[0]!.state
    assert.equal(await stateAfter('close'), 'closed')
    assert.equal(await stateAfter('reopen'), 'open')
    await updateLink(server.deps.db, links.plain.id, { approval_state: 1 })
    assert.equal(await stateAfter('approve'), 'open')
    await updateLink(server.deps.db, links.plain.id, { approval_state: 1 })
    assert.equal(await stateAfter('refuse'), 'refused')
    assert.equal((await run<{ total_count: number }>('sharing', 'reports')).total_count, 0)
    const unknown = await admin('sharing', 'close', '999999999', '--json')
    assert.deepEqual([unknown.code, (JSON.parse(unknown.err) as { error: string }).error], [1, 'share_link_not_found'])
    assert.equal((await admin('sharing', 'close', 'all')).code, 2)
  })

  test('[ADM-13] [ADM-15] collecting links are listed, closed and reopened', async () => {
    const { id } = await makeFileRequest(me, await make.folder({ owner: teacher }), { title: '期末作业' })
    assert.match((await admin('collecting', 'list', '--search', '期末')).out, new RegExp(`^${id} +open +0 +陈希`, 'm'))
    const stateAfter = async (act: string) =>
      (await run<{ collect: { state: string } }>('collecting', act, String(id))).collect.state
    assert.deepEqual([await stateAfter('close'), await stateAfter('reopen')], ['closed', 'open'])
  })

  test('[ADM-12] [ADM-13] the overview by command has the figures of the console', async () => {
    const { people, links: figures, storage } = await run<Overview>('overview')
    const { overview } = await they.call('GET /admin/overview', {})
    assert.deepEqual([people, figures, storage], [overview.people, overview.links, overview.storage])
    assert.match((await admin('overview')).out, new RegExp(`^links\\.open +${figures.open}$`, 'm'))
  })

  test('[ADM-13] [LAND-09] both logos are set and removed; another file is refused', async () => {
    const keys = () =>
      server.deps.db
        .selectFrom('enterprises')
        .select(['logo_key', 'logo_dark_key'])
        .where('id', '=', school.id)
        .executeTakeFirstOrThrow()
    const file = join(server.folder, 'logo.jpg')
    await writeFile(file, await photo())
    await run('logo', 'set', file, '--dark')
    const { logo_key: light, logo_dark_key: dark } = await keys()
    assert.deepEqual([light, dark !== null], [null, true])
    await writeFile(file, '<svg/>')
    const refused = await admin('logo', 'set', file, '--json')
    assert.deepEqual([refused.code, (JSON.parse(refused.err) as { error: string }).error], [1, 'invalid_request'])
    await run('logo', 'remove', '--dark')
    assert.equal((await keys()).logo_dark_key, null)
    assert.equal((await admin('logo', 'set', '/no/such/file')).code, 2)
  })
})
