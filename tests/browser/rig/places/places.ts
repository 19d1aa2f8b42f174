import type { Page } from 'playwright-core'
import type { UserRow } from '../../../../server/database/tables'
import { makeCollabWorld } from '../../../support/members/memberWorld'
import { makeFileRequest } from '../../../support/fileRequests/collecting'
import type { Drive } from '../drive'
import { shown } from '../screen'

/** A screen that its address opens. */
export interface Place {
  name: string
  address: string
  /** The signed-in user; nobody if absent. */
  user?: UserRow
  show(page: Page): Promise<void>
  /** Console errors that the screen provokes. */
  expected?: RegExp[]
}

/** Waits until an element of the place is there. */
export const there = (selector: string) => (page: Page) =>
  shown(page).locator(selector).first().waitFor({ timeout: 30_000 })

/** Screens of people, messages, settings and file requests, and empty lists. */
export async function makePlaces(drive: Drive): Promise<Place[]> {
  const { make, server } = drive
  const world = await makeCollabWorld(server, make)
  const { owner, one, two, three } = world
  const folder = await make.folder({ owner: owner.user }, { name: '2026 年秋季招生与新生入学准备工作资料（内部）' })
  const file = await make.file({ parent: folder }, { name: '招生简章与报名须知（终稿）.txt', content: '欢迎报名' })
  for (const { user } of [one, two]) await make.collab(folder, { user }, 'editor')
  const who = `${three.user.id}:viewer`
  await owner.client.call('POST /apps/collabs/invite', { folder_id: folder.id, invited_users: who })
  for (const { client } of [one, two, owner])
    await client.call('POST /apps/comments/create', {
      item_typed_id: `file_${file.id}`,
      content: '第三页的日期要改成九月二日，请大家看一下。',
    })
  await make.message(owner.user, { notice: { name: `${'很长的名称，'.repeat(12)}.pdf`, folder: '归档', count: 3 } })
  for (const sender_id of [one.user.id, two.user.id])
    await make.message(owner.user, {
      sender_id,
      about_item_id: folder.id,
      notice: { action: 'collab_role', name: folder.name },
    })
  const collection = await make.folder({ owner: owner.user }, { name: '作业' })
  const collect = await makeFileRequest(owner.client, collection, { names: ['王小明', '李蔚'] })
  const lonely = await make.user()

  const user = owner.user
  const at = `/files/folder/${folder.id}`
  const empty = there('.empty')
  return [
    { name: 'sign-in', address: '/login', show: there('.login-foot') },
    { name: 'members', address: `${at}?tab=collab`, user, show: there('.member-open') },
    {
      name: 'comments',
      address: `${at}?comment=1&typed_id=file_${file.id}`,
      user,
      show: there('.comment'),
    },
    { name: 'messages', address: '/message', user, show: there('.message-open') },
    {
      name: 'earlier messages',
      address: '/message',
      user,
      async show(page) {
        await shown(page)
          .locator('.message')
          .filter({ has: page.locator('.message-count') })
          .locator('.row-more')
          .first()
          .tap()
        await there('.earlier-line')(page)
      },
    },
    { name: 'invitations', address: '/message', user: three.user, show: there('.message-open') },
    { name: 'the account', address: '/me', user, show: there('.segmented') },
    { name: 'security', address: '/settings/security', user, show: there('.button, button') },
    { name: 'a collection', address: `/collects/${collect.id}`, user, show: there('.collect-person, .row, .screen') },
    { name: 'handing in', address: `/collect/${collect.unique_name}`, show: there('.button') },
    { name: 'promotion', address: '/promotion?type=1001', user, show: there('.button') },
    { name: 'no files', address: '/files/own', user: lonely, show: empty },
    { name: 'no favourites', address: '/files/frequent', user: lonely, show: empty },
    { name: 'nothing in the trash', address: '/files/trash', user: lonely, show: empty },
    { name: 'no messages', address: '/message', user: lonely, show: empty },
    { name: 'no links', address: '/shares', user: lonely, show: empty },
    { name: 'a folder that is gone', address: '/files/folder/999999', user: lonely, show: empty },
  ]
}
