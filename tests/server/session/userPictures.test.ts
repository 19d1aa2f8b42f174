import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import type { EnterpriseRow, UserRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { photo, seeThrough } from '../../support/samples/samples'
import { startTestServer, type TestServer } from '../../support/testServer'

const SET = 'POST /apps/users/set_picture'
const HOUR = 3_600_000

let now = Date.UTC(2026, 10, 25)
let server: TestServer
let make: ReturnType<typeof factories>
let enterprise: EnterpriseRow
let [me, colleague]: UserRow[] = []
let mine: Client
let theirs: Client

before(async () => {
  server = await startTestServer({ clock: () => new Date(now), config: { logLevel: 'error' } })
  make = factories(server.deps)
  enterprise = await make.enterprise()
  me = await make.user({ enterprise, name: '王珂', isAdministrator: true })
  colleague = await make.user({ enterprise, name: '李蔚' })
  mine = await client(server).as(me.login)
  theirs = await client(server).as(colleague.login)
})
after(() => server.close())

const set = async (picture: Buffer) => (await mine.call(SET, { picture: picture.toString('base64') })).avatar!
const get = (address: string, method = 'GET') => fetch(server.url + address, { method })
const cardOf = async (who: Client) => (await who.call('GET /cards/user_info', { user_id: me!.id })).user
const stored = async () => {
  const { count } = await server.deps.db
    .selectFrom('user_pictures')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', me!.id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

describe('[CONT-03] the picture of a user', () => {
  test('it is redrawn small and upright, without metadata, and is served without a cookie', async () => {
    const answer = await get(await set(await photo({ width: 1200, height: 900, orientation: 6 })))
    assert.equal(answer.status, 200)
    const { width, height, format, exif } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    assert.deepEqual([width, height, format, exif], [144, 192, 'jpeg', undefined])
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(answer.headers.get('content-security-policy'), "default-src 'none'; sandbox")
    assert.match(answer.headers.get('cache-control')!, /^private, /)
    assert.equal(answer.headers.get('set-cookie'), null)
  })

  test('it appears wherever the user is named: card, contacts, members, viewers of an item, own account', async () => {
    await set(await photo())
    const folder = await make.folder({ owner: me! })
    await make.collab(folder, { user: colleague! }, 'viewer')
    const [card, contacts, members, seen, base, others] = await Promise.all([
      cardOf(theirs),
      theirs.call('GET /apps/contacts/get', { include_users_without_department: true }),
      theirs.call('GET /apps/folders/get_collab_info_on_item', { folder_id: folder.id }),
      theirs.call('GET /apps/files/who_can_see', { item_typed_id: `folder_${folder.id}` }),
      mine.call('GET /apps/users/get_base_info', {}),
      theirs.call('GET /apps/users/get_base_info', {}),
    ])
    const among = (people: { id: number; avatar?: string }[]) =>
      people.map(({ id, avatar }) => [id, avatar !== undefined])
    const shownPictures = [
      [me!.id, true],
      [colleague!.id, false],
    ]
    assert.equal((await get(card.avatar!)).status, 200)
    assert.deepEqual(among(contacts.contacts).sort(), [...shownPictures].sort())
    assert.deepEqual(among(members.accepted_collabs.map(({ user }) => user)), shownPictures)
    assert.deepEqual(among(seen.people.map(({ user }) => user)), shownPictures)
    assert.equal((await get(base.user_info!.avatar!)).status, 200)
    assert.equal(others.user_info!.avatar, undefined)
  })

  test('a new or removed picture invalidates the old address, and nothing of the old picture remains', async () => {
    const [old, next] = [await set(await photo()), await set(await seeThrough())]
    const gone = await get(old)
    assert.deepEqual([gone.status, gone.headers.get('cache-control'), await stored()], [404, 'no-store', 1])
    assert.equal((await get(next)).status, 200)
    assert.equal((await mine.call(SET, { picture: null })).avatar, null)
    assert.deepEqual([(await get(next)).status, await stored()], [404, 0])
    assert.equal((await cardOf(theirs)).avatar, undefined)
  })

  test('one of two concurrent pictures stays, complete', async () => {
    const addresses = await Promise.all([set(await photo()), set(await seeThrough())])
    const states = await Promise.all(addresses.map(async (address) => (await get(address)).status))
    assert.deepEqual(states.sort(), [200, 404])
    assert.equal(await stored(), 1)
  })
})

describe('users without access to the picture', () => {
  test('no guessed, altered or expired address works, nor one of a colleague who left', async () => {
    const address = await set(await photo())
    const key = new URLSearchParams(address.split('?')[1]).get('profile_pic_key')!
    const bare = `/api/apps/users/pic_download?user_id=${me!.id}&profile_pic_key=${key}`
    for (const wrong of [
      bare,
      address.replace(/.$/, (last) => (last === '-' ? '_' : '-')),
      address.replace(`user_id=${me!.id}`, `user_id=${colleague!.id}`),
    ])
      assert.equal((await get(wrong)).status, 403, wrong)
    const leaver = await make.user({ enterprise })
    const { avatar } = await cardOf(await client(server).as(leaver.login))
    assert.equal((await get(avatar!)).status, 200)
    await server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', leaver.id).execute()
    assert.equal((await get(avatar!)).status, 403)
    now += 3 * HOUR
    assert.equal((await get(address)).status, 403)
  })

  test('a user of another enterprise gets no card with the picture', async () => {
    await set(await photo())
    const guest = await make.user({ enterprise: await make.enterprise() })
    const far = await client(server).as(guest.login)
    await far.refused('GET /cards/user_info', { user_id: me!.id }, 'item_not_found')
  })

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  for (const [what, bytes] of [
    ['a drawing', svg],
    ['a drawing that starts like a PNG', Buffer.concat([png, svg])],
    ['a page', Buffer.from('<!doctype html>')],
    ['four bytes', png.subarray(0, 4)],
  ] as const)
    test(`${what} is refused, and the previous picture stays`, async () => {
      const address = await set(await photo())
      await mine.refused(SET, { picture: bytes.toString('base64') }, 'invalid_request')
      assert.equal((await get(address)).status, 200)
    })

  test('setting a picture requires a session, and its size is limited', async () => {
    await client(server).visitor.refused(SET, { picture: null }, 'login_expired')
    await mine.refused(SET, { picture: 'A'.repeat(700_004) }, 'invalid_request')
  })
})

describe('[CONT-03] administrators', () => {
  const LIST = 'GET /enterprise/pictures'
  const REMOVE = 'POST /enterprise/remove_picture'
  const removals = async () => (await mine.call('GET /apps/audit/list', { deed: 'picture_removed' })).entries

  test('an administrator finds users with a picture by name or login and removes it; the audit log records it once', async () => {
    await mine.call(SET, { picture: null })
    const { avatar } = await theirs.call(SET, { picture: (await photo()).toString('base64') })
    const named = async (search_string?: string) => {
      const { people, total_count: total } = await mine.call(LIST, { search_string })
      assert.equal(people.length, total)
      return people.map(({ name }) => name)
    }
    assert.deepEqual([await named(), await named('李'), await named('nobody')], [['李蔚'], ['李蔚'], []])
    const { people } = await mine.call(LIST, {})
    assert.equal((await get(people[0]!.avatar)).status, 200)
    const before = (await removals()).length
    await mine.call(REMOVE, { user_id: colleague!.id })
    await mine.call(REMOVE, { user_id: colleague!.id })
    assert.equal((await get(avatar!)).status, 404)
    assert.deepEqual(await named(), [])
    const [entry, ...others] = await removals()
    assert.equal(others.length, before)
    const concerned = { user_id: colleague!.id, person_name: '李蔚', person_login: colleague!.login }
    assert.deepEqual([entry?.user?.name, entry?.detail], ['王珂', concerned])
    assert.equal((await theirs.call('GET /apps/users/get_base_info', {})).user_info!.avatar, undefined)
  })

  test('only administrators of the enterprise see the list and remove pictures', async () => {
    const address = await set(await photo())
    const far = await make.user({ enterprise: await make.enterprise(), isAdministrator: true })
    const abroad = await client(server).as(far.login)
    const before = (await removals()).length
    for (const { who, code } of [
      { who: theirs, code: 'permission_denied' as const },
      { who: client(server).visitor, code: 'login_expired' as const },
    ]) {
      await who.refused(LIST, {}, code)
      await who.refused(REMOVE, { user_id: me!.id }, code)
    }
    for (const user_id of [me!.id, 900_000_000]) await abroad.refused(REMOVE, { user_id }, 'item_not_found')
    assert.deepEqual((await abroad.call(LIST, {})).people, [])
    assert.equal((await get(address)).status, 200)
    assert.equal((await removals()).length, before)
  })

  test('a page has 50 users; deactivated users are omitted', async () => {
    const { db } = server.deps
    const all = await Promise.all(Array.from({ length: 52 }, () => make.user({ enterprise })))
    const ids = all.map(({ id }) => id)
    await db.updateTable('users').set({ picture_key: 'x' }).where('id', 'in', ids).execute()
    await db.updateTable('users').set({ is_active: false }).where('id', '=', ids[0]!).execute()
    const first = await mine.call(LIST, { search_string: 'user-' })
    const second = await mine.call(LIST, { search_string: 'user-', offset: 50 })
    assert.deepEqual([first.people.length, first.total_count, second.people.length], [50, 51, 1])
    await db.updateTable('users').set({ picture_key: null }).where('id', 'in', ids).execute()
  })
})
