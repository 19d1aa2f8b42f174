import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import type { EnterpriseRow, UserRow } from '../../server/database/tables'
import { client, type Client } from '../support/client'
import { factories } from '../support/factories'
import { photo, seeThrough } from '../support/samples/samples'
import { startTestServer, type TestServer } from '../support/testServer'

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
  test('is drawn anew, small and upright, without what it carried, and had without a cookie', async () => {
    const answer = await get(await set(await photo({ width: 1200, height: 900, orientation: 6 })))
    assert.equal(answer.status, 200)
    const { width, height, format, exif } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    assert.deepEqual([width, height, format, exif], [144, 192, 'jpeg', undefined])
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(answer.headers.get('content-security-policy'), "default-src 'none'; sandbox")
    assert.match(answer.headers.get('cache-control')!, /^private, /)
    assert.equal(answer.headers.get('set-cookie'), null)
  })

  test('stands wherever they are named: their card, contacts, members, who can see an item, and what they know of themself', async () => {
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
    const told = [
      [me!.id, true],
      [colleague!.id, false],
    ]
    assert.equal((await get(card.avatar!)).status, 200)
    assert.deepEqual(among(contacts.contacts).sort(), [...told].sort())
    assert.deepEqual(among(members.accepted_collabs.map(({ user }) => user)), told)
    assert.deepEqual(among(seen.people.map(({ user }) => user)), told)
    assert.equal((await get(base.user_info!.avatar!)).status, 200)
    assert.equal(others.user_info!.avatar, undefined)
  })

  test('goes when another one comes, or none: the old address leads nowhere, and nothing is left of it', async () => {
    const [old, next] = [await set(await photo()), await set(await seeThrough())]
    const gone = await get(old)
    assert.deepEqual([gone.status, gone.headers.get('cache-control'), await stored()], [404, 'no-store', 1])
    assert.equal((await get(next)).status, 200)
    assert.equal((await mine.call(SET, { picture: null })).avatar, null)
    assert.deepEqual([(await get(next)).status, await stored()], [404, 0])
    assert.equal((await cardOf(theirs)).avatar, undefined)
  })

  test('of two at once one stays, whole', async () => {
    const addresses = await Promise.all([set(await photo()), set(await seeThrough())])
    const states = await Promise.all(addresses.map(async (address) => (await get(address)).status))
    assert.deepEqual(states.sort(), [200, 404])
    assert.equal(await stored(), 1)
  })
})

describe('whoever is not meant', () => {
  test('has no address: none by a guess, none that is altered or over, none of a colleague who has gone', async () => {
    const address = await set(await photo())
    const key = new URLSearchParams(address.split('?')[1]).get('profile_pic_key')!
    const bare = `/api/apps/users/pic_download?user_id=${me!.id}&profile_pic_key=${key}`
    for (const wrong of [
      bare,
      address.replace(/.$/, '-'),
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

  test('of another enterprise is told of no card', async () => {
    await set(await photo())
    const guest = await make.user({ enterprise: await make.enterprise() })
    const far = await client(server).as(guest.login)
    await far.refused('GET /cards/user_info', { user_id: me!.id }, 'item_not_found')
  })

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  for (const [what, bytes] of [
    ['a drawing', svg],
    ['a drawing that begins as a PNG', Buffer.concat([png, svg])],
    ['a page', Buffer.from('<!doctype html>')],
    ['four bytes', png.subarray(0, 4)],
  ] as const)
    test(`${what} is no picture, and what was there stays`, async () => {
      const address = await set(await photo())
      await mine.refused(SET, { picture: bytes.toString('base64') }, 'invalid_request')
      assert.equal((await get(address)).status, 200)
    })

  test('nobody without a session sets one, and none is too large', async () => {
    await client(server).visitor.refused(SET, { picture: null }, 'login_expired')
    await mine.refused(SET, { picture: 'A'.repeat(700_004) }, 'invalid_request')
  })
})
