import { describe, expect, test } from '@jest/globals'
import type { Collab } from '@/contract/members'
import type { Contact } from '@/contract/contacts'
import { chosenContactsOf } from '@/stores/contacts/ChosenContacts'
import { Invitation } from '@/stores/members/Invitation'
import { InviteDraft } from '@/stores/members/InviteDraft'
import { MemberActions, editOf } from '@/stores/members/MemberActions'
import { MemberList, keyOf } from '@/stores/members/MemberList'
import {
  makeCollab,
  makeContact,
  makeContactDepartment,
  makeContactGroup,
  makeFolder,
  makeInvited,
} from '../support/factories'
import { refusal } from '../support/fakeServer'
import { startApp } from '../support/startApp'
import { settled } from '../support/until'

const INFO = 'GET /apps/folders/get_collab_info_on_item'
const INVITE = 'POST /apps/collabs/invite'
const EDIT = 'POST /apps/collabs/edit'
const DELETE = 'POST /apps/collabs/delete'
const ACCEPT = 'POST /apps/collabs/accept'
const GET = 'GET /apps/collabs/get'

interface Held {
  accepted?: Collab[]
  invited?: Collab[]
  managers?: { id: number; name: string; final_role: 'coowner' }[]
}

async function start({ accepted = [], invited = [], managers = [] }: Held = {}) {
  const rig = await startApp()
  const { app, server, platform } = rig
  server
    .on('GET /apps/files/get_info', { item: makeFolder({ id: 3, name: '招生办公室', space: 'department_space' }) })
    .on(INFO, ({ page_number: page = 1, page_size: size = 500 }) => ({
      accepted_collabs: accepted.slice((page - 1) * size, page * size),
      unaccepted_collabs: invited.slice((page - 1) * size, page * size),
      final_role: 'owner' as const,
      file_managers: page === 1 ? managers : [],
      page_number: page,
      page_count: Math.ceil(Math.max(accepted.length, invited.length) / size),
      total_count: accepted.length,
      unaccepted_count: invited.filter((each) => each.final_role === null).length,
      may_invite: true,
    }))
  const list = new MemberList({ api: app.api, feedback: app.feedback, clock: platform.clock }, 3)
  await list.open()
  return { ...rig, list, actions: new MemberActions(app, list), toast: () => app.feedback.currentToast?.message }
}

/** Answers the open question. */
async function agree(app: Awaited<ReturnType<typeof start>>['app'], agreed = true) {
  await settled()
  const dialog = app.feedback.dialog!
  app.feedback.answer(dialog.id, agreed)
  await settled()
  return dialog
}

const kinds = (list: MemberList) => list.rows.map((row) => (row.kind === 'heading' ? row.section : row.kind))

describe('[COLL-01] the members of a folder', () => {
  test('managers and accepted members come first, then invited people, each under a heading with a count', async () => {
    const { list } = await start({
      accepted: [makeCollab(), makeCollab()],
      invited: [makeInvited()],
      managers: [{ id: 5, name: '李蔚', final_role: 'coowner' }],
    })
    expect(kinds(list)).toStrictEqual(['accepted', 'manager', 'member', 'member', 'invited', 'member'])
    expect(list.rows.flatMap((row) => (row.kind === 'heading' ? row.count : []))).toStrictEqual([3, 1])
    expect(list.count).toBe(3)
  })

  test('with more people than a page holds invited ones come first, and the pages follow', async () => {
    const { list, server } = await start({
      accepted: Array.from({ length: 700 }, (_, at) => makeCollab({ user: { id: at + 1 } })),
      invited: [makeInvited()],
    })
    expect(kinds(list).slice(0, 4)).toStrictEqual(['invited', 'member', 'accepted', 'member'])
    list.nearEnd()
    await settled()
    expect([list.pages.held.rows.length, list.count, server.countOf(INFO)]).toStrictEqual([700, 700, 2])
  })

  test('[COLL-05] all invitations are there when they fill more than a page, however few are accepted', async () => {
    const { list, server } = await start({
      accepted: [makeCollab()],
      invited: Array.from({ length: 1200 }, (_, at) => makeInvited({ user: { id: at + 10 } })),
    })
    expect([kinds(list).length, list.count, server.countOf(INFO)]).toStrictEqual([1203, 1, 3])
    await list.again()
    expect([kinds(list).length, server.countOf(INFO)]).toStrictEqual([1203, 6])
  })

  test('after a page during which a member left the next one follows', async () => {
    const { list, server } = await start({
      accepted: Array.from({ length: 700 }, (_, at) => makeCollab({ user: { id: at + 1 } })),
    })
    const whole = server.callsOf(INFO).length
    list.pages.change((held) => ({ ...held, rows: held.rows.slice(1), offset: held.offset - 1 }))
    list.nearEnd()
    await settled()
    expect(server.callsOf(INFO)[whole]?.request).toMatchObject({ page_number: 2 })
  })

  test('refreshing keeps what is shown and follows what others did', async () => {
    const one = makeCollab()
    const { list, server } = await start({ accepted: [one] })
    server.on(INFO, (asked) => ({
      accepted_collabs: [{ ...one, direct_role: 'editor' as const, final_role: 'editor' as const }],
      unaccepted_collabs: [],
      final_role: 'viewer' as const,
      file_managers: [],
      page_number: asked.page_number ?? 1,
      page_count: 1,
      total_count: 1,
      unaccepted_count: 0,
      may_invite: false,
    }))
    await list.again()
    expect([list.find(keyOf(one))?.final_role, list.role, list.mayInvite]).toStrictEqual(['editor', 'viewer', false])
  })

  test('reaching the end during a refresh loads the next page', async () => {
    const { list, server } = await start({
      accepted: Array.from({ length: 700 }, (_, at) => makeCollab({ user: { id: at + 1 } })),
    })
    const renewal = list.again()
    list.nearEnd()
    await renewal
    await settled()
    expect([list.pages.held.rows.length, server.countOf(INFO)]).toStrictEqual([700, 3])
  })

  test('a user who lost the folder is told so in place of its members', async () => {
    const { list, server } = await start({ accepted: [makeCollab()] })
    server.on(INFO, refusal('item_not_found'))
    await list.again()
    expect(list.phase).toBe('gone')
  })
})

describe('[COLL-09] the edit list of a member', () => {
  const table: [string, Collab, string][] = [
    ['was let in here', makeCollab(), 'edit_collabs_roles'],
    ['was invited here', makeInvited(), 'edit_collabs_roles'],
    [
      'a user from above',
      makeCollab({ collab_id: null, direct_role: null, is_inherited: true }),
      'invite_user_collabs_roles',
    ],
    [
      'a group from above',
      makeCollab({ collab_id: null, direct_role: null, user: { is_group: true } }),
      'invite_group_collabs_roles',
    ],
    [
      'a department from above',
      makeCollab({ collab_id: null, direct_role: null, user: { is_department: true } }),
      'invite_group_collabs_roles',
    ],
  ]
  test.each(table)('%s', (_, collab, name) => {
    const { user, collab_id: id } = collab
    expect(editOf(3, collab, 'editor')).toStrictEqual({
      item_id: 3,
      [name]: [{ ...(id !== null && { collab_id: id }), user_id: user.id, role: 'editor' }],
    })
  })
})

describe('[COLL-03] [COLL-04] actions on a member', () => {
  test('[ERR-05] changing a role takes effect at once and is reported, and members and every list refresh', async () => {
    const one = makeCollab()
    const { actions, server, app, toast } = await start({ accepted: [one] })
    let stale = 0
    app.changes.subscribe(({ type }) => (stale += type === 'stale' ? 1 : 0))
    server.on(EDIT, { collabs: [] })
    expect(await actions.change(one, 'editor')).toBe(true)
    expect([toast(), stale, server.countOf(INFO)]).toStrictEqual([{ key: 'collab.roleChanged' }, 1, 2])
  })

  test("changing one's own role, and taking everything away, asks first", async () => {
    const own = makeCollab({ current_user: true })
    const { actions, app, server } = await start({ accepted: [own] })
    const change = actions.change(own, 'viewer')
    expect((await agree(app, false)).title).toMatchObject({ key: 'collab.changeTitle' })
    const reset = actions.change(makeCollab(), 'reset')
    expect((await agree(app, false)).isDanger).toBe(true)
    expect([await change, await reset, server.countOf(EDIT)]).toStrictEqual([false, false, 0])
  })

  const removals: [string, Collab, string, string][] = [
    ['a user', makeCollab({ user: { name: '陈希' } }), 'collab.removed', 'collab.removeText'],
    [
      'a group',
      makeCollab({ user: { name: '年级组', is_group: true } }),
      'collab.groupRemoved',
      'collab.removeManyText',
    ],
    [
      'a department',
      makeCollab({ user: { name: '教务处', is_department: true } }),
      'collab.departmentRemoved',
      'collab.removeManyText',
    ],
    ['an invitation', makeInvited({ user: { name: '赵敏' } }), 'collab.withdrawn', 'collab.withdrawText'],
  ]
  test.each(removals)(
    '[ERR-05] [COLL-08] %s is removed after a confirmation, and a message says so',
    async (_, one, said, asked) => {
      const { actions, app, server, toast } = await start({ accepted: [one] })
      server.on(DELETE, { is_accessible: true })
      const removed = actions.remove(one)
      expect((await agree(app)).text).toStrictEqual({ key: asked })
      expect(await removed).toBe(true)
      expect(toast()).toMatchObject({ key: said })
      expect(server.callsOf(DELETE)[0]?.request).toStrictEqual({ collab_ids: [one.collab_id] })
      expect(server.countOf(INFO)).toBe(2)
    },
  )

  test.each([
    ['who sees the folder no longer asks for no members of it', false, 1],
    ['who is in it by another way asks for its members again', true, 2],
  ])('[ERR-05] [COLL-08] quitting says which folder was left; %s', async (_, isAccessible, asked) => {
    const own = makeCollab({ current_user: true, quit_collab_allowed: true })
    const { actions, app, server, toast } = await start({ accepted: [own] })
    server.on(DELETE, { is_accessible: isAccessible })
    const quit = actions.quit({ ...own, role_otherwise: isAccessible ? 'uploader' : null }, '招生办公室')
    expect((await agree(app)).text).toStrictEqual({ key: isAccessible ? 'collab.quitKeptText' : 'collab.quitText' })
    expect(await quit).toStrictEqual({ isAccessible })
    expect(toast()).toStrictEqual({ key: 'collab.quit', params: { name: '招生办公室' } })
    expect(server.countOf(INFO)).toBe(asked)
  })

  test('a refusal leaves all as it is, and members refresh because others were quicker', async () => {
    const one = makeCollab()
    const { actions, server, app } = await start({ accepted: [one] })
    server.on(EDIT, refusal('collab_not_found'))
    const change = actions.change(one, 'editor')
    await agree(app)
    expect(await change).toBe(false)
    expect([server.countOf(INFO), actions.isBusy]).toStrictEqual([2, false])
  })
})

describe('[COLL-02] inviting', () => {
  async function drafting(contacts: Contact[]) {
    const rig = await start()
    const draft = new InviteDraft(rig.app, 3, 'owner')
    chosenContactsOf(rig.app).put(draft.choice, contacts)
    return { ...rig, draft }
  }
  const answer = {
    reduce_coowner_permission_users: [],
    accepted_collaborated_users: [],
    accepted_collaborated_groups: [],
  }
  const contacts = [
    makeContact({ id: 5 }),
    makeContact({ id: 8 }),
    makeContactGroup({ id: 4, group_id: 4 }),
    makeContactDepartment({ id: 6, group_id: 1006 }),
  ]

  test('[COLL-08] [ERR-05] each invitation has its own role, departments go by their group, a message says so, and no editing follows', async () => {
    const { draft, server, toast } = await drafting(contacts)
    server.on(INVITE, { ...answer, failed: [], collab_users_info: [makeInvited()], collab_groups_info: [makeCollab()] })
    draft.giveRole('contact_8', 'editor')
    draft.giveRole('department_6', 'uploader')
    draft.setMessage(' 请看 ')
    expect(await draft.send()).toBe('sent')
    expect(server.callsOf(INVITE)[0]?.request).toStrictEqual({
      folder_id: 3,
      invited_users: '5:viewer;8:editor',
      invited_groups: '4:viewer;1006:uploader',
      invitation_message: '请看',
    })
    expect([server.countOf(EDIT), toast(), draft.contacts]).toStrictEqual([0, { key: 'collab.invited' }, []])
  })

  test('owner, coowner and reset are not offered', async () => {
    const { draft } = await drafting(contacts)
    expect(draft.roles.filter((role) => ['owner', 'coowner', 'reset'].includes(role))).toStrictEqual([])
  })

  test('[SHARE-10] inviting nobody says so and sends nothing', async () => {
    const { draft, server, toast } = await drafting([])
    expect([await draft.send(), toast(), server.countOf(INVITE)]).toStrictEqual([
      'none',
      { key: 'collab.chooseMembers' },
      0,
    ])
  })

  test('[ERR-04] people who could not be invited are named, up to twenty, with the number of those invited', async () => {
    const { draft, server, app } = await drafting(contacts)
    const failed = Array.from({ length: 25 }, (_, at) => ({
      id: at,
      name: `人${at}`,
      is_group: false,
      error_code: 'collab_already' as const,
      error_tr_msg: `人${at} 已在此文件夹中`,
    }))
    server.on(INVITE, { ...answer, failed, collab_users_info: [makeInvited()], collab_groups_info: [] })
    const sent = draft.send()
    const dialog = await agree(app)
    expect(await sent).toBe('partial')
    expect([dialog.title, dialog.text]).toStrictEqual([
      { key: 'collab.partial' },
      { key: 'collab.counts', params: { n: 1, failed: 25 } },
    ])
    expect(dialog.items?.slice(-2)).toStrictEqual([
      { text: '人19 已在此文件夹中' },
      { key: 'collab.more', params: { n: 5 } },
    ])
  })

  test('[AH-27] a draft returns after a crash, and is gone once it was sent', async () => {
    const { draft, app, platform, server } = await drafting(contacts)
    draft.giveRole('contact_8', 'editor')
    draft.setMessage('请看')
    await settled()
    draft.dispose()
    chosenContactsOf(app).forget()
    const later = new InviteDraft(app, 3, 'owner')
    expect([later.isRestored, later.message, later.contacts.length, later.roleOf('contact_8')]).toStrictEqual([
      true,
      '请看',
      4,
      'editor',
    ])
    server.on(INVITE, { ...answer, failed: [], collab_users_info: [makeInvited()], collab_groups_info: [] })
    await later.send()
    expect(platform.storage.read('invites.7')).toBeUndefined()
  })

  test('[AH-27] a request that fails loses nothing', async () => {
    const { draft, server, app } = await drafting(contacts)
    server.on(INVITE, refusal('permission_denied'))
    draft.setMessage('请看')
    const sent = draft.send()
    await agree(app)
    expect([await sent, draft.message, draft.contacts.length, draft.isSending]).toStrictEqual([
      'none',
      '请看',
      4,
      false,
    ])
  })
})

describe('[COLL-05] [COLL-07] an invitation by its address', () => {
  async function open(answerOf: Parameters<Awaited<ReturnType<typeof startApp>>['server']['on']>[1]) {
    const rig = await startApp()
    rig.server.on(GET, answerOf as never)
    const invitation = new Invitation(rig.app, 9)
    await invitation.load()
    return { ...rig, invitation }
  }
  const told = { item: { typed_id: 'folder_3' as const, name: '招生办公室' }, invitation_message: '' }

  test('accepting an invitation says so', async () => {
    const { invitation, server, app } = await open({ ...told, collab: makeInvited() })
    server.on(ACCEPT, { item: told.item })
    expect(await invitation.join()).toStrictEqual(told.item)
    expect(app.feedback.currentToast?.message).toMatchObject({ key: 'collab.accepted' })
  })

  test('refusing an invitation asks first', async () => {
    const { invitation, server, app } = await open({ ...told, collab: makeInvited() })
    server.on('POST /apps/collabs/refuse', {})
    const refused = invitation.refuse()
    await agree(app)
    expect(await refused).toBe(true)
  })

  test.each(['invitation_invalid', 'invitation_expired', 'permission_denied'] as const)(
    '[ERR-04] accepting too late (%s) says to contact the inviter, in a dialog of its own',
    async (code) => {
      const { invitation, server, app } = await open({ ...told, collab: makeInvited() })
      server.on(ACCEPT, refusal(code))
      const taken = invitation.join()
      const dialog = await agree(app)
      expect([dialog.title, dialog.text]).toStrictEqual([{ key: 'collab.invalidTitle' }, { key: 'collab.invalidText' }])
      expect([await taken, invitation.phase, app.feedback.dialogs]).toStrictEqual([null, 'gone', []])
    },
  )

  test('an unknown or expired invitation is gone from the start', async () => {
    const { invitation } = await open(refusal('invitation_invalid'))
    const { invitation: late } = await open({ ...told, collab: makeInvited({}, { is_expired: true }) })
    expect([invitation.phase, late.phase]).toStrictEqual(['gone', 'gone'])
  })
})
