import { afterEach, describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import { phrases } from '@/i18n/landing/zhCN'
import LandingPage from '@/packages/visit/index'
import { platformSignedOut, startApp } from '../../stores/support/startApp'
import { INFO, NAME, holdProduct, makeProcess } from '../../stores/support/visits'
import { answered, mountScreen, type Mounted } from '../rig'

const { receiver: words } = phrases.visit.denied
const LIST = 'GET /apps/files/file_list/{folderId}'

let mounted: Mounted
afterEach(() => mounted.close())
interface Given {
  isPrivate?: boolean
  isOwn?: boolean
  /** The running app to continue with. */
  rig?: Awaited<ReturnType<typeof startApp>>
}

const titles = () => [...mounted.box.querySelectorAll('.empty-title')].map(({ textContent }) => textContent)

async function open(isReceiver: boolean, { isPrivate = true, isOwn = false, ...before }: Given = {}) {
  const rig = before.rig ?? (await startApp(platformSignedOut()))
  const folder = { ...makeProcess().item!, type: 'folder', typed_id: 'folder_5', name: '校园开放日' } as const
  rig.server
    .on(INFO, { process: makeProcess({ item: folder, share_link: { is_owner: isOwn } }), share_grant: 'g1' })
    .on(LIST, {
      children: [],
      total_children_count: 0,
      sort_by: 'date',
      sort_direction: 'desc',
      permissions: [],
      is_frequently_used: false,
      current_path: [],
      folder: null,
    })
  holdProduct(rig.server)
  const chats = {
    offer() {},
    written: () => ({ title: '', path: '', imageUrl: '' }),
    entered: () => null,
    group: async () => null,
    isReceiver: async () => isReceiver,
  }
  Object.assign(rig.platform, { chats })
  const place = { page: 'visit', uniqueName: NAME, ...(isPrivate && { isPrivate }) }
  Object.assign(rig.platform.navigate, { placeOf: () => place })
  mounted = await mountScreen(rig.app, h(LandingPage))
  await answered()
  return rig
}

describe('[AH-26] a link in a private message', () => {
  test('the recipient sees its content', async () => {
    const { server } = await open(true)
    expect(titles()).not.toContain(words.title)
    expect(server.countOf(LIST)).toBe(1)
  })

  test('everybody else is refused, and nothing of the link is requested', async () => {
    const { server } = await open(false)
    expect(titles()).toStrictEqual([words.title])
    expect(server.countOf(LIST)).toBe(0)
  })

  test('a visitor who then comes by the link itself sees the content', async () => {
    const rig = await open(false)
    mounted.close()
    await open(false, { isPrivate: false, rig })
    expect(titles()).not.toContain(words.title)
    expect(rig.server.countOf(LIST)).toBe(1)
  })

  test('its maker always sees it, and without that mark everybody does', async () => {
    const { server } = await open(false, { isOwn: true })
    expect(server.countOf(LIST)).toBe(1)
    mounted.close()
    const other = await open(false, { isPrivate: false })
    expect(other.server.countOf(LIST)).toBe(1)
  })
})
