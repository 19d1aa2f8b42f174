import { afterEach, describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import { phrases } from '@/i18n/fileRequests/zhCN'
import HandInPage from '@/packages/share/collect/handin/index'
import { FINISH, INFO, JOIN, makeInfo, makeMe, NAME, PRESIGN } from '../../stores/support/fileRequests'
import { makeFile } from '../../stores/support/factories'
import { refusal } from '../../stores/support/fakeServer'
import { platformSignedOut, startApp } from '../../stores/support/startApp'
import { answered, mountScreen, tap, type, type Mounted } from '../rig'

const { collect: words } = phrases
let mounted: Mounted
afterEach(() => mounted.close())

const within = (selector: string) => [...mounted.box.querySelectorAll(selector)]
const texts = (selector: string) => within(selector).map(({ textContent }) => textContent)

async function openPage(fields: Parameters<typeof makeInfo>[0] = {}, me: ReturnType<typeof makeMe> | null = null) {
  const rig = await startApp(platformSignedOut())
  rig.server.on(INFO, { collect: makeInfo(fields), me, offered_token: me ? null : 'offered' })
  Object.assign(rig.platform.navigate, { placeOf: () => ({ page: 'handIn', uniqueName: NAME }) })
  mounted = await mountScreen(rig.app, h(HandInPage))
  await answered()
  return rig
}

describe('[AH-25] the page of a collecting link', () => {
  test('the page shows title, text, owner and kinds, and accepts a listed name and a file', async () => {
    const { platform, server } = await openPage({ kinds: ['pdf'], names: [{ id: 7, name: '周舟', is_user: false }] })
    server
      .on(JOIN, { me: makeMe() })
      .on(PRESIGN, { tus_url: '/api/tus/u1', upload_id: 'u1' })
      .on(FINISH, { me: makeMe(['一.pdf']) })
    server.onPart(({ part }) => ({ status: 204, body: '', offset: part?.to ?? 0 }))
    expect([texts('.collect-page-title'), texts('.collect-page-text')]).toStrictEqual([
      ['高三（2）班作业'],
      ['每人一份'],
    ])
    expect(texts('.collect-page-head .collect-facts')).toStrictEqual([
      '陈希 收集 · 不限时间',
      '只收PDF · 每个文件不超过 500 MB',
    ])
    await tap(mounted.box, '.collect-chip', '周舟')
    await tap(mounted.box, '.text-button', words.page.add)
    platform.picked = [makeFile('一.pdf', 1000), makeFile('一.exe', 1000)]
    await tap(mounted.box, '.action-grid-cell')
    expect(texts('.upload-row-name')).toStrictEqual(['一.pdf'])
    expect(texts('.toast')[0]).toContain('一.exe')
    await tap(mounted.box, '.screen-footer .button', words.page.submit)
    await answered()
    expect(server.callsOf(JOIN)[0]!.request).toStrictEqual({ unique_name: NAME, person_id: 7 })
    expect([texts('.collect-me .collect-name'), texts('.upload-row-name')]).toStrictEqual([['周舟'], ['一.pdf']])
    expect(within('.upload-row-done')).toHaveLength(1)
    expect([texts('.collect-done .collect-name'), texts('.toast').at(-1)]).toStrictEqual([
      ['已交，共 1 个文件'],
      '已交 1 个文件',
    ])
  })

  test('without a deadline the page speaks of none', async () => {
    await openPage({}, makeMe(['一.pdf']))
    expect(texts('.collect-done .collect-facts')).toStrictEqual(['收集者已收到；收集结束前可以替换、撤回，也可以再交'])
  })

  test('a colleague’s name says at the tap that it needs a sign-in, and so does Submit; the file is kept', async () => {
    const { platform, server } = await openPage({ names: [{ id: 7, name: '周航', is_user: true }] })
    await tap(mounted.box, '.collect-chip', '周航')
    expect(texts('.collect-signs-in .collect-texts')).toStrictEqual(['“周航”要登录自己的账号才能交'])
    await tap(mounted.box, '.text-button', words.page.add)
    platform.picked = [makeFile('一.pdf', 1000)]
    await tap(mounted.box, '.action-grid-cell')
    await tap(mounted.box, '.screen-footer .button', words.page.submit)
    expect([texts('.dialog-text'), server.countOf(JOIN)]).toStrictEqual([['“周航”要登录自己的账号才能交'], 0])
    expect(platform.navigate.visits).toStrictEqual([])
    await tap(mounted.box, '.dialog-buttons .button', words.page.signIn)
    await answered()
    expect(platform.navigate.visits.at(-1)).toContain('push /login')
    expect(texts('.upload-row-name')).toStrictEqual(['一.pdf'])
  })

  test('a replacement of another type says at once what to do instead, and nothing waits to be submitted', async () => {
    const { platform } = await openPage({}, makeMe(['一.png']))
    await tap(mounted.box, '.icon-button[aria-label="替换 一.png"]')
    platform.picked = [makeFile('照片.jpg', 1000)]
    await tap(mounted.box, '.action-grid-cell')
    expect(texts('.dialog-text')).toStrictEqual([
      '“照片.jpg”和“一.png”不是同一种文件，不能替换。可以撤回旧的，再交新的。',
    ])
    expect(texts('.upload-row-name')).toStrictEqual(['一.png'])
    expect(within('.screen-footer .button')[0]!.className).toContain('button-disabled')
  })

  test('[AH-25] the page says that everybody who can open the folder sees the files', async () => {
    await openPage()
    expect(texts('.collect-privacy')).toStrictEqual(['收集者和能打开收集文件夹的人看得到你交的文件\n收集结束前可以换'])
    mounted.close()
    await openPage({ state: 'closed' }, makeMe(['一.pdf']))
    expect(texts('.collect-privacy')).toStrictEqual(['收集者和能打开收集文件夹的人看得到你交的文件'])
  })

  const states: [string, Parameters<typeof makeInfo>[0], string][] = [
    ['ended', { state: 'ended', due_time: 1_763_625_600 }, words.page.ended.title],
    ['closed', { state: 'closed' }, words.page.closed.title],
    ['full', { state: 'full' }, words.page.full.title],
  ]
  test.each(states)(
    '%s says so in a small line above what was handed in, and over the page without',
    async (_, fields, title) => {
      await openPage(fields, makeMe(['一.pdf']))
      expect([texts('.empty-title'), texts('.collect-ending .collect-name')]).toStrictEqual([[], [title]])
      expect([texts('.upload-row-name'), texts('.screen-footer .button')]).toStrictEqual([['一.pdf'], []])
      expect(texts('.collect-page-head .collect-facts')).toStrictEqual(['陈希 收集'])
      mounted.close()
      await openPage(fields)
      expect([texts('.empty-title'), texts('.collect-ending .collect-name')]).toStrictEqual([[title], []])
    },
  )

  test('an unknown link says so', async () => {
    const rig = await startApp(platformSignedOut())
    rig.server.on(INFO, refusal('collect_link_not_found'))
    Object.assign(rig.platform.navigate, { placeOf: () => ({ page: 'handIn', uniqueName: NAME }) })
    mounted = await mountScreen(rig.app, h(HandInPage))
    await answered()
    expect(texts('.empty-title')).toStrictEqual([words.page.notFound.title])
  })

  test('a name outside a closed list is reported before anything is sent', async () => {
    await openPage({ is_listed_only: true, names: [{ id: 7, name: '周舟', is_user: false }] })
    type(mounted.box.querySelector('input')!, '何小北')
    await answered()
    expect(texts('.field-error')).toStrictEqual([words.page.notOnList])
  })
})
