import { afterEach, describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import type { ChildMessage } from '@/contract/messages/childMessages'
import MessagePage from '@/packages/message/index'
import InvitationPage from '@/packages/people/members/invitation/index'
import { makeInvited } from '../../stores/support/factories'
import { refusal } from '../../stores/support/fakeServer'
import { startApp } from '../../stores/support/startApp'
import { answered, doing, mountScreen, tap, type Mounted } from '../rig'

let mounted: Mounted
afterEach(() => mounted.close())

const texts = (selector: string) => [...mounted.box.querySelectorAll(selector)].map(({ textContent }) => textContent)

/** Labels of the buttons that turn a wheel. */
const wheels = () => [...mounted.box.querySelectorAll('.button-wheel')].map((each) => each.parentElement?.textContent)

describe('[COLL-05] an invitation', () => {
  async function openAddress(answer: Parameters<Awaited<ReturnType<typeof startApp>>['server']['on']>[1]) {
    const rig = await startApp()
    rig.server.on('GET /apps/collabs/get', answer as never)
    Object.assign(rig.platform.navigate, { placeOf: () => ({ page: 'invitation', collabId: 9 }) })
    mounted = await mountScreen(rig.app, h(InvitationPage))
    return rig
  }
  const item = { typed_id: 'folder_3' as const, name: '招生办公室' }

  test('an invitation’s address shows who invites to what, and accepting leads into the folder', async () => {
    const rig = await openAddress({
      collab: makeInvited({ unaccepted_role: 'editor' }),
      item,
      invitation_message: '一起来',
    })
    expect([texts('.contact-title'), texts('.invitation-words')]).toStrictEqual([['招生办公室'], ['一起来']])
    expect(texts('.role-name')[0]).toBe('编辑者')
    rig.server.on('POST /apps/collabs/accept', { item })
    await tap(mounted.box, '.button', '接受')
    expect(rig.platform.navigate.top).toStrictEqual({ page: 'files', space: 'folder', id: '3' })
  })

  test('refusing turns no wheel while the question is open, then the wheel of its own button', async () => {
    const rig = await openAddress({ collab: makeInvited({ unaccepted_role: 'editor' }), item })
    let answer = () => {}
    rig.server.on('POST /apps/collabs/refuse', () => new Promise((resolve) => (answer = () => resolve({}))) as never)
    await tap(mounted.box, '.button', '拒绝')
    expect([texts('.dialog-title'), wheels()]).toStrictEqual([['拒绝这个邀请？'], []])
    await tap(mounted.box, '.dialog .button', '拒绝')
    expect(wheels()).toStrictEqual(['拒绝'])
    doing(answer)
    await answered()
  })

  test('[COLL-07] an invitation that is no longer valid says to contact the inviter', async () => {
    await openAddress(refusal('invitation_expired'))
    expect(texts('.empty-text')).toStrictEqual(['它可能已过期或被撤回，请联系邀请你的人'])
  })

  const child = (fields: Partial<ChildMessage>): ChildMessage => ({
    id: 1,
    item_name: '外部评审资料',
    updated: 1_795_000_000,
    sender_name: '赵敏',
    collab_type: null,
    group_name: '',
    invitation_message: '',
    has_read: true,
    accepted: false,
    collab_id: 9,
    item_typed_id: 'folder_3',
    is_expired: false,
    is_granted: false,
    is_refused: false,
    role: 'viewer',
    ...fields,
  })

  async function openChildren(children: ChildMessage[]) {
    const rig = await startApp()
    rig.server
      .on('GET /apps/messages/child_messages_list', { child_messages: children, page_number: 1, page_count: 1 })
      .on('POST /apps/messages/child_messages_mark_read', { total_unread_message_count: 2 })
    Object.assign(rig.platform.navigate, { placeOf: () => ({ page: 'message', type: 'collab', id: 4 }) })
    mounted = await mountScreen(rig.app, h(MessagePage))
    return rig
  }

  test('[MSG-06] an invitation in the message centre is read, then accepted, and leads to the folder', async () => {
    const rig = await openChildren([child({ has_read: false, invitation_message: '请\n看' })])
    expect(texts('.child-text')).toStrictEqual(['赵敏 邀请你协作：请 看'])
    expect(rig.app.sessionContext.unreadMessages).toBe(2)
    rig.server.on('POST /apps/collabs/accept', { item })
    await tap(mounted.box, '.button', '接受')
    expect(texts('.child-state')).toStrictEqual(['已接受'])
    await tap(mounted.box, '.button', '查看文件夹')
    expect(rig.platform.navigate.top).toStrictEqual({ page: 'files', space: 'folder', id: '3' })
  })

  test('[MSG-06] refusing one of several invitations turns no wheel while the question is open', async () => {
    const rig = await openChildren([child({}), child({ id: 2 })])
    let answer = () => {}
    rig.server.on('POST /apps/collabs/refuse', () => new Promise((resolve) => (answer = () => resolve({}))) as never)
    await tap(mounted.box, '.button', '拒绝')
    expect(wheels()).toStrictEqual([])
    await tap(mounted.box, '.dialog .button', '拒绝')
    expect(wheels()).toStrictEqual(['拒绝'])
    doing(answer)
    await answered()
  })

  test('[MSG-06] an invitation says why it cannot be accepted any more: without an item, expired, refused', async () => {
    await openChildren([
      child({ id: 1, item_typed_id: null }),
      child({ id: 2, collab_id: null, is_expired: true }),
      child({ id: 3, collab_id: null, is_refused: true }),
    ])
    expect(texts('.child-state')).toStrictEqual(['已失效，请联系邀请你的人', '已过期，请联系邀请你的人', '已拒绝'])
    expect(texts('.button')).toStrictEqual([])
  })

  test('[MSG-06] an accepted invitation no longer leads to the folder after its user quit there', async () => {
    const { platform, server } = await openChildren([child({ accepted: true })])
    expect(texts('.button')).toStrictEqual(['查看文件夹'])
    const children = [child({ item_typed_id: null })]
    server.on('GET /apps/messages/child_messages_list', { child_messages: children, page_number: 1, page_count: 1 })
    doing(() => platform.comesBack())
    await answered()
    expect([texts('.child-state'), texts('.button')]).toStrictEqual([['已失效，请联系邀请你的人'], []])
  })

  test('[MSG-05] [MSG-06] [ERR-05] [ERR-06] a swipe deletes an invitation after a confirmation, and a message says so', async () => {
    const { app, server } = await openChildren([child({ id: 1, item_name: '甲' }), child({ id: 2, item_name: '乙' })])
    server.on('POST /apps/messages/child_messages_delete', { total_unread_message_count: 0 })
    expect(texts('.swipe-option')).toStrictEqual(['删除', '删除'])
    const remove = async (isAgreed: boolean) => {
      await tap(mounted.box, '.swipe-danger')
      doing(() => app.feedback.answer(app.feedback.dialog!.id, isAgreed))
      await answered()
    }
    await remove(false)
    expect([texts('.child-name'), server.countOf('POST /apps/messages/child_messages_delete')]).toStrictEqual([
      ['甲', '乙'],
      0,
    ])
    await remove(true)
    expect(texts('.child-name')).toStrictEqual(['乙'])
    expect(app.feedback.currentToast?.message).toStrictEqual({ key: 'message.removed' })
  })

  test('[MSG-08] [MSG-10] a swipe marks an invitation read and deletes it, and the badge follows', async () => {
    const rig = await openChildren([child({ has_read: false }), child({ id: 2 })])
    rig.server.on('POST /apps/messages/child_messages_delete', { total_unread_message_count: 0 })
    expect(texts('.swipe-option')).toStrictEqual(['标为已读', '删除', '删除'])
    await tap(mounted.box, '.swipe-option', '标为已读')
    expect([texts('.swipe-option').length, texts('.message-dot').length]).toStrictEqual([2, 0])
    await tap(mounted.box, '.swipe-option', '删除')
    doing(() => rig.app.feedback.answer(rig.app.feedback.dialog!.id, true))
    await answered()
    expect(rig.server.callsOf('POST /apps/messages/child_messages_delete').map(({ request }) => request)).toStrictEqual(
      [{ child_message_ids: [1], type: 'collab' }],
    )
    expect(texts('.child-text')).toHaveLength(1)
    expect(rig.app.sessionContext.unreadMessages).toBe(0)
  })

  test('[MSG-06] a failure and an empty list have words', async () => {
    await openChildren([])
    expect(texts('.empty-title')).toStrictEqual(['没有邀请'])
  })
})
