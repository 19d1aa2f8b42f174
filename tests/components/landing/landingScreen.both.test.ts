import { afterEach, describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import type { Reply } from '@/contract/api'
import type { ErrorCode } from '@/contract/errors'
import { phrases } from '@/i18n/landing/zhCN'
import LandingPage from '@/packages/visit/index'
import { openApp } from '@/screens/landing/messenger/landingPhone'
import { NoAnswer } from '@/platform/Platform'
import { makeFolder, makeFolderReply, makeItem, makeStrangerInfo } from '../../stores/support/factories'
import { refusal } from '../../stores/support/fakeServer'
import { platformSignedIn, platformSignedOut, startApp } from '../../stores/support/startApp'
import { INFO, NAME, TRY, holdProduct, makeProcess } from '../../stores/support/visits'
import { FakePlatform } from '../../stores/support/fakePlatform'
import { answered, click, doing, mountScreen, tap, type as typeText, type Mounted } from '../rig'

const { visit: words } = phrases

const LIST = 'GET /apps/files/file_list/{folderId}'
const ASK = 'POST /apps/access_requests/create'

let mounted: Mounted
afterEach(() => mounted.close())

const texts = (selector: string) => [...mounted.box.querySelectorAll(selector)].map(({ textContent }) => textContent)

type Answer = Parameters<Awaited<ReturnType<typeof startApp>>['server']['on']>[1]

interface Given {
  isIn?: boolean
  message?: number
  /** The rows of a folder. */
  list?: ReturnType<typeof makeFolderReply>
  product?: Reply<'GET /apps/users/get_share_user_info'>
  /** The client's platform. */
  name?: 'h5' | 'weapp'
}

/** Entries that only a browser offers. */
const offered = (...what: string[]) => (openApp ? what : [])

async function open(answer: Answer, { isIn = false, message, list, product, name = 'h5' }: Given = {}) {
  sessionStorage.clear()
  const rig = await startApp(isIn ? platformSignedIn(name) : platformSignedOut(name))
  rig.server.on(INFO, answer as never)
  holdProduct(rig.server)
  if (product) rig.server.on('GET /apps/users/get_share_user_info', product)
  // The mini-program's card for chats.
  rig.server.on('GET /apps/share_links/card', { title: '班级相册', count: 1, picture: null })
  if (list) rig.server.on(LIST, list)
  Object.assign(rig.platform.navigate, { placeOf: () => ({ page: 'visit', uniqueName: NAME, message }) })
  mounted = await mountScreen(rig.app, h(LandingPage))
  await answered()
  return rig
}

describe('[LAND-01] obstacles', () => {
  const table: [ErrorCode, string, string][] = [
    ['share_link_not_found', words.notFound.title, words.notFound.text],
    ['action_need_login', words.needLogin.title, words.needLogin.text],
    ['process_share_link_closed', words.denied.closed.title, words.denied.closed.text],
    ['share_link_expired', words.denied.expired.title, words.denied.expired.text],
    ['share_link_refused', words.denied.refused.title, words.denied.refused.text],
    ['share_link_preview_download_limited', words.denied.limit.title, words.denied.limit.text],
    ['enterprise_expired', words.denied.other.title, '说明：enterprise_expired'],
  ]
  test.each(table)('%s has words of its own', async (code, title, text) => {
    await open(refusal(code))
    expect([texts('.empty-title'), texts('.empty-text')]).toStrictEqual([[title], [text]])
  })

  test('[AH-50] a signed-in visitor without access is named, can ask for access, and has a way to their drive', async () => {
    const { server } = await open(refusal('permission_denied'), { isIn: true })
    expect(texts('.empty-text')[0]).toContain('王珂')
    expect(texts('.empty-action')).toStrictEqual([words.denied.forbidden.action])
    expect(texts('.visit-buttons')).toStrictEqual([words.ownDrive])
    server.on(ASK, {})
    await tap(mounted.box, '.ask .button')
    expect(server.callsOf(ASK).map(({ request }) => request.unique_name)).toStrictEqual([NAME])
  })

  test('a reopened link shows its content to a returning visitor', async () => {
    const { platform, server } = await open(refusal('process_share_link_closed'))
    server.on(INFO, { process: makeProcess({ share_link: { previews_left: 9 } }), share_grant: 'g1' })
    doing(() => platform.comesBack())
    await answered()
    expect([texts('.empty-title'), texts('.sheet-head-title')]).toStrictEqual([[], ['简章.pdf']])
  })

  test('[LAND-10] an empty password cannot be sent, and a wrong one stays and is reported', async () => {
    const { server } = await open(refusal('share_link_invalid_password'))
    server.on(TRY, refusal('share_link_invalid_password', { text: '密码错误' }))
    const submit = () => mounted.box.querySelector<HTMLElement>('.visit-password-submit .button')!
    expect(submit().className).toContain('button-disabled')
    await click(submit())
    expect(server.countOf(TRY)).toBe(0)
  })

  test('[AH-57] the boxes show a code, one field takes it, and another password turns them into a plain field that says why', async () => {
    const { server } = await open(refusal('share_link_invalid_password'))
    server.on(TRY, refusal('share_link_invalid_password', { text: '密码错误' }))
    expect([texts('.code-box').length, texts('.field-note')]).toStrictEqual([4, ['输满 4 位自动打开']])
    const input = () => mounted.box.querySelector<HTMLInputElement>('.field-input')!
    const first = input()
    await typeText(first, 'k7m')
    expect(texts('.code-box')).toStrictEqual(['k', '7', 'm', ''])
    await typeText(first, 'k7m2')
    await answered()
    expect([texts('.code-box').join(''), texts('.field-error'), server.countOf(TRY)]).toStrictEqual([
      '',
      ['密码错误'],
      1,
    ])
    await typeText(first, 'school26')
    expect([texts('.code-box'), input() === first, server.countOf(TRY)]).toStrictEqual([[], true, 1])
    expect(texts('.field-note')).toStrictEqual(['这不像 4 位的密码，请输完整后点“查看”'])
    await tap(mounted.box, '.visit-password-submit .button')
    await answered()
    expect([input().value, texts('.field-error'), server.countOf(TRY)]).toStrictEqual(['school26', ['密码错误'], 2])
    await typeText(first, '')
    await tap(mounted.box, '.text-button', '密码不是 4 位')
    expect([texts('.code-box'), texts('.field-note')]).toStrictEqual([[], []])
  })

  test('[AH-57] the page names the sharer and the file before the password, where the server does', async () => {
    const share_notice = {
      sharer: '王珂',
      type: 'file',
      name: '简章.pdf',
      extension: 'pdf',
      type_icon: 'pdf',
      size: 2048,
      item_count: 1,
    }
    const { status, body } = refusal('share_link_invalid_password')
    const named = async (more: object) => {
      await open({ status, body: { ...(body as object), share_notice: { ...share_notice, ...more } } } as never)
      const seen = ['.visit-card-sharer', '.sheet-head-title', '.sheet-head-text', '.visit-lock'].flatMap(texts)
      return seen
    }
    expect(await named({})).toStrictEqual(['王珂 分享了文件给你', '简章.pdf', '2 KB'])
    mounted.close()
    expect(await named({ type: 'folder', name: '相册', size: 0 })).toStrictEqual(['王珂 分享了文件夹给你', '相册'])
    mounted.close()
    expect(await named({ item_count: 3 })).toStrictEqual(['王珂 分享了 3 项内容给你', '简章.pdf 等 3 项'])
  })
})

describe('[LAND-03] [LAND-04] a share as its message shows it', () => {
  test('the card shows the sharer, their words, number and time, and offers saving, previewing, and the direct way where there is one', async () => {
    const process = makeProcess({
      description: '周五前看完',
      serial_number: 'S20261125',
      item_is_accessible_without_shared: true,
    })
    const { platform } = await open({ process, share_grant: 'g1' }, { isIn: true, message: 12 })
    expect(texts('.visit-card-sharer')).toStrictEqual(['王珂 分享了文件给你'])
    expect(texts('.visit-card-description')).toStrictEqual(['周五前看完'])
    expect(texts('.visit-numbers')[0]).toMatch(/编号 S20261125创建时间 2023-11-1\d \d\d:\d\d/)
    expect(texts('.visit-card .button')).toStrictEqual([words.save.action, words.preview])
    expect(texts('.text-button')).toStrictEqual([words.direct])
    await tap(mounted.box, '.button', words.preview)
    expect(platform.navigate.top).toMatchObject({ page: 'visit', uniqueName: NAME, item: 'file_5' })
  })

  test('[AH-48] the card says that a share has no comments and whom to ask, unless the receiver sees the item without the link', async () => {
    await open({ process: makeProcess(), share_grant: 'g1' }, { isIn: true, message: 12 })
    const note = '分享的内容不能评论。要一起评论，请 王珂 邀请你加入文件夹。'
    expect(texts('.visit-numbers')[0]).toContain(note)
    mounted.close()
    const process = makeProcess({ item_is_accessible_without_shared: true })
    await open({ process, share_grant: 'g1' }, { isIn: true, message: 12 })
    expect(texts('.visit-numbers')[0]).not.toContain(note)
  })

  test('[LAND-06] the card offers downloading and the app of the product, where a browser has them', async () => {
    const own = { isIn: true, message: 12, name: openApp ? ('h5' as const) : ('weapp' as const) }
    await open({ process: makeProcess(), share_grant: 'g1' }, own)
    expect([texts('.screen-footer .button'), texts('.visit-links .text-button')]).toStrictEqual([
      offered(words.download),
      [],
    ])
    mounted.close()
    const address = 'https://app.test/'
    const product = {
      success: true as const,
      product_id: '',
      resource_id: NAME,
      open_app_url: address,
      is_custom_product: false,
    }
    await open({ process: makeProcess(), share_grant: 'g1' }, { ...own, product })
    expect(texts('.visit-links .text-button')).toStrictEqual(offered(words.openInApp))
    mounted.close()
    const usedUp = makeProcess({ share_link: { downloads_left: 0 } })
    await open({ process: usedUp, share_grant: 'g1' }, own)
    expect(texts('.screen-footer .button')).toStrictEqual([])
  })

  test('without a direct way there is none, and the maker is offered no saving', async () => {
    const process = makeProcess({ can_save: false, share_link: { is_owner: true } })
    await open({ process, share_grant: 'g1' }, { isIn: true, message: 12 })
    expect(texts('.visit-card .button')).toStrictEqual([words.preview])
    expect(texts('.text-button')).toStrictEqual([])
  })
})

describe('[LAND-05] [AH-06] a file whose previews are counted', () => {
  test('the page shows the file, what is left, until when, and a button to preview', async () => {
    const process = makeProcess({ share_link: { previews_left: 9, due_time: 1_797_955_199 } })
    const { server } = await open({ process, share_grant: 'g1' })
    expect(texts('.sheet-head-text')[0]).toContain('还可预览 9 次')
    expect(texts('.visit-card > .button')).toStrictEqual([words.preview])
    expect(server.countOf('GET /apps/representations/info')).toBe(0)
  })

  test.each([
    [20, '20 秒后到期'],
    [120, '2 分钟后到期'],
    [7200, '2 小时后到期'],
    [3 * 86_400 + 60, '3 天后到期'],
    [9 * 86_400, '有效期至 11-29'],
  ])('[SHARE-14] a link that ends in %i s: %s', async (left, said) => {
    const due_time = Math.floor(new FakePlatform().clock.now() / 1000) + left
    await open({ process: makeProcess({ share_link: { previews_left: 9, due_time } }), share_grant: 'g1' })
    expect(texts('.sheet-head-text')[0]).toMatch(new RegExp(`· ${said}$`))
  })

  test.each([
    [5, [words.download, words.save.action]],
    [0, []],
  ])('[LAND-06] a link with %i downloads left says so', async (left, offered) => {
    const process = makeProcess({ can_save: true, share_link: { previews_left: 9, downloads_left: left } })
    await open({ process, share_grant: 'g1' })
    expect(texts('.visit-buttons .button')).toStrictEqual(offered)
  })
})

describe('[LAND-07] [AH-14] signing in to save', () => {
  async function signIn(then: Partial<ReturnType<typeof makeProcess>> | NoAnswer) {
    const folder = makeFolder({ id: 9, name: '校园开放日' })
    const list = makeFolderReply({ folder, children: [makeItem({ id: 12 })], total_children_count: 1 })
    const rig = await open({ process: makeProcess({ item: folder }), share_grant: 'g1' }, { list })
    await tap(mounted.box, '.visit-buttons .button', words.save.action)
    await tap(mounted.box, '.dialog-buttons .button', words.save.login)
    const answer =
      then instanceof NoAnswer ? then : { process: makeProcess({ item: folder, ...then }), share_grant: 'g2' }
    rig.server.on(INFO, answer)
    doing(() => void rig.app.session.signIn('wang', 'right'))
    await answered()
    return rig
  }

  test('a visitor whom the link lets save nothing is told so before choosing a place', async () => {
    const { app } = await signIn({ can_save: false })
    expect([texts('.toast')[0], texts('.picker, .pick')]).toStrictEqual([words.save.not, []])
    expect(app.session.user).not.toBeNull()
  })

  test('without an answer the visitor is told so', async () => {
    await signIn(new NoAnswer('network'))
    expect(texts('.toast')).toHaveLength(1)
  })
})

describe('[LAND-05] a folder of a link', () => {
  const SEARCH = 'GET /apps/files/search'
  const folder = makeFolder({ id: 9, name: '校园开放日' })
  const rows = [makeFolder({ id: 11, name: '原图' }), makeItem({ id: 12, name: '合影.jpg' })]

  const openFolder = () =>
    open(
      { process: makeProcess({ item: folder }), share_grant: 'g1' },
      { list: makeFolderReply({ folder, children: rows, total_children_count: rows.length }) },
    )

  test('a search result opens like a row', async () => {
    const { platform, server } = await openFolder()
    server.on(SEARCH, {
      items: [{ ...makeItem({ id: 12, name: '合影.jpg' }), creator: { id: 0, name: '' }, content: '', hit_num: 1 }],
      num_found: 1,
    })
    await tap(mounted.box, `[aria-label="${words.search.action}"]`)
    await answered()
    typeText(mounted.box.querySelector<HTMLInputElement>('.search-input input, input.search-input')!, '合影')
    doing(() => platform.clock.pass(1000))
    await answered()
    expect(server.callsOf(SEARCH).map(({ request }) => request)).toMatchObject([
      { query_words: '合影', scenario: 'share', share_link_token: NAME },
    ])
    expect(Object.keys(server.callsOf(SEARCH)[0]!.request)).not.toContain('department_id')
    await tap(mounted.box, '.search .row-open')
    expect(platform.navigate.top).toMatchObject({ page: 'visit', uniqueName: NAME, item: 'file_12' })
  })

  test('the sharer and their words stand above the rows and scroll with them', async () => {
    await openFolder()
    expect(mounted.box.querySelectorAll('.virtual-list .visit-sharer')).toHaveLength(1)
    expect(mounted.box.querySelectorAll('.visit-sharer')).toHaveLength(1)
  })
})

describe('[LAND-01] a link that is opened elsewhere', () => {
  test('the page says where it opens', async () => {
    const { status, body } = refusal('share_link_moved')
    await open({ status, body: { ...(body as object), redirect_domain: 'https://b.example' } } as never)
    expect([texts('.empty-title'), texts('.empty-text')]).toStrictEqual([
      [words.moved.title],
      [`https://b.example/share/${NAME}`],
    ])
  })
})

describe('[LAND-09] the owner of the page', () => {
  test('the logo precedes the title, and a logo that fails gives way to what stands there without one', async () => {
    const rig = await startApp(platformSignedOut())
    rig.server.on(INFO, refusal('share_link_expired'))
    const share_branding = {
      language_type: 'default' as const,
      logo_key: 'k',
      logo_dark_key: null,
      logo_url: '/api/enterprise/pic_download?enterprise_id=3&profile_pic_key=k',
      logo_dark_url: null,
      share_link_page_title: '明德学校云盘',
      complaints: false,
    }
    rig.server.on('GET /apps/users/get_base_info', { ...makeStrangerInfo(), share_branding })
    holdProduct(rig.server)
    Object.assign(rig.platform.navigate, { placeOf: () => ({ page: 'visit', uniqueName: NAME }) })
    mounted = await mountScreen(rig.app, h(LandingPage))
    await answered()
    expect(mounted.box.querySelectorAll('.visit-logo-picture')).toHaveLength(1)
    expect(mounted.box.textContent).toContain('明德学校云盘')
  })
})
