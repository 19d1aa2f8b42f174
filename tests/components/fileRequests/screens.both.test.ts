import { afterEach, describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import type { FileRequestPerson } from '@/contract/fileRequests'
import { phrases } from '@/i18n/fileRequests/zhCN'
import FileRequestsPage from '@/packages/share/collect/index'
import { openApp } from '@/screens/landing/messenger/landingPhone'
import type { ChatCard } from '@/platform/Platform'
import { makeCollection, makePerson, NAME } from '../../stores/support/fileRequests'
import { makeCollab, makeContactDepartment, makeContactGroup } from '../../stores/support/factories'
import { refusal } from '../../stores/support/fakeServer'
import { FIRST, liveRig } from '../../stores/support/liveRig'
import { startApp } from '../../stores/support/startApp'
import { answered, doing, mountScreen, tap, type, type Mounted } from '../rig'
import { forwardedCard, pageTurns } from '../taro'

const { collect: words } = phrases
const GET = 'GET /apps/collects/get'
const LIST = 'GET /apps/collects/get_list'
const PEOPLE = 'GET /apps/collects/people'
const SEERS = 'GET /apps/files/who_can_see'
const nobodySees = {
  ...{ people: [], links: [], page_number: 1, page_count: 0, total_count: 0 },
  ...{ are_links_complete: true, has_more_links: false },
}

let mounted: Mounted
let opened: Awaited<ReturnType<typeof startApp>>
/** Entries of the mini-program, which opens no other app. */
const sent = <T>(what: T): T[] => (openApp ? [] : [what])
const forwarded = () => sent(forwardedCard())
afterEach(() => mounted.close())

const within = (selector: string) => [...mounted.box.querySelectorAll(selector)]
const texts = (selector: string) => within(selector).map(({ textContent }) => textContent)

const handedIn: FileRequestPerson['files'][number] = {
  typed_id: 'file_9',
  name: '周舟 - 一.pdf',
  extension: 'pdf',
  size: 10,
  at: 1_763_625_600,
}

async function openCollects(
  place: { id?: number; folder?: number },
  collects = [makeCollection()],
  files = [handedIn],
  given?: Awaited<ReturnType<typeof startApp>>,
) {
  const rig = given ?? (await startApp())
  rig.server
    .on('GET /apps/contacts/get', {
      contacts: [],
      departments: [makeContactDepartment({ id: 4, name: '教务处', user_count: 18, group_id: 44 })],
      groups: [makeContactGroup({ id: 5, name: '高三（2）班', user_count: 40, group_id: 5 })],
      page_number: 1,
      page_count: 1,
      total_count: 0,
    })
    .on(SEERS, nobodySees)
    .on(LIST, { collects, total_count: collects.length })
    .on(GET, { collect: collects[0] ?? makeCollection() })
    .on(PEOPLE, ({ state }) =>
      state === 'missing'
        ? { people: [makePerson({ id: 2, name: '何小北' })], total_count: 1 }
        : {
            people: [
              makePerson({
                is_claimed: true,
                files,
              }),
            ],
            total_count: 1,
          },
    )
  Object.assign(rig.platform.navigate, { placeOf: () => ({ page: 'collects', ...place }) })
  const written = (card: ChatCard | null) => ({ title: card?.title ?? '', ...(card && { place: card.place }) })
  Object.assign(rig.platform, { chats: { offer() {}, written, entered: () => null } })
  opened = rig
  mounted = await mountScreen(rig.app, h(FileRequestsPage))
  await answered()
  return rig
}

describe('[AH-25] the owner of a collecting link', () => {
  test('the details show who is missing, who has handed in, and the actions', async () => {
    await openCollects({ id: 1 })
    expect(texts('.collect-progress')).toStrictEqual(['1 / 2 人已交'])
    expect(texts('.collect-tab')).toStrictEqual(['未交 1', '已交 1'])
    expect(texts('.collect-row .collect-name')).toStrictEqual(['何小北'])
    expect(texts('.screen-footer .button')).toStrictEqual([...sent(words.share), words.copy, '提醒 1 人'])
    await tap(mounted.box, '.collect-tab', '已交')
    await tap(mounted.box, '.collect-row', '周舟')
    expect(texts('.menu-label')).toStrictEqual(['周舟 - 一.pdf', words.person.release])
  })

  test('[AH-20] the page follows hand-ins while it is open', async () => {
    const rig = await liveRig()
    const { server, platform, line } = rig
    await openCollects({ id: 1 }, undefined, undefined, rig)
    doing(() => platform.clock.pass(FIRST))
    await answered()
    expect(line().path).toContain('watch=folder_3&')
    doing(() => line().say('ready'))
    const pass = async () => {
      doing(() => platform.clock.pass(500))
      await answered()
    }
    await pass()
    expect(texts('.collect-tab')).toStrictEqual(['未交 1', '已交 1'])
    server.on(GET, { collect: makeCollection({ listed_count: 2, listed_done_count: 2, done_count: 2 }) })
    doing(() => line().say('changed', 'folder_3'))
    await pass()
    expect(texts('.collect-tab')).toStrictEqual(['未交 0', '已交 2'])
  })

  test('the form to change a link shows the first names on its list', async () => {
    await openCollects({ id: 1 }, [makeCollection({ listed_count: 3 })])
    await tap(mounted.box, '.icon-button[aria-label="更多操作"]')
    await tap(mounted.box, '.menu-label', words.edit)
    expect(texts('.collect-form .share-cell')).toContain('名单里已有 3 人何小北、周舟…')
  })

  test('the menu downloads all that was handed in where the system saves files, once there is any', async () => {
    const PACK = 'POST /pack_download/download'
    const rig = await startApp()
    Object.assign(rig.platform.can, { saveByAddress: true })
    rig.server.on(PACK, { download_url: '/api/d/1', left_out: 0 })
    await openCollects({ id: 1 }, [makeCollection({ file_count: 0 })], undefined, rig)
    await tap(mounted.box, '.icon-button[aria-label="更多操作"]')
    expect(texts('.menu-label')).not.toContain(words.downloadAll)
    mounted.close()
    await openCollects({ id: 1 }, [makeCollection({ state: 'closed' })], undefined, rig)
    await tap(mounted.box, '.icon-button[aria-label="更多操作"]')
    await tap(mounted.box, '.menu-label', words.downloadAll)
    await answered()
    expect(rig.server.callsOf(PACK)[0]!.request.item_typed_ids).toStrictEqual(['folder_3'])
    expect(rig.platform.saved).toHaveLength(1)
  })

  test('an open link is forwarded as a card that leads to the page', async () => {
    await openCollects({ id: 1 })
    expect(forwarded()).toStrictEqual(sent({ title: '高三（2）班作业', place: { page: 'handIn', uniqueName: NAME } }))
  })

  test('removing a person from the list asks first', async () => {
    const EDIT = 'POST /apps/collects/edit'
    const { server } = await openCollects({ id: 1 })
    server.on(EDIT, { collect: makeCollection({ listed_count: 1 }) })
    await tap(mounted.box, '.collect-row', '何小北')
    await tap(mounted.box, '.menu-label', words.person.remove)
    expect([texts('.dialog-text'), server.countOf(EDIT)]).toStrictEqual([['“何小北”不再在名单里，不会再被提醒。'], 0])
    await tap(mounted.box, '.dialog-buttons .button', words.person.remove)
    expect(server.countOf(EDIT)).toBe(1)
  })

  test('a closed link says why, and can be reopened', async () => {
    await openCollects({ id: 1 }, [makeCollection({ state: 'closed' })])
    expect([texts('.collect-why'), forwarded()]).toStrictEqual([[words.why.closed], sent({ title: '' })])
    expect(texts('.screen-footer .button')).toStrictEqual([words.copy])
    await tap(mounted.box, '.icon-button[aria-label="更多操作"]')
    expect(texts('.menu-label')).toContain(words.reopen)
    expect(texts('.menu-label')).not.toContain(words.close)
  })

  test('after a reminder the button says that all were reminded, and when, and works again after an hour', async () => {
    const { platform, server } = await openCollects({ id: 1 })
    const button = () => within('.screen-footer .button').at(-1)!
    const reminded = platform.clock.now() / 1000
    expect(button().textContent).toBe('提醒 1 人')
    server.on('POST /apps/collects/remind', { reminded_count: 1 })
    server.on(GET, { collect: makeCollection({ reminded }) })
    await tap(mounted.box, '.screen-footer .button', '提醒')
    expect([button().textContent, button().className.includes('button-disabled')]).toStrictEqual([
      '已提醒 1 人 · 1 秒前',
      true,
    ])
    doing(() => platform.clock.pass(3_660_000))
    await answered()
    expect([button().textContent, button().className.includes('button-disabled')]).toStrictEqual(['提醒 1 人', false])
  })

  test('the list refreshes when the page shows again', async () => {
    const { server } = await openCollects({ folder: 3 })
    expect([texts('.collect-row .collect-name'), server.countOf(LIST)]).toStrictEqual([['高三（2）班作业'], 1])
    server.on(LIST, { collects: [makeCollection({ title: '第三章作业' })], total_count: 1 })
    doing(() => pageTurns('hide'))
    doing(() => pageTurns('show'))
    await answered()
    expect([texts('.collect-row .collect-name'), server.countOf(LIST)]).toStrictEqual([['第三章作业'], 2])
  })

  test('[AH-27] a form left by going back returns, and can be begun anew', async () => {
    await openCollects({ folder: 3 }, [])
    await tap(mounted.box, '.empty-action .button')
    type(mounted.box.querySelector('.collect-form input')!, '第三章作业')
    await answered()
    mounted.close()
    mounted = await mountScreen(opened.app, h(FileRequestsPage))
    await answered()
    await tap(mounted.box, '.empty-action .button')
    expect(mounted.box.querySelector<HTMLInputElement>('.collect-form input')!.value).toBe('第三章作业')
    await tap(mounted.box, '.notice .text-button', words.form.discard)
    expect(mounted.box.querySelector<HTMLInputElement>('.collect-form input')!.value).toBe('')
  })

  test('a folder without a link offers to make one, and the form says what is missing', async () => {
    const { server } = await openCollects({ folder: 3 }, [])
    await tap(mounted.box, '.empty-action .button')
    await tap(mounted.box, '.collect-form .text-button', words.form.create)
    expect(texts('.field-error')).toStrictEqual([words.form.titleMissing])
    server.on('POST /apps/collects/create', { collect: makeCollection({ id: 8 }) })
    type(mounted.box.querySelector('.collect-form input')!, '第三章作业')
    await answered()
    await tap(mounted.box, '.collect-form .text-button', words.form.create)
    expect(server.callsOf('POST /apps/collects/create')[0]!.request).toMatchObject({
      folder_id: 3,
      title: '第三章作业',
    })
  })

  test('[AH-25] a deadline that has passed says so, and cannot be chosen', async () => {
    await openCollects({ id: 1 }, [makeCollection({ due_time: 1 })])
    await tap(mounted.box, '.icon-button[aria-label="更多操作"]')
    await tap(mounted.box, '.menu-label', words.edit)
    await tap(mounted.box, '.share-cell', words.form.due)
    expect(texts('.expiry-until')).toStrictEqual([words.form.past])
  })

  test('[AH-25] the form warns that others who can see the folder see what is handed in', async () => {
    const { server } = await openCollects({ folder: 3 }, [])
    const person = {
      user: makeCollab({ user: { name: '陈希' } }).user,
      current_user: false,
      final_role: 'editor',
    } as const
    await tap(mounted.box, '.empty-action .button')
    expect([texts('.notice-text'), server.callsOf(SEERS)[0]!.request.item_typed_id]).toStrictEqual([[], 'folder_3'])
    await tap(mounted.box, '.collect-form .icon-button')
    server.on(SEERS, { ...nobodySees, people: [{ ...person, current_user: true, ways: [] }] })
    await tap(mounted.box, '.empty-action .button')
    expect(texts('.notice-text')).toStrictEqual([])
    await tap(mounted.box, '.collect-form .icon-button')
    server.on(SEERS, { ...nobodySees, people: [{ ...person, ways: [] }] })
    await tap(mounted.box, '.empty-action .button')
    expect(texts('.notice-text')).toStrictEqual([words.form.seen])
  })

  test('[AH-54] one tap puts a group on the list, and another takes it off; the form says who is left out', async () => {
    const CREATE = 'POST /apps/collects/create'
    const { server } = await openCollects({ folder: 3 }, [])
    await tap(mounted.box, '.empty-action .button')
    expect(mounted.box.querySelector('.collect-form')?.textContent).toContain('你自己和已停用的人不会列入')
    expect(texts('.collect-chips [aria-checked]').slice(-2)).toStrictEqual(['高三（2）班 · 40 人', '教务处 · 18 人'])
    for (const chip of ['高三（2）班', '教务处', '高三（2）班'])
      await tap(mounted.box, '.collect-chips [role=checkbox]', chip)
    type(mounted.box.querySelector('.collect-form input')!, '第三章作业')
    await answered()
    server.on(CREATE, { collect: makeCollection({ id: 8 }) })
    await tap(mounted.box, '.collect-form .text-button', words.form.create)
    expect(server.callsOf(CREATE)[0]!.request).toMatchObject({ user_ids: [], group_ids: [44] })
  })

  test('[AH-54] the names that are missing are copied, one per line, over several pages', async () => {
    const { app, platform, server } = await openCollects({ id: 1 })
    const all = Array.from({ length: 130 }, (_, at) => makePerson({ id: at + 1, name: `学生${at + 1}` }))
    server.on(PEOPLE, ({ offset = 0 }) => ({ people: all.slice(offset, offset + 100), total_count: all.length }))
    await tap(mounted.box, '.collect-copy .text-button')
    expect(platform.clipboard).toBe(all.map(({ name }) => name).join('\n'))
    expect(app.feedback.currentToast?.message).toStrictEqual({ text: '已复制 130 个姓名' })
    server.on(PEOPLE, refusal('collect_link_not_found'))
    await tap(mounted.box, '.collect-copy .text-button')
    expect(app.feedback.dialog).not.toBeNull()
  })

  test('[AH-54] an open link has a QR code with its title, a closed one has none', async () => {
    await openCollects({ id: 1 })
    await tap(mounted.box, '.icon-button[aria-label="更多操作"]')
    await tap(mounted.box, '.menu-label', words.qr)
    await answered()
    expect(texts('.qr-name')).toStrictEqual(['高三（2）班作业'])
    mounted.close()
    await openCollects({ id: 1 }, [makeCollection({ state: 'closed' })])
    await tap(mounted.box, '.icon-button[aria-label="更多操作"]')
    expect(texts('.menu-label')).not.toContain(words.qr)
  })

  test('[AH-54] those who handed in show their last files, and each file its time', async () => {
    const files = Array.from({ length: 4 }, (_, at) => ({ ...handedIn, typed_id: `file_${at}` as const }))
    await openCollects({ id: 1 }, undefined, [...files.slice(1), { ...files[0]!, thumbnail: '/api/p/4' }])
    await tap(mounted.box, '.collect-tab', '已交')
    const tiles = within('.collect-last .tile') as HTMLElement[]
    expect(tiles.map((tile) => tile.style.getPropertyValue('--picture').includes('/api/p/4'))).toStrictEqual([
      false,
      false,
      true,
    ])
    await tap(mounted.box, '.collect-row', '周舟')
    expect(texts('.menu-value')).toHaveLength(4)
  })
})
