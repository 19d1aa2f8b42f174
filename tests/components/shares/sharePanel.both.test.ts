import { afterEach, describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import type { Contact } from '@/contract/contacts'
import type { SharePolicy } from '@/contract/shares/policy'
import { SharePanel } from '@/screens/shares/SharePanel'
import { chosenContactsOf } from '@/stores/contacts/ChosenContacts'
import { freePolicy } from '../../support/shares/shareTable'
import { makeBaseInfo, makeContact, makeContactGroup, makeEnterprise, makeItem } from '../../stores/support/factories'
import { refusal } from '../../stores/support/fakeServer'
import { makeLink } from '../../stores/support/links'
import { platformSignedIn, startApp } from '../../stores/support/startApp'
import { answered, click, doing, mountScreen, tap, type as typeInto, type Mounted } from '../rig'

const CREATE = 'POST /apps/share_links/create'

let mounted: Mounted

async function open(policy: Partial<SharePolicy> = {}, platform = platformSignedIn(), contacts: Contact[] = []) {
  const item = {
    ...makeItem({ id: 3, name: '简章.pdf', permissions: ['item_view', 'item_share', 'item_download'] }),
    ...freePolicy,
    ...policy,
  }
  platform.server
    .on('GET /apps/files/get_info', { item })
    .on(CREATE, { share_link: makeLink({ password: 'k7m3' }) })
    .on('GET /apps/contacts/recent', { contacts })
  const rig = await startApp(platform)
  const overlays = rig.app.createOverlays()
  const closed: true[] = []
  mounted = await mountScreen(
    rig.app,
    h(SharePanel, { typedId: 'file_3', overlays, onClose: () => void closed.push(true) }),
  )
  await answered()
  return { ...rig, overlays, closed }
}

const within = (selector: string) => [...mounted.box.querySelectorAll(selector)]
const cell = (label: string) =>
  within('.share-cell').find((each) => each.querySelector('.share-cell-label')?.textContent === label)!
const turn = async (label: string) => {
  const one = within('[role=switch]').find((each) => each.getAttribute('aria-label') === label)
  one!.setAttribute('data-turned', '1')
  await tap(mounted.box, '[data-turned]')
  one!.removeAttribute('data-turned')
}

afterEach(() => mounted.close())

describe('the popup', () => {
  test('[SHARE-01] the popup says what is shared, who can open it and what they may', async () => {
    await open({ share_default_preview_limit: 20, is_share_force_passwd_switch: true })
    expect(mounted.box.querySelector('.sheet-head-title')?.textContent).toBe('简章.pdf')
    expect(cell('访问权限').textContent).toContain('公开 · 需密码')
    expect(cell('访问权限').textContent).toContain('永久有效 · 可预览 20 次 · 可下载')
  })

  test('[SHARE-01] [ERR-05] the popup creates once, says so, and shows address and password', async () => {
    const { server } = await open()
    await tap(mounted.box, '.share-foot .button')
    expect(server.countOf(CREATE)).toBe(1)
    const [said] = within('.share-done[role=status]')
    expect(said?.textContent).toBe('链接已创建')
    expect(within('.share-address').map(({ textContent }) => textContent)).toStrictEqual([makeLink().url])
    expect(mounted.box.querySelector('.share-password')?.textContent).toBe('k7m3')
  })

  test('[ERR-05] the popup says that link and password were copied, where the phone does not', async () => {
    const { app, platform } = await open()
    await tap(mounted.box, '.share-foot .button')
    await tap(mounted.box, '.share-foot .button', '复制')
    expect(platform.clipboard).toContain('访问密码：k7m3')
    expect(app.feedback.currentToast?.message).toStrictEqual({ text: '链接和密码已复制' })
  })

  test('[AH-08] [SHARE-11] a text that cannot be copied is shown to be copied, and nothing claims a copy', async () => {
    const { CopyFailed } = await import('@/platform/Platform')
    const platform = platformSignedIn()
    platform.clipboard = new CopyFailed()
    const { app } = await open({}, platform)
    await tap(mounted.box, '.share-foot .button')
    await tap(mounted.box, '.share-foot .button', '复制')
    expect((mounted.box.querySelector('.by-hand') as HTMLTextAreaElement).value).toContain('访问密码：k7m3')
    expect(app.feedback.currentToast).toBeNull()
  })
})

describe('the page of permissions', () => {
  test('[SHARE-09] an invalid field keeps the page open and shows the tip', async () => {
    const { app, overlays } = await open({ is_share_force_passwd_switch: true })
    await tap(mounted.box, '.share-cell', '访问权限')
    typeInto(mounted.box.querySelector('.password-input') as HTMLInputElement, '')
    await tap(mounted.box, '.permissions .text-button', '保存')
    expect(app.feedback.currentToast?.message).toStrictEqual({ text: '有内容填写不正确，请检查标红的地方' })
    expect(overlays.valueFor('changeperms')).toBeDefined()
    expect(mounted.box.querySelector('.permissions [role=alert]')?.textContent).toBe('所有分享链接都需要密码')
  })

  test('[SHARE-09] back with unsaved changes asks and leads nowhere, and the next answer counts', async () => {
    const { overlays } = await open()
    await tap(mounted.box, '.share-cell', '访问权限')
    await turn('禁止转发')
    await overlays.closeTop()
    await answered()
    expect(within('.leaving-title').map(({ textContent }) => textContent)).toStrictEqual(['要保存更改吗？'])
    await tap(mounted.box, '.menu-entry', '继续编辑')
    expect(overlays.valueFor('changeperms')).toBeDefined()
    await overlays.closeTop()
    await answered()
    await tap(mounted.box, '.menu-entry', '不保存')
    expect(overlays.depth).toBe(0)
    expect(cell('访问权限').textContent).not.toContain('禁止转发')
  })

  test('[SHARE-09] discarded changes are not there when the page opens again', async () => {
    const { overlays } = await open()
    await tap(mounted.box, '.share-cell', '访问权限')
    await turn('禁止转发')
    await overlays.closeTop()
    await answered()
    await tap(mounted.box, '.menu-entry', '不保存')
    await tap(mounted.box, '.share-cell', '访问权限')
    expect(within('[aria-label="禁止转发"]')[0]?.getAttribute('aria-checked')).toBe('false')
    await overlays.closeTop()
    await answered()
    expect(within('.leaving-title')).toStrictEqual([])
  })

  test('[SHARE-05] preview-only removes the download limit', async () => {
    await open({ share_default_download_limit: 5 })
    await tap(mounted.box, '.share-cell', '访问权限')
    expect(cell('限制下载次数')).toBeDefined()
    await turn('仅预览')
    expect(cell('限制下载次数')).toBeUndefined()
  })

  test('[SHARE-08] [I18N-03] a setting of the organisation is locked and says so, and a tap explains and changes nothing', async () => {
    const { app } = await open({ is_share_link_download_disabled: true, is_share_management: true })
    await tap(mounted.box, '.share-cell', '访问权限')
    expect(cell('仅预览').textContent).toContain('学校已禁止下载')
    await turn('仅预览，不能更改')
    expect(app.feedback.currentToast?.message).toStrictEqual({ text: '学校已禁止下载' })
    expect(within('[aria-label="仅预览，不能更改"]')[0]?.getAttribute('aria-checked')).toBe('true')
  })
})

describe('[AH-48] colleagues to whom something was sent recently', () => {
  const people = [
    makeContact({ id: 5, name: '李蔚', place: '明德学校 / 教务处 / 招生办公室' }),
    makeContact({ id: 6, name: '孙敏' }),
  ]
  const act = (name: string) => `[aria-label="发送给 ${name}"]`

  test('one tap sends without an expiry and without a password to type, and the toast takes it back', async () => {
    const { app, server } = await open({ share_default_expiring_days: 7 }, platformSignedIn(), people)
    server.on(CREATE, { share_link: makeLink({ id: 8, access: 'collaborators', receiver_count: 1 }) })
    server.on('POST /apps/share_links/close', { share_links: [makeLink({ id: 8, state: 'closed', closed: 1 })] })
    await tap(mounted.box, act('李蔚'))
    expect(server.callsOf(CREATE).map(({ request }) => request)).toMatchObject([
      { invited_user_ids: [5], group_ids: [], access: 'collaborators', due_time: 0, password_protected: false },
    ])
    expect(within(act('李蔚'))).toStrictEqual([])
    expect(within('.share-quick-done').map(({ textContent }) => textContent)).toStrictEqual(['已发送'])
    expect(app.feedback.currentToast?.message).toStrictEqual({ text: '已发给 李蔚' })
    app.feedback.currentToast?.action?.run()
    await answered()
    expect(server.callsOf('POST /apps/share_links/close').map(({ request }) => request)).toStrictEqual([
      { share_link_ids: [8] },
    ])
    expect(within(act('李蔚'))).toHaveLength(1)
    expect(app.feedback.currentToast?.message).toStrictEqual({ text: '已撤回发给 李蔚 的分享' })
  })

  test('a person shows the own department, not the path to it', async () => {
    await open({}, platformSignedIn(), people)
    expect(within('.share-quick-place').map(({ textContent }) => textContent)).toStrictEqual(['招生办公室'])
  })

  test('a refused sending can be tried again, and two taps send once', async () => {
    const { server } = await open({}, platformSignedIn(), people)
    server.on(CREATE, refusal('permission_denied'))
    await tap(mounted.box, act('孙敏'))
    expect(within('.share-quick-done')).toStrictEqual([])
    server.on(CREATE, { share_link: makeLink({ id: 9 }) })
    doing(() => {
      click(mounted.box.querySelector(act('孙敏')))
      click(mounted.box.querySelector(act('孙敏')))
    })
    await answered()
    expect(server.countOf(CREATE)).toBe(2)
  })

  test('an organisation that demands passwords gets one, and a link that waits for approval says so', async () => {
    const policy = { is_share_force_passwd_switch: true, is_share_approval_required: true }
    const { app, server } = await open(policy, platformSignedIn(), people)
    server.on(CREATE, { share_link: makeLink({ id: 8, state: 'waiting' }) })
    await tap(mounted.box, act('李蔚'))
    expect(server.callsOf(CREATE)[0]!.request).toMatchObject({
      password_protected: true,
      password: expect.stringMatching(/^.{4,}$/) as unknown,
    })
    expect(app.feedback.currentToast?.message).toStrictEqual({ text: '等待审批，通过后发给 李蔚' })
  })

  test('a person chosen in the picker gets it at once; several become receivers that the form shows first', async () => {
    const { app, platform, server } = await open()
    expect(within('.share-quick-title').map(({ textContent }) => textContent)).toStrictEqual(['直接发给成员'])
    await tap(mounted.box, '.share-quick .text-button')
    expect(platform.navigate.top).toStrictEqual({ page: 'people', choice: { mode: 'share' } })
    const choose = async (...contacts: Contact[]) => {
      doing(() => chosenContactsOf(app).put({ mode: 'share' }, contacts))
      await answered()
    }
    await choose(people[0]!)
    expect(server.callsOf(CREATE).map(({ request }) => request)).toMatchObject([{ invited_user_ids: [5] }])
    expect(within('.share-quick-name').map(({ textContent }) => textContent)).toStrictEqual(['李蔚'])
    await tap(mounted.box, '.share-quick .text-button')
    await choose(...people)
    await choose(makeContactGroup({ id: 9 }))
    expect(server.countOf(CREATE)).toBe(1)
    expect(cell('分享给').textContent).toContain('已选 1 项')
  })

  test('nobody is offered where the organisation does not let people share with each other', async () => {
    const platform = platformSignedIn()
    const enterprise_info = makeEnterprise({ share_with_colleagues_disallowed: true })
    platform.server.on('GET /apps/users/get_base_info', { ...makeBaseInfo(), enterprise_info })
    const { server } = await open({}, platform, people)
    expect(server.countOf('GET /apps/contacts/recent')).toBe(0)
    expect(within('.share-quick')).toStrictEqual([])
  })
})
