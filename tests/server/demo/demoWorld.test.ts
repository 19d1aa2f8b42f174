import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readdir } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { extensionOf } from '@/domain/items/extension'
import { checkName } from '@/domain/items/naming'
import type { UserActor } from '../../../server/actors/actor'
import { demoAccounts, demoTotpSecret, describeAccounts } from '../../../server/demo/accounts'
import { fillDemoWorld } from '../../../server/demo/fillDemoWorld'
import { applyDemoPassword } from '../../../server/demo/demoAccounts'
import { frequentItems } from '../../../server/services/items/frequent'
import type { BlobStorage, StoredBlob } from '../../../server/storage/BlobStorage'
import type { UserRow } from '../../../server/database/tables'
import { OpenClient } from '../../support/applications/applications'
import { client } from '../../support/client'
import { deepTest, isDeep, sample } from '../../support/deep'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { eventually } from '../../support/uploads/upload'

const password = 'satchel-demo'
const owner = 'admin@yunzhou.demo'
let server: TestServer
let isFilled: boolean

before(async () => {
  server = await startTestServer()
  isFilled = await fillDemoWorld(server.deps, password, isDeep ? {} : { crowd: 20 })
})
after(() => server.close())

describe('the accounts', () => {
  for (const { login } of sample(demoAccounts, 6)) {
    deepTest(`${login} signs in`, async () => {
      await client(server).as(login, password)
    })
  }

  deepTest('nobody else has a password, and the printed list names exactly these accounts', async () => {
    const { db } = server.deps
    const logins = demoAccounts.map((account) => account.login).sort()
    const able = await db.selectFrom('users').select('login').where('password_hash', 'is not', null).execute()
    assert.deepEqual(able.map((user) => user.login).sort(), logins)
    assert.deepEqual((await applyDemoPassword(db, password)).sort(), logins)
  })

  deepTest(
    '[OPEN-06] the demo application uses the demo password as its secret, and both change together',
    async () => {
      const { db } = server.deps
      const teacher = { login: 'teacher@mingde.demo' } as UserRow
      const visitor = new OpenClient(server.url)
      const as = (secret: string) => visitor.tokenAnswer({ clientId: 'satchel-demo', secret }, { user: teacher.login })
      const token = await visitor.token({ clientId: 'satchel-demo', secret: password }, teacher)
      await new OpenClient(server.url, token).call('GET /v2/folder/roots', {})
      try {
        await applyDemoPassword(db, 'another one')
        assert.equal((await as(password)).status, 401)
        assert.equal((await as('another one')).status, 200)
        await new OpenClient(server.url, token).refused('GET /v2/folder/roots', {}, 401, 'invalid_token')
      } finally {
        await applyDemoPassword(db, password)
      }
    },
  )

  deepTest('each line describes its login in Chinese and English', () => {
    const [known, unknown] = describeAccounts(['solo@personal.demo', 'somebody@else'])
    assert.equal(known, 'solo@personal.demo  个人用户 · a personal user')
    assert.equal(unknown, 'somebody@else')
  })

  deepTest('the accounts cover enterprises in every state', async () => {
    const rows = await server.deps.db.selectFrom('enterprises').selectAll().execute()
    const of = (name: string) => rows.find((row) => row.name === name) ?? assert.fail(name)
    assert.equal(of('明德学校').wording, 'education')
    assert.equal(of('云舟科技').wording, 'default')
    assert.equal(of('何小北').is_personal, true)
    assert.deepEqual(
      [of('海岳设计院').is_personal_space_closed, of('海岳设计院').share_with_colleagues_disallowed],
      [true, true],
    )
    assert.equal(of('旧港物流').expires_at! < new Date(), true)
    const switches = [
      'force_two_step',
      'virus_scan',
      'data_leak_prevention',
      'hide_share_link_download',
      'complaints',
      'file_manager',
    ] as const
    assert.deepEqual(
      switches.filter((name) => !of('安衡金融')[name]),
      [],
    )
  })

  for (const { login } of sample(demoAccounts, 6)) {
    deepTest(`${login} has files, folders and a department in the frequent space`, async () => {
      const list = await frequentItems(server.deps, await signedInOf(login), 100)
      const kinds = {
        'solo@personal.demo': ['file', 'folder'],
        'teacher@mingde.demo': ['department', 'external_enterprise', 'file', 'folder'],
      }[login] ?? ['department', 'file', 'folder']
      assert.deepEqual([...new Set(list.map((entry) => entry.kind))].sort(), kinds)
      const lost = list.filter((entry) => entry.loss !== null).map((entry) => entry.name)
      const expected =
        { 'reset@yunzhou.demo': ['角色演示'], 'student@mingde.demo': ['会议纪要', '错题.jpg'] }[login] ?? []
      assert.deepEqual(lost, expected)
    })
  }
})

describe('the trash', () => {
  deepTest('holds files and folders that several people deleted; a teacher also sees the company trash', async () => {
    const teacher = await client(server).as('teacher@mingde.demo', password)
    const own = await teacher.call('GET /apps/files/trash_list', { limit: 200 })
    assert.deepEqual(new Set(own.items.map(({ type }) => type)), new Set(['file', 'folder']))
    assert.deepEqual(new Set(own.items.map(({ action_status }) => action_status?.action_by)), new Set(['陈希', '孙敏']))
    const [company] = own.external_list
    assert.deepEqual([company?.type, company?.name], ['enterprise', '云舟科技'])
    const there = await teacher.call('GET /apps/files/trash_list', { external_typed_id: `enterprise_${company!.id}` })
    assert.deepEqual(
      there.items.map(({ name }) => name),
      ['试用反馈（旧）.docx'],
    )
    const admin = await client(server).as('admin@mingde.demo', password)
    assert.ok((await admin.call('GET /apps/files/trash_list', {})).items.length >= 3)
    const {
      items: [back],
    } = await admin.call('POST /apps/files/restore_from_trash', {
      item_typed_ids: (await admin.call('GET /apps/files/trash_list', {})).items
        .filter(({ name }) => name === '学年工作计划.docx')
        .map(({ typed_id }) => typed_id),
    })
    assert.equal(back?.name, '学年工作计划 (1).docx')
    await admin.call('POST /apps/files/delete', { item_typed_ids: [back!.typed_id] })
  })
})

describe('the whole world', () => {
  deepTest('the counters of folders and used bytes are correct', async () => {
    const { rows } = await sql`
      select folder.name from items folder left join items child on child.parent_id = folder.id and child.deleted_at is null
      where folder.is_folder group by folder.id
      having folder.child_count <> count(child.id) or folder.folder_count <> count(child.id) filter (where child.is_folder)`.execute(
      server.deps.db,
    )
    assert.deepEqual(rows, [])
    const used = await sql`
      with recursive below as (
        select id as root, id, used_bytes from items where space_owner_id is not null
        union all
        select below.root, items.id, 0 from items join below on items.parent_id = below.id where items.space_owner_id is null
      )
      select root, sum(used_bytes), coalesce(sum(bytes), 0) from below
      left join (select item_id, sum(size) as bytes from versions group by item_id) held on held.item_id = below.id
      group by root having sum(used_bytes) <> coalesce(sum(bytes), 0)`.execute(server.deps.db)
    assert.deepEqual(used.rows, [])
  })

  deepTest('every name passes the rules for users, and every size equals the stored bytes', async () => {
    const { db, storage } = server.deps
    const items = await db
      .selectFrom('items')
      .leftJoin('versions', 'versions.id', 'current_version_id')
      .leftJoin('bodies', 'bodies.id', 'body_id')
      .select([
        'items.name',
        'items.extension',
        'items.size',
        'is_folder',
        'modified_at',
        'bodies.key',
        'bodies.size as bodySize',
      ])
      .where('space_owner_id', 'is', null)
      .execute()
    const bodies = new Map<string, number | undefined>()
    for (const item of items) {
      assert.deepEqual(checkName(item.name), { ok: true, name: item.name })
      assert.equal(item.modified_at <= new Date(), true, item.name)
      if (item.is_folder) continue
      assert.equal(item.extension, extensionOf(item.name), item.name)
      assert.equal(item.size, item.bodySize, item.name)
      if (!bodies.has(item.key!)) bodies.set(item.key!, (await storage.stat(item.key!))?.size)
      assert.equal(bodies.get(item.key!), item.size, item.name)
    }
  })

  deepTest('every sample is below 60 kB and used', async () => {
    const shipped = await readdir(new URL('../../../server/demo/samples/', import.meta.url))
    const bodies = await server.deps.db.selectFrom('bodies').select('size').execute()
    const logos = await server.deps.db.selectFrom('enterprise_logos').select('body').execute()
    assert.equal(bodies.length + logos.length, shipped.length)
    assert.deepEqual(
      bodies.filter(({ size }) => size >= 60_000),
      [],
    )
  })

  deepTest('every picture has a thumbnail, except the broken one', async () => {
    const rows = () =>
      server.deps.db
        .selectFrom('representations')
        .innerJoin('versions', 'versions.body_id', 'representations.body_id')
        .select(['name', 'status'])
        .where('kind', '=', 'image_128')
        .distinct()
        .execute()
    await eventually(async () => {
      const unfinished = (await rows()).filter(({ status }) => status !== 'generated' && status !== 'generating_failed')
      assert.deepEqual(unfinished, [])
    })
    assert.deepEqual(
      (await rows()).filter(({ status }) => status !== 'generated').map(({ name }) => name),
      ['损坏的照片.jpg'],
    )
  })

  deepTest('a second start adds nothing', async () => {
    assert.equal(isFilled, true)
    const before = await countRows()
    assert.equal(await fillDemoWorld(server.deps, 'another'), false)
    assert.deepEqual(await countRows(), before)
    await client(server).as(owner, password)
  })
})

describe('a database that must not be changed', () => {
  deepTest('a database with an enterprise is left unchanged', async () => {
    const other = await startTestServer()
    try {
      await factories(other.deps).enterprise()
      assert.equal(await fillDemoWorld(other.deps, password), false)
      assert.deepEqual(await other.deps.db.selectFrom('users').selectAll().execute(), [])
    } finally {
      await other.close()
    }
  })

  const failures: [string, (writes: number, body: StoredBlob) => StoredBlob, RegExp][] = [
    ['storage', (writes, body) => (writes < 20 ? body : assert.fail('the disk is full')), /the disk is full/],
    ['database', (writes, body) => (writes < 20 ? body : { ...body, size: -1 }), /bodies_size_check/],
  ]
  for (const [what, fail, message] of failures) {
    deepTest(`a failure of the ${what} during the fill leaves neither rows nor bytes`, async () => {
      const other = await startTestServer()
      try {
        const storedKeys = new Set<string>()
        let writes = 0
        const storage = Object.assign(Object.create(other.deps.storage) as BlobStorage, {
          async write(source: Readable, declared: { size: number }) {
            const body = fail(++writes, await other.deps.storage.write(source, declared))
            storedKeys.add(body.key)
            return body
          },
          async delete(key: string) {
            storedKeys.delete(key)
          },
        })
        await assert.rejects(fillDemoWorld({ ...other.deps, storage }, password), message)
        assert.equal(writes > 20, true)
        assert.equal(storedKeys.size, 0)
        assert.deepEqual(await other.deps.db.selectFrom('enterprises').selectAll().execute(), [])
      } finally {
        await other.close()
      }
    })
  }
})

describe('the second step of member@secure.demo', () => {
  deepTest('it accepts the code of the secret that is printed at start', async () => {
    const user = await client(server).as('member@secure.demo', password)
    await user.refused('GET /apps/frequently_used_items/get_list', {}, 'force_two_step')
    await user.pass(new TOTP({ secret: demoTotpSecret }).generate())
    const { frequent_used_items: frequent } = await user.call('GET /apps/frequently_used_items/get_list', {})
    assert.notEqual(frequent.length, 0)
    assert.equal(describeAccounts(['member@secure.demo'])[0]!.includes(demoTotpSecret), true)
  })
})

async function signedInOf(login: string): Promise<UserActor> {
  const { db } = server.deps
  const user = await db.selectFrom('users').selectAll().where('login', '=', login).executeTakeFirstOrThrow()
  const enterprise = await db
    .selectFrom('enterprises')
    .selectAll()
    .where('id', '=', user.enterprise_id)
    .executeTakeFirstOrThrow()
  return { kind: 'user', user, enterprise }
}

async function countRows() {
  const { rows } = await sql`
    select (select count(*) from items) as items, (select count(*) from versions) as versions, (select count(*) from users) as users,
      (select count(*) from bodies) as bodies, (select count(*) from favourites) as favourites, (select count(*) from collabs) as collabs`.execute(
    server.deps.db,
  )
  return rows
}

describe('shares', () => {
  test('[LAND-09] the landing pages of the school show its logo', async () => {
    const teacher = await client(server).as('teacher@mingde.demo', password)
    const { share_links: links } = await teacher.call('GET /apps/share_links/get_list', {})
    const input = { share_link_token: links.find(({ state }) => state === 'open')!.unique_name }
    const { share_branding } = await client(server).visitor.call('GET /apps/users/get_base_info', input)
    const { status, headers } = await fetch(server.url + share_branding!.logo_url!)
    assert.deepEqual([status, headers.get('content-type')], [200, 'image/png'])
  })

  deepTest('there is a link in every state, and a teacher sees who opened theirs', async () => {
    const teacher = await client(server).as('teacher@mingde.demo', password)
    const { share_links: links } = await teacher.call('GET /apps/share_links/get_list', {})
    const other = await client(server).as('admin@mingde.demo', password)
    const { share_links: all } = await other.call('GET /apps/share_links/enterprise_list', {})
    const states = new Set([...links, ...all].map(({ state }) => state))
    assert.deepEqual([...states].sort(), ['closed', 'expired', 'limit_reached', 'open', 'unavailable'])
    assert.ok(all.some(({ closed_by_administrator: closed }) => closed !== null))
    const busiest = links.find(({ item }) => item.name === '社团活动')!
    assert.equal(busiest.password, 'm4k7')
    const { visits_by_day } = await teacher.call('GET /apps/share_links/get', { share_link_id: busiest.id })
    assert.ok(visits_by_day.filter((count) => count > 0).length > 15)
  })

  deepTest('one link waits for approval, and one was refused', async () => {
    const rows = await server.deps.db
      .selectFrom('share_links')
      .innerJoin('users', 'users.id', 'maker_id')
      .select('approval_state')
      .where('login', '=', 'member@secure.demo')
      .orderBy('approval_state')
      .execute()
    assert.deepEqual(
      rows.map(({ approval_state }) => approval_state),
      [1, 3],
    )
  })

  test('[COMM-04] [MSG-01] the teacher finds comments, a recording, a mention and an invitation', async () => {
    const teacher = await client(server).as('teacher@mingde.demo', password)
    const { messages } = await teacher.call('GET /apps/messages/get_list', {})
    const kinds = new Set(messages.map(({ type }) => type))
    for (const kind of ['comment', 'collab', 'share_link']) assert.ok(kinds.has(kind as never), kind)
    const commented = messages.filter(({ type }) => type === 'comment')
    const found = []
    for (const { object_typed_id: id } of commented) {
      const asked = { item_typed_id: id as `file_${number}` }
      found.push(...(await teacher.call('GET /apps/files/comments', asked)).comments)
    }
    assert.ok(found.some(({ content }) => content.includes('@[')))
    const voice = found.find(({ voice_url: address }) => address) ?? assert.fail('no recording')
    const heard = await fetch(new URL(voice.voice_url!, server.url))
    assert.deepEqual([heard.status, heard.headers.get('content-type')], [200, 'audio/mpeg'])
  })

  deepTest('a colleague’s share appears among the messages', async () => {
    const teacher = await client(server).as('teacher@mingde.demo', password)
    const { messages } = await teacher.call('GET /apps/messages/get_list', { types: 'share_link' })
    assert.ok(
      messages.some(({ sender_name, most_recent_message: { source } }) => sender_name === '王珂' && source === 1),
    )
    for (const action of ['share_opened', 'share_limit', 'share_expiring'])
      assert.ok(
        messages.some(({ most_recent_message: { notice } }) => notice?.action === action),
        action,
      )
  })

  deepTest('items of an enterprise with every policy switch on show these policies', async () => {
    const { db } = server.deps
    const policy = await db
      .selectFrom('share_policies')
      .innerJoin('users', 'users.enterprise_id', 'share_policies.enterprise_id')
      .selectAll('share_policies')
      .where('login', '=', 'member@secure.demo')
      .executeTakeFirstOrThrow()
    for (const [field, value] of Object.entries(policy))
      if (typeof value === 'boolean') assert.equal(value, true, field)
  })
})
