import { afterEach, describe, expect, test } from '@jest/globals'
import { createElement as h } from 'react'
import type { Reply } from '@/contract/api'
import type { Collab } from '@/contract/members'
import type { Role } from '@/contract/entities'
import { WindowContext } from '@/components/ui/context'
import { INVITE_CLOSE_DELAY, QUIT_BACK_DELAY, ROLE_CHANGE_CLOSE_DELAY } from '@/domain/limits'
import { MembersPanel } from '@/screens/members/MembersPanel'
import { chosenContactsOf } from '@/stores/contacts/ChosenContacts'
import { keyOf } from '@/stores/members/MemberList'
import { makeCollab, makeContact, makeFolder, makeInvited } from '../../stores/support/factories'
import { refusal } from '../../stores/support/fakeServer'
import { startApp } from '../../stores/support/startApp'
import { answered, doing, mountScreen, tap, type Mounted } from '../rig'

const INFO = 'GET /apps/folders/get_collab_info_on_item'
const EDIT = 'POST /apps/collabs/edit'
const DELETE = 'POST /apps/collabs/delete'

type Manager = Reply<typeof INFO>['file_managers'][number]

let mounted: Mounted
afterEach(() => mounted.close())

const texts = (selector: string) => [...mounted.box.querySelectorAll(selector)].map(({ textContent }) => textContent)

async function open(
  accepted: Collab[],
  {
    role = 'owner' as Role,
    invited = [] as Collab[],
    managers = [] as Manager[],
    mayInvite = true,
    textScale = 1,
  } = {},
) {
  const rig = await startApp()
  const { app, server } = rig
  const left: string[] = []
  server
    .on('GET /apps/files/get_info', { item: makeFolder({ id: 3, name: '招生办公室' }) })
    .on('GET /cards/user_info', ({ user_id: id }) => ({
      user: makeContact({ id, place: '教务处', login: 'chenxi@mingde.demo' }),
    }))
    .on('GET /cards/group_info', refusal('item_not_found'))
    .on(INFO, {
      accepted_collabs: accepted,
      unaccepted_collabs: invited,
      final_role: role,
      file_managers: managers,
      page_number: 1,
      page_count: 1,
      total_count: accepted.length,
      unaccepted_count: invited.filter((each) => each.final_role === null).length,
      may_invite: mayInvite,
    })
  const overlays = app.createOverlays()
  const panel = {
    folderId: 3,
    name: '',
    overlays,
    onFiles: () => left.push('files'),
    onLeave: () => left.push('leave'),
  }
  const phone = { width: 375, height: 667, statusBar: 0, capsuleSpace: 0, headerHeight: 48, textScale }
  mounted = await mountScreen(app, h(WindowContext.Provider, { value: phone }, h(MembersPanel, panel)))
  return { ...rig, overlays, left }
}

const chenxi = (fields: Parameters<typeof makeCollab>[0] = {}) =>
  makeCollab({ user: { id: 21, name: '陈希' }, ...fields })

/** Shows another member than the open one, or the first. */
async function show({ overlays }: Awaited<ReturnType<typeof open>>, collab: Collab) {
  const isOpen = overlays.valueFor('collabRolesDetail') !== undefined
  doing(() => overlays[isOpen ? 'replace' : 'show']('collabRolesDetail', keyOf(collab)))
  await answered()
}

/** Lets the panel above close after its time. */
async function pass(rig: Awaited<ReturnType<typeof open>>, ms: number) {
  doing(() => rig.platform.clock.pass(ms))
  await answered()
}

describe('the members screen of a folder', () => {
  test('[COLL-01] [LIST-08] the screen lists members with role and origin, and the tab counts those who have joined', async () => {
    await open(
      [
        makeCollab({ user: { id: 7, name: '王珂' }, direct_role: 'owner', way: 'owner', current_user: true }),
        chenxi({
          direct_role: null,
          final_role: 'editor',
          is_inherited: true,
          from: { typed_id: 'folder_1', name: '学校' },
        }),
        makeCollab({ user: { name: '年级组', is_group: true, user_count: 12 }, way: 'group' }),
        makeCollab({ user: { name: '何俊', is_external: true }, direct_role: 'reset' }),
      ],
      { invited: [makeInvited({ user: { name: '赵敏' }, unaccepted_role: 'previewer' })] },
    )
    expect(texts('.tab')).toStrictEqual(['文件', '成员 4'])
    expect(texts('.member-heading-text')).toStrictEqual(['已加入 4', '等待接受 1'])
    expect(texts('.contact-called')).toStrictEqual(['王珂', '陈希', '年级组', '何俊', '赵敏'])
    expect(texts('.member-role')).toStrictEqual(['所有者', '编辑者', '查看者', '已收回权限', '预览者'])
    expect(texts('.contact-detail')[1]).toBe('从“学校”继承')
    expect(texts('.contact-mark')).toStrictEqual(['我', '群组 12', '外部'])
  })

  test('[COLL-01] a member’s page explains each role, who they are and where their role comes from', async () => {
    await open([
      chenxi({
        direct_role: null,
        final_role: 'editor',
        is_inherited: true,
        from: { typed_id: 'folder_1', name: '学校' },
      }),
    ])
    await tap(mounted.box, '.member-open', '陈希')
    expect(texts('.member-belongs')).toStrictEqual(['教务处 · chenxi@mingde.demo'])
    expect(texts('.role-name')[0]).toBe('共同所有者')
    expect(texts('[aria-checked=true] .role-name')).toStrictEqual(['编辑者'])
    expect(texts('.member-note')[0]).toContain('学校')
    expect(texts('.member-act')).toStrictEqual(['收回权限'])
  })

  test('[COLL-03] a tap changes a role, and 600 ms later the page closes', async () => {
    const rig = await open([chenxi()])
    rig.server.on(EDIT, { collabs: [] })
    await tap(mounted.box, '.member-open', '陈希')
    await tap(mounted.box, '.role', '上传者')
    expect(rig.server.callsOf(EDIT)[0]?.request).toMatchObject({
      edit_collabs_roles: [{ user_id: 21, role: 'uploader' }],
    })
    expect(rig.overlays.valueFor('collabRolesDetail')).toBeDefined()
    await pass(rig, ROLE_CHANGE_CLOSE_DELAY)
    expect(rig.overlays.valueFor('collabRolesDetail')).toBeUndefined()
  })

  test('[COLL-03] [COLL-06] a user without the right only sees the role, and reset is offered to nobody', async () => {
    await open([chenxi()], { role: 'viewer', mayInvite: false })
    expect(texts('.members-foot')).toStrictEqual([])
    await tap(mounted.box, '.member-open', '陈希')
    expect([texts('.role-name'), texts('.member-act')]).toStrictEqual([['查看者'], []])
  })

  test('[COLL-09] a member on no loaded page opens by the entry’s number, and one who is gone says so', async () => {
    const rig = await open([chenxi()])
    const one = makeCollab({ collab_id: 99, user: { id: 22, name: '赵敏' } })
    const item = { typed_id: 'folder_3' as const, name: '招生办公室' }
    rig.server.on('GET /apps/collabs/get', ({ collab_id: id }) =>
      id === 99 ? { collab: one, item, invitation_message: '' } : refusal('invitation_invalid'),
    )
    doing(() => rig.overlays.show('collabRolesDetail', 'collab_99'))
    await answered()
    expect(texts('.member-body .contact-title')).toStrictEqual(['赵敏'])
    doing(() => rig.overlays.show('collabRolesDetail', 'collab_98'))
    await answered()
    expect(texts('.empty-title')).toStrictEqual(['找不到这位成员'])
  })

  test('[COLL-06] [COLL-04] revoking a role says which role then applies, also for a role that was taken away', async () => {
    const reset = chenxi({ direct_role: 'reset', role_otherwise: 'viewer' })
    const lower = makeCollab({ user: { id: 22, name: '赵敏' }, direct_role: 'uploader', role_otherwise: 'editor' })
    const out = makeCollab({ user: { id: 23, name: '孙敏' }, direct_role: 'reset', role_otherwise: 'reset' })
    const rig = await open([reset, lower, out])
    rig.server.on(DELETE, { is_accessible: true })
    await tap(mounted.box, '.member-open', '孙敏')
    expect(texts('.member-act')).toStrictEqual(['移出文件夹'])
    await show(rig, lower)
    expect(texts('.member-act')).toStrictEqual(['不再单独设置，恢复为“编辑者”', '收回权限'])
    await show(rig, reset)
    expect(texts('.member-act')).toStrictEqual(['不再单独设置，恢复为“查看者”'])
    await tap(mounted.box, '.member-act')
    expect(rig.server.callsOf(DELETE)[0]?.request).toStrictEqual({ collab_ids: [reset.collab_id] })
    expect([rig.app.feedback.dialog, rig.app.feedback.currentToast?.message]).toStrictEqual([
      null,
      { key: 'collab.roleChanged' },
    ])
  })

  test('[COLL-01] [COLL-05] a member with an inherited role and an invitation is listed with each, and the latter may get either role', async () => {
    const both = { user: { id: 21, name: '陈希' }, direct_role: null, final_role: 'viewer' as const }
    const offer = makeInvited({ ...both, unaccepted_role: 'editor', is_inherited: true })
    const rig = await open([makeCollab({ ...both, collab_id: null, is_inherited: true })], { invited: [offer] })
    expect(texts('.tab')).toStrictEqual(['文件', '成员 1'])
    expect(texts('.member-heading-text')).toStrictEqual(['已加入 1', '等待接受 1'])
    expect(texts('.member-role')).toStrictEqual(['查看者', '编辑者'])
    expect(texts('.contact-detail').map((detail) => detail?.endsWith('邀请'))).toStrictEqual([false, true])
    rig.server.on(EDIT, { collabs: [] })
    await show(rig, offer)
    expect(texts('[aria-checked=true] .role-name')).toStrictEqual(['编辑者'])
    await tap(mounted.box, '.role', '查看者')
    expect(rig.server.callsOf(EDIT)[0]?.request).toMatchObject({
      edit_collabs_roles: [{ collab_id: offer.collab_id, role: 'viewer' }],
    })
  })

  test('[COLL-03] [COLL-04] going back before the page closes goes one step, and no other page closes', async () => {
    const own = chenxi({ current_user: true, quit_collab_allowed: true })
    const other = makeCollab({ user: { id: 22, name: '赵敏' } })
    const rig = await open([own, other])
    rig.server.on(DELETE, { is_accessible: true }).on(EDIT, { collabs: [] })
    await tap(mounted.box, '.member-open', '陈希')
    await tap(mounted.box, '.member-act', '退出协作')
    doing(() => rig.app.feedback.answer(rig.app.feedback.dialog!.id, true))
    await answered()
    doing(() => void rig.overlays.close('collabRolesDetail'))
    await answered()
    await pass(rig, QUIT_BACK_DELAY)
    expect(rig.left).toStrictEqual([])
    await show(rig, other)
    await tap(mounted.box, '.role', '上传者')
    doing(() => rig.overlays.replace('collabRolesDetail', keyOf(own)))
    await answered()
    await pass(rig, ROLE_CHANGE_CLOSE_DELAY)
    expect(rig.overlays.valueFor('collabRolesDetail')).toBe(keyOf(own))
  })

  test('[COLL-03] of two changes within that time only the last one closes the page, after its own time', async () => {
    const rig = await open([chenxi()])
    rig.server.on(EDIT, { collabs: [] })
    await tap(mounted.box, '.member-open', '陈希')
    await tap(mounted.box, '.role', '上传者')
    await pass(rig, ROLE_CHANGE_CLOSE_DELAY / 2)
    await tap(mounted.box, '.role', '编辑者')
    await pass(rig, ROLE_CHANGE_CLOSE_DELAY / 2)
    expect(rig.overlays.valueFor('collabRolesDetail')).toBeDefined()
    await pass(rig, ROLE_CHANGE_CLOSE_DELAY / 2)
    expect(rig.overlays.valueFor('collabRolesDetail')).toBeUndefined()
  })

  test('[CONT-03] [COLL-01] a manager of the department opens, too, with a card for this folder and a fixed role', async () => {
    const rig = await open([chenxi()], { managers: [{ id: 5, name: '李蔚', final_role: 'coowner' }] })
    await tap(mounted.box, '.member-open', '李蔚')
    expect([texts('.member-body .contact-title'), texts('.role-name')]).toStrictEqual([['李蔚'], ['共同所有者']])
    expect([texts('.member-note'), texts('.member-act')]).toStrictEqual([['单位文件管理员'], []])
    expect(rig.server.callsOf('GET /cards/user_info').map(({ request }) => request)).toStrictEqual([
      { user_id: 5, item_typed_id: 'folder_3' },
    ])
  })

  test('[COLL-04] quitting leaves the folder 1.5 s after the confirmation', async () => {
    const rig = await open([chenxi({ current_user: true, quit_collab_allowed: true })], { role: 'viewer' })
    rig.server.on(DELETE, { is_accessible: false })
    await tap(mounted.box, '.member-open', '陈希')
    await tap(mounted.box, '.member-act', '退出协作')
    doing(() => rig.app.feedback.answer(rig.app.feedback.dialog!.id, true))
    await answered()
    expect(rig.left).toStrictEqual([])
    await pass(rig, QUIT_BACK_DELAY)
    expect(rig.left).toStrictEqual(['leave'])
  })

  test('[COLL-05] an invitation can be withdrawn and sent again', async () => {
    const one = makeInvited({ user: { name: '赵敏' } })
    const rig = await open([], { invited: [one] })
    rig.server.on('POST /apps/collabs/resend', { collab: one })
    await tap(mounted.box, '.member-open', '赵敏')
    expect(texts('.member-act')).toStrictEqual(['重新邀请', '撤回邀请'])
    await tap(mounted.box, '.member-act', '重新邀请')
    expect(rig.app.feedback.currentToast?.message).toStrictEqual({ key: 'collab.resent' })
  })

  test('[COLL-02] [CONT-02] inviting begins with choosing people for this folder, and closes 1 s after sending', async () => {
    const rig = await open([chenxi()])
    rig.server.on('POST /apps/collabs/invite', {
      reduce_coowner_permission_users: [],
      accepted_collaborated_users: [],
      accepted_collaborated_groups: [],
      collab_groups_info: [],
      collab_users_info: [makeInvited()],
      failed: [],
    })
    await tap(mounted.box, '.button', '邀请成员')
    const choice = { mode: 'invite', typedId: 'folder_3' } as const
    expect(rig.platform.navigate.top).toStrictEqual({ page: 'people', choice })
    doing(() => chosenContactsOf(rig.app).put(choice, [makeContact({ id: 31, name: '林一' })]))
    await tap(mounted.box, '.invite-role')
    await tap(mounted.box, '.sheet .role', '编辑者')
    await tap(mounted.box, '.button', '发送邀请')
    expect(rig.server.callsOf('POST /apps/collabs/invite')[0]?.request).toMatchObject({ invited_users: '31:editor' })
    expect(rig.overlays.valueFor('invite')).toBeDefined()
    await pass(rig, INVITE_CLOSE_DELAY)
    expect(rig.overlays.valueFor('invite')).toBeUndefined()
    // A user who was quicker and begins anew is not interrupted.
    doing(() => rig.overlays.show('invite'))
    doing(() => chosenContactsOf(rig.app).put(choice, [makeContact({ id: 32, name: '林二' })]))
    await answered()
    await tap(mounted.box, '.button', '发送邀请')
    doing(() => void rig.overlays.close('invite'))
    await answered()
    doing(() => rig.overlays.show('invite'))
    await pass(rig, INVITE_CLOSE_DELAY)
    expect(rig.overlays.valueFor('invite')).toBeDefined()
  })

  test('[COLL-01] headings are lower than rows, so that what is below moves up', async () => {
    await open([chenxi()], { invited: [makeInvited({ user: { name: '赵敏' } })] })
    const tops = [...mounted.box.querySelectorAll<HTMLElement>('.row-placed')].map(({ style }) => style.top)
    expect(tops).toStrictEqual(['0px', '42px', '106px', '148px'])
  })

  test('[CONT-03] a member’s picture covers the letter', async () => {
    await open([
      chenxi({ user: { id: 21, name: '陈希', avatar: '/pic?a=1&s=2' } }),
      makeCollab({ user: { name: '李蔚' } }),
    ])
    const pictures = [...mounted.box.querySelectorAll<HTMLElement>('.avatar-picture')]
    expect(pictures.map(({ style }) => style.backgroundImage.includes('/pic?a=1&s=2'))).toStrictEqual([true])
    expect(texts('.avatar')).toStrictEqual(['陈', '李'])
  })

  test('[COLL-01] in large text the role moves to the second line, so that the name has room', async () => {
    await open([chenxi()], { textScale: 2 })
    expect([texts('.member-role'), texts('.contact-detail')]).toStrictEqual([[], ['查看者 · 在这里直接邀请']])
  })

  test('[COLL-01] thousands of members need few elements', async () => {
    await open(Array.from({ length: 500 }, (_, at) => makeCollab({ user: { id: at + 100 } })))
    expect(mounted.box.querySelectorAll('.member-row').length).toBeLessThan(60)
  })
})
