import { afterEach, describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import type { SharePolicy } from '@/contract/shares/policy'
import { SharePanel } from '@/screens/shares/SharePanel'
import { freePolicy } from '../../support/shares/shareTable'
import { makeItem } from '../../stores/support/factories'
import { makeLink } from '../../stores/support/links'
import { platformSignedIn, startApp } from '../../stores/support/startApp'
import { answered, mountScreen, tap, type as typeInto, type Mounted } from '../rig'

const CREATE = 'POST /apps/share_links/create'

let mounted: Mounted

async function open(policy: Partial<SharePolicy> = {}, platform = platformSignedIn()) {
  const item = {
    ...makeItem({ id: 3, name: '简章.pdf', permissions: ['item_view', 'item_share', 'item_download'] }),
    ...freePolicy,
    ...policy,
  }
  platform.server.on('GET /apps/files/get_info', { item }).on(CREATE, { share_link: makeLink({ password: 'k7m3' }) })
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
