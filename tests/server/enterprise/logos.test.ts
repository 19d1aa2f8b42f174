import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import sharp from 'sharp'
import { client, type Client } from '../../support/client'
import { photo, seeThrough } from '../../support/samples/samples'
import { codeOf, Sharing } from '../../support/shares/sharing'
import { makeLink } from '../../support/shares/shares'

const SET = 'POST /enterprise/set_logo'

let at: Sharing
let they: Client

before(async () => {
  at = await Sharing.open()
  they = await at.signIn(await at.make.user({ enterprise: at.enterprise, isAdministrator: true }))
})
beforeEach(() => at.rewind())
after(() => at.close())

const base64 = (bytes: Buffer) => bytes.toString('base64')
const set = async (picture: Buffer, more: { is_dark?: boolean } = {}) =>
  (await they.call(SET, { picture: base64(picture), ...more })).logo_url!
const get = (address: string, method = 'GET') => fetch(at.server.url + address, { method })
const pixels = async (address: string) => sharp(Buffer.from(await (await get(address)).arrayBuffer())).metadata()
const brandingOf = async () => {
  const link = await makeLink(at.me, await at.make.file({ owner: at.owner }))
  const input = { share_link_token: link.unique_name }
  return (await client(at.server).visitor.call('GET /apps/users/get_base_info', input)).share_branding!
}

describe('[LAND-09] the logo of an enterprise', () => {
  test('anybody can fetch the logo from the landing page; it is small and redrawn without metadata', async () => {
    const address = await set(await photo({ width: 640, height: 480, orientation: 6 }))
    assert.equal((await brandingOf()).logo_url, address)
    const { width, height, format, exif, orientation } = await pixels(address)
    assert.deepEqual([width, height, format], [144, 192, 'jpeg'])
    assert.deepEqual([exif, orientation], [undefined, undefined])
  })

  test('transparency is kept', async () => {
    const { format, hasAlpha } = await pixels(await set(await seeThrough()))
    assert.deepEqual([format, hasAlpha], ['png', true])
  })

  test('browsers cache the logo, never guess its type, and mini-programs may show it', async () => {
    const { headers } = await get(await set(await photo()))
    assert.equal(headers.get('content-type'), 'image/jpeg')
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox")
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
    assert.equal(headers.get('set-cookie'), null)
  })

  test('dark grounds can have their own logo; each logo is removed separately', async () => {
    const [light, dark] = [await set(await photo()), await set(await seeThrough(), { is_dark: true })]
    const shown = await brandingOf()
    assert.deepEqual([shown.logo_url, shown.logo_dark_url], [light, dark])
    await they.call(SET, { picture: null })
    const left = await brandingOf()
    assert.deepEqual([left.logo_url, left.logo_dark_url], [null, dark])
    assert.deepEqual([(await get(light)).status, (await get(dark)).status], [404, 200])
  })

  test('a new logo replaces the old one: the old address answers 404, and its bytes are gone', async () => {
    const [old, next] = [await set(await photo()), await set(await seeThrough())]
    assert.notEqual(old, next)
    const gone = await get(old)
    assert.deepEqual([gone.status, gone.headers.get('cache-control')], [404, 'no-store'])
    const { count } = await at.server.deps.db
      .selectFrom('enterprise_logos')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('enterprise_id', '=', at.enterprise.id)
      .where('key', 'not in', [next, (await brandingOf()).logo_dark_url ?? ''].map(keyOf))
      .executeTakeFirstOrThrow()
    assert.equal(Number(count), 0)
  })

  test('a change of the logo is written into the audit log', async () => {
    await set(await photo())
    const { entries } = await they.call('GET /apps/audit/list', { deed: 'logo_changed' })
    assert.equal(entries[0]?.deed, 'logo_changed')
  })
})

describe('invalid logos', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  const others: [string, () => Promise<Buffer> | Buffer][] = [
    ['a drawing', () => svg],
    ['a drawing that starts like a PNG', () => Buffer.concat([png, svg])],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    [
      'a GIF',
      async () =>
        sharp(await photo())
          .gif()
          .toBuffer(),
    ],
    ['half a PNG header', () => png.subarray(0, 4)],
    [
      'a PNG without pixels',
      async () =>
        (
          await sharp(await photo())
            .png()
            .toBuffer()
        ).subarray(0, 40),
    ],
  ]
  for (const [what, make] of others) {
    test(`${what} is refused and changes nothing`, async () => {
      const before = await set(await photo())
      const { entry } = await they.refused(SET, { picture: base64(await make()) }, 'invalid_request')
      assert.equal(entry.field, 'picture')
      assert.equal((await brandingOf()).logo_url, before)
    })
  }

  test('a picture that is too large or not base64 is refused before it is decoded', async () => {
    const large = base64(Buffer.concat([png, Buffer.alloc(600_000)]))
    for (const picture of [large, '%%%', '', 7]) await they.refused(SET, { picture }, 'invalid_request')
  })

  test('a picture with more pixels than a logo is scaled down', async () => {
    const wide = await sharp({ create: { width: 4000, height: 4000, channels: 3, background: 'red' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    assert.equal((await pixels(await set(wide))).width, 192)
  })
})

describe('users who may not set the logo', () => {
  test('only administrators are offered the setting', async () => {
    const offered = async (who: Client) => (await who.call('GET /apps/users/sessions', {})).may_brand
    assert.deepEqual([await offered(they), await offered(at.me)], [true, false])
  })

  test('members, administrators of other enterprises and strangers cannot set it', async () => {
    const before = await set(await photo())
    const picture = base64(await seeThrough())
    await at.me.refused(SET, { picture }, 'permission_denied')
    const abroad = await at.signIn(await at.make.user({ isAdministrator: true }))
    await abroad.call(SET, { picture })
    assert.equal(codeOf(await client(at.server).visitor.send(SET, { picture })), 'login_expired')
    assert.equal((await brandingOf()).logo_url, before)
  })

  test('addresses with a foreign, missing or malformed key answer alike and reveal nothing', async () => {
    const address = await set(await photo())
    const key = keyOf(address)
    const elsewhere = (await at.make.enterprise()).id
    const texts = new Set<string>()
    for (const query of [
      `enterprise_id=${elsewhere}&profile_pic_key=${key}`,
      `enterprise_id=${at.enterprise.id}&profile_pic_key=x`,
      `enterprise_id=${at.enterprise.id}`,
      `enterprise_id=${'9'.repeat(40)}&profile_pic_key=${key}`,
      `enterprise_id=1&enterprise_id=2&profile_pic_key=${key}`,
      `enterprise_id=${at.enterprise.id}&profile_pic_key=${'x'.repeat(5000)}`,
      '',
    ]) {
      const answer = await get(`/api/enterprise/pic_download?${query}`)
      texts.add(`${answer.status} ${await answer.text()}`)
    }
    assert.deepEqual([...texts], ['404 '])
  })
})

function keyOf(address: string): string {
  return new URLSearchParams(address.split('?')[1]).get('profile_pic_key') ?? ''
}
