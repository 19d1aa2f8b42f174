import { afterEach, describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import type { ErrorCode } from '@/contract/errors'
import { phrases } from '@/i18n/visit/zhCN'
import VisitPage from '@/packages/visit/index'
import { refusal } from '../stores/support/fakeServer'
import { platformSignedIn, platformSignedOut, startApp } from '../stores/support/startApp'
import { INFO, NAME, TRY, holdProduct, makeProcess } from '../stores/support/visits'
import { answered, click, mountScreen, tap, type Mounted } from './rig'

const { visit: words } = phrases

let mounted: Mounted
afterEach(() => mounted.close())

const texts = (selector: string) => [...mounted.box.querySelectorAll(selector)].map(({ textContent }) => textContent)

type Answer = Parameters<Awaited<ReturnType<typeof startApp>>['server']['on']>[1]

async function open(answer: Answer, { isIn = false, message = undefined as number | undefined } = {}) {
  sessionStorage.clear()
  const rig = await startApp(isIn ? platformSignedIn() : platformSignedOut())
  rig.server.on(INFO, answer as never)
  holdProduct(rig.server)
  Object.assign(rig.platform.navigate, { placeOf: () => ({ page: 'visit', uniqueName: NAME, message }) })
  mounted = await mountScreen(rig.app, h(VisitPage))
  await answered()
  return rig
}

describe('[LAND-01] what stands in between', () => {
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

  test('who is signed in and not meant is named, and has a drive to go to', async () => {
    await open(refusal('permission_denied'), { isIn: true })
    expect(texts('.empty-text')[0]).toContain('王珂')
    expect(texts('.empty-action')).toStrictEqual([words.denied.forbidden.action])
    expect(texts('.visit-buttons')).toStrictEqual([words.ownDrive])
  })

  test('[LAND-10] a password: nothing to send while there is none; a wrong one stays and is told', async () => {
    const { server } = await open(refusal('share_link_invalid_password'))
    server.on(TRY, refusal('share_link_invalid_password', { text: '密码错误' }))
    const submit = () => mounted.box.querySelector<HTMLElement>('.visit-password-submit .button')!
    expect(submit().className).toContain('button-disabled')
    await click(submit())
    expect(server.countOf(TRY)).toBe(0)
  })
})

describe('[LAND-03] [LAND-04] a share as its message tells of it', () => {
  test('the sharer, their words, the number and when; saving, looking, and the direct way where there is one', async () => {
    const process = makeProcess({
      description: '周五前看完',
      serial_number: 'S20261125',
      item_is_accessible_without_shared: true,
    })
    const { platform } = await open({ process, share_grant: 'g1' }, { isIn: true, message: 12 })
    expect(texts('.visit-card-sharer')).toStrictEqual(['王珂 分享了文件给你'])
    expect(texts('.visit-card-description')).toStrictEqual(['周五前看完'])
    expect(texts('.visit-numbers')[0]).toMatch(/编号 S20261125创建时间 2023-11-1\d \d\d:\d\d/)
    expect(texts('.visit-buttons .button')).toStrictEqual([words.save.action, words.preview])
    expect(texts('.text-button')).toStrictEqual([words.direct])
    await tap(mounted.box, '.button', words.preview)
    expect(platform.navigate.top).toMatchObject({ page: 'visit', uniqueName: NAME, item: 'file_5' })
  })

  test('without another way there is none; its maker does not save it', async () => {
    const process = makeProcess({ can_save: false, share_link: { is_owner: true } })
    await open({ process, share_grant: 'g1' }, { isIn: true, message: 12 })
    expect(texts('.visit-buttons .button')).toStrictEqual([words.preview])
    expect(texts('.text-button')).toStrictEqual([])
  })
})

describe('[LAND-05] [AH-06] a file whose looks are counted', () => {
  test('what it is, what is left, until when, and a tap to look', async () => {
    const process = makeProcess({ share_link: { previews_left: 9, due_time: 1_797_955_199 } })
    const { server } = await open({ process, share_grant: 'g1' })
    expect(texts('.sheet-head-text')[0]).toContain('还可预览 9 次')
    expect(texts('.visit-card > .button')).toStrictEqual([words.preview])
    expect(server.countOf('GET /apps/representations/info')).toBe(0)
  })
})
