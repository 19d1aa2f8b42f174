import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { BaseInfo } from '@/contract/entities'
import { MANIFEST_FILE } from '../../../server/web/manifest'
import { manifestText } from '../../support/builtPage'
import { client } from '../../support/client'
import { photo } from '../../support/samples/samples'
import { decideShares } from '../../support/shares/sharePolicy'
import { Sharing } from '../../support/shares/sharing'
import { makeLink, typedIdOf } from '../../support/shares/shares'

let at: Sharing
let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-web-'))
  await writeFile(join(folder, MANIFEST_FILE), manifestText())
  at = await Sharing.open({ webFolder: folder })
})
beforeEach(() => at.rewind())
after(async () => {
  await at.close()
  await rm(folder, { recursive: true })
})

const missing = 'A'.repeat(22)
const set = (link: { id: number }, values: object) =>
  at.server.deps.db.updateTable('share_links').set(values).where('id', '=', link.id).execute()

describe('[LAND-09] the branding that a link shows', () => {
  const branding = async (uniqueName: string) => {
    const { visitor } = client(at.server)
    return visitor.call('GET /apps/users/get_base_info', { share_link_token: uniqueName })
  }
  before(() =>
    at.server.deps.db
      .updateTable('enterprises')
      .set({
        logo_key: 'light',
        logo_dark_key: 'dark',
        share_link_page_title: '明德小学',
        complaints: true,
        wording: 'education',
      })
      .where('id', '=', at.enterprise.id)
      .execute(),
  )

  test('visitors read the branding without a session, and nothing else of the enterprise', async () => {
    const link = await makeLink(at.me, await at.make.file({ owner: at.owner }))
    const { share_branding, user_info, enterprise_info, ...rest } = await branding(link.unique_name)
    assert.deepEqual(share_branding, {
      language_type: 'education',
      logo_key: 'light',
      logo_dark_key: 'dark',
      logo_url: `/api/enterprise/pic_download?enterprise_id=${at.enterprise.id}&profile_pic_key=light`,
      logo_dark_url: `/api/enterprise/pic_download?enterprise_id=${at.enterprise.id}&profile_pic_key=dark`,
      share_link_page_title: '明德小学',
      complaints: true,
    })
    assert.deepEqual([user_info, enterprise_info], [null, null])
    const {
      success: _,
      csrf_token: __,
      ...plain
    } = await client(at.server).visitor.call('GET /apps/users/get_base_info', {})
    const { success: ___, csrf_token: ____, ...told } = rest
    const { user_info: _____, enterprise_info: ______, ...expected } = plain
    assert.deepEqual(told, expected)
  })

  test('closed and expired links show the branding; links to deleted items and missing links answer alike, without branding', async () => {
    const file = await at.make.file({ owner: at.owner })
    const link = await makeLink(at.me, file)
    for (const values of [{ closed_at: at.now }, { due_at: at.now, closed_at: null }]) {
      await set(link, values)
      assert.equal((await branding(link.unique_name)).share_branding?.logo_key, 'light')
    }
    await set(link, { due_at: null })
    await at.me.call('POST /apps/files/delete', { item_typed_ids: [typedIdOf(file)] })
    assert.equal((await branding(link.unique_name)).share_branding, null)
    assert.equal((await branding(missing)).share_branding, null)
  })

  test('a signed-in visitor also keeps their own enterprise', async () => {
    const link = await makeLink(at.me, await at.make.file({ owner: at.owner }))
    const guest = await at.make.user()
    const they = await at.signIn(guest)
    const info = await they.call('GET /apps/users/get_base_info', { share_link_token: link.unique_name })
    assert.equal(info.enterprise_info?.id, guest.enterprise_id)
    assert.equal(info.share_branding?.share_link_page_title, '明德小学')
  })

  test('the page includes the branding', async () => {
    const link = await makeLink(at.me, await at.make.file({ owner: at.owner }))
    const { body } = await client(at.server).visitor.request('GET', `/share/${link.unique_name}`)
    const [, boot] = /id="boot">(.*?)<\/script>/s.exec(body as string)!
    const { base_info } = JSON.parse(boot!) as { base_info: BaseInfo }
    assert.equal(base_info.share_branding?.share_link_page_title, '明德小学')
  })
})

test('[LAND-01] the page of a missing link is always served, and opening it counts as a failed attempt of the network', async () => {
  const subject = 'share-name:127.0.0.1'
  const page = async () => {
    const { status, body } = await client(at.server).visitor.request('GET', `/share/${missing}`)
    assert.equal(status, 200)
    assert.match(body as string, /"share_branding":null/)
  }
  const attempts = () =>
    at.server.deps.db.selectFrom('login_attempts').select('failures').where('subject', '=', subject)
  await at.server.deps.db.deleteFrom('login_attempts').where('subject', '=', subject).execute()
  await page()
  assert.deepEqual(await attempts().execute(), [{ failures: 1 }])
  await at.server.deps.db.updateTable('login_attempts').set({ failures: 300 }).where('subject', '=', subject).execute()
  for (const failures of [301, 301]) {
    await page()
    assert.deepEqual(await attempts().execute(), [{ failures }])
  }
  await at.server.deps.db.deleteFrom('login_attempts').where('subject', '=', subject).execute()
})

describe('[LAND-06] further offers of a landing page', () => {
  const shareInfo = (uniqueName?: string) =>
    client(at.server).visitor.call('GET /apps/users/get_share_user_info', {
      share_link_token: uniqueName,
      scenario: 'share',
    })

  test('the offers come from the configuration and reveal nothing about the link', async () => {
    const link = await makeLink(at.me, await at.make.file({ owner: at.owner }))
    for (const uniqueName of [link.unique_name, missing])
      assert.deepEqual(await shareInfo(uniqueName), {
        success: true,
        product_id: '',
        resource_id: uniqueName,
        open_app_url: '',
        is_custom_product: false,
      })
    Object.assign(at.server.deps.config, {
      productId: 'satchel',
      openAppUrl: 'satchel://share/{share}?from=h5',
      customProduct: true,
    })
    assert.deepEqual(await shareInfo(missing), {
      success: true,
      product_id: 'satchel',
      resource_id: missing,
      open_app_url: `satchel://share/${missing}?from=h5`,
      is_custom_product: true,
    })
    Object.assign(at.server.deps.config, { productId: null, openAppUrl: null, customProduct: false })
  })
})

describe('[AH-06] a chat’s preview of a link', () => {
  const page = async (uniqueName: string, userAgent = 'facebookexternalhit/1.1') => {
    const { body } = await client(at.server).visitor.request('GET', `/share/${uniqueName}`, undefined, {
      'user-agent': userAgent,
    })
    return body as string
  }
  const tagsOf = (body: string) =>
    Object.fromEntries(
      [...body.matchAll(/<meta property="og:(\w+)" content="([^"]*)">/g)].map(([, name, content]) => [name, content]),
    ) as Record<string, string>

  test('public links show title and picture; the preview is not counted', async () => {
    const file = await at.make.file({ owner: at.owner }, { name: '合影.jpg', content: await photo() })
    const link = await makeLink(at.me, file, { description: '给大家 "看看"' })
    const tags = tagsOf(await page(link.unique_name))
    assert.deepEqual([tags.title, tags.description], ['合影.jpg', '给大家 &#34;看看&#34;'])
    assert.ok(tags.image!.startsWith(at.server.url), tags.image)
    const picture = await fetch(tags.image!.replace(/&#38;/g, '&'))
    assert.equal(picture.status, 200)
    assert.match(picture.headers.get('content-type')!, /^image\//)
    const { visit_count, preview_count } = await at.linkNow(link.id)
    assert.deepEqual([visit_count, preview_count], [0, 0])
  })

  test('the address of the picture opens only the thumbnail', async () => {
    const file = await at.make.file({ owner: at.owner }, { name: '合影.jpg', content: await photo() })
    const { image } = tagsOf(await page((await makeLink(at.me, file)).unique_name))
    const address = image!.replace(/&#38;/g, '&')
    assert.match(address, /kind=image_128/)
    for (const kind of ['image_1024', 'original']) {
      const { status } = await fetch(address.replace('image_128', kind))
      assert.equal(status, 403)
    }
  })

  test('several items are named by the first and the number of the others; no name can end the element', async () => {
    const [one, two] = [await at.make.file({ owner: at.owner }), await at.make.file({ owner: at.owner })]
    await at.change(one, { name: '"><script>alert(1)</script>.txt' })
    const link = await makeLink(at.me, one, { item_typed_ids: [one, two].map(typedIdOf) })
    const body = await page(link.unique_name)
    assert.ok(!body.includes('<script>alert'))
    assert.equal(tagsOf(body).title, '&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;.txt +1')
  })

  test('every other link previews like a missing one', async () => {
    const file = await at.make.file({ owner: at.owner }, { name: '保密.jpg', content: await photo() })
    const neutral = tagsOf(await page(missing))
    assert.deepEqual(Object.keys(neutral).sort(), ['site_name', 'title', 'type'])
    const link = await makeLink(at.me, file)
    const gone = { closed_at: null, due_at: null, access: 'public', approval_state: 2, disable_download: false }
    for (const values of [
      { closed_at: at.now },
      { due_at: at.now },
      { access: 'company' },
      { approval_state: 1 },
      { disable_download: true, preview_limit: 1, preview_count: 1 },
    ]) {
      await set(link, { ...gone, preview_limit: null, ...values })
      const body = await page(link.unique_name)
      assert.deepEqual(tagsOf(body), neutral, JSON.stringify(values))
      assert.ok(!body.includes('保密'))
    }
    const withPassword = await makeLink(at.me, file, { password_protected: true, password: 'k7m3' })
    assert.deepEqual(tagsOf(await page(withPassword.unique_name)), neutral)
    const named = { is_share_force_passwd_switch: false, is_share_shown_before_password: true }
    await decideShares(at.server.deps, at.enterprise, named)
    const unnamed = await page(withPassword.unique_name)
    assert.deepEqual([tagsOf(unnamed), unnamed.includes('保密')], [neutral, false])
    await at.change(file, { share_disabled_for: 'all' })
    await set(link, { ...gone, preview_limit: null })
    assert.deepEqual(tagsOf(await page(link.unique_name)), neutral)
  })

  test('search engines do not index landing pages, and other pages have no tags', async () => {
    assert.match(await page(missing), /<meta name="robots" content="noindex">/)
    const { body } = await client(at.server).visitor.request('GET', '/share/short')
    assert.deepEqual(tagsOf(body as string), {})
  })
})
