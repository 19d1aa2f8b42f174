import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import type { Message } from '@/contract/messages/messages'
import { typedIdOf } from '../shares/shares'
import type { CallWorld } from './CallWorld'
import { inside, row, special, type Row } from './row'

const contact = 'id name login is_department is_group group_id user_count is_active current_user disabled'
const department = `${contact} has_children_departments departments_path.id`
const collab = `collab_id user.id user.name user.is_group user.is_department user.department_id user.user_count
  user.is_active direct_role final_role unaccepted_role accepted current_user quit_collab_allowed`
const comment = `id content created_at user.id user.name unread child_message_id unread_count is_voice voice_length
  permissions item_type item_id`
const message = `id type unread_count item_name item_time modified_at sender_name include_current_user
  object_typed_id most_recent_message`
const child = `id item_name updated sender_name collab_type group_name invitation_message has_read accepted collab_id
  item_typed_id`

const organisation: Row[] = [
  row('GET /enterprises/get_external_enterprises', {}, inside('external_list', 'id type name')),
  special(
    'GET /departments/find_user_in_departments_tree',
    inside('departments', 'id name user_count has_children_departments children departments_path.id is_department'),
    async ({ me, department: { id } }) => {
      await me.call('GET /departments/find_user_in_departments_tree', { department_id: id })
      return me.call('GET /departments/find_user_in_departments_tree', {})
    },
  ),
  row(
    'GET /departments/info',
    ({ department: { id } }) => ({ department_id: id, permission_filter: false }),
    'department.id department.name',
  ),
  row(
    'GET /departments/user_list',
    ({ department: { id } }) => ({
      department_id: id,
      skip_get_count: true,
      direct: true,
      exclude_self: true,
      exclude_inactive: true,
      page_size: 500,
      page_number: 1,
    }),
    inside('users', contact),
  ),
  row(
    'GET /departments/manager_list',
    ({ department: { id } }) => ({ department_id: id }),
    inside('file_managers', 'id name final_role'),
  ),
  special(
    'GET /apps/contacts/get',
    [inside('contacts', contact), inside('departments', department), inside('groups', contact)].join(' '),
    async ({ me, folder, colleague }) => {
      const input = {
        include_groups: true,
        include_departments: true,
        exclude_self: true,
        exclude_inactive: true,
        include_users_without_department: true,
        page_size: 500,
      }
      const found = await me.call('GET /apps/contacts/get', { ...input, search_string: colleague.name })
      const mayMention = await me.call('GET /apps/contacts/get', { ...input, review_id: folder.id })
      assert.ok([found, mayMention].every(({ contacts }) => contacts.some(({ id }) => id === colleague.id)))
      return me.call('GET /apps/contacts/get', { ...input, item_typed_id: typedIdOf(folder) })
    },
  ),
  row(
    'GET /cards/user_info',
    ({ colleague: { id }, folder }) => ({ user_id: id, item_typed_id: typedIdOf(folder) }),
    inside('user', contact),
  ),
  row(
    'GET /cards/department_info',
    ({ department: { id }, folder }) => ({ department_id: id, item_typed_id: typedIdOf(folder) }),
    inside('department', department),
  ),
  row(
    'GET /cards/group_info',
    ({ group: { id }, folder }) => ({ group_id: id, item_typed_id: typedIdOf(folder) }),
    inside('group', contact),
  ),
]

/** A folder of the user with the colleague as a collaborator. */
async function shared({ at, user, colleague }: CallWorld) {
  const folder = await at.make.folder({ owner: user })
  return { folder, ...(await at.make.collab(folder, { user: colleague }, 'viewer')) }
}

/** Creates an invitation of the user. */
async function invitation({ at, user, colleague }: CallWorld): Promise<{ collab_id: number }> {
  const folder = await at.make.folder({ owner: colleague })
  return { collab_id: (await at.make.collab(folder, { user }, 'viewer', { accepted: false })).id }
}

const collaboration: Row[] = [
  special(
    'POST /apps/collabs/invite',
    `reduce_coowner_permission_users.id accepted_collaborated_users.id accepted_collaborated_groups.id
     ${inside('collab_groups_info', collab)} ${inside('collab_users_info', collab)}`,
    async ({ me, at, user, colleague, administrator, group, departmentGroup }) => {
      const above = await at.make.folder({ owner: user })
      const folder = await at.make.folder({ parent: above })
      const third = await at.make.user({ enterprise: at.enterprise })
      await at.make.collab(above, { user: administrator }, 'coowner')
      await at.make.collab(folder, { user: colleague }, 'viewer')
      await at.make.collab(folder, { group }, 'viewer')
      return me.call('POST /apps/collabs/invite', {
        folder_id: folder.id,
        invitation_message: '请看',
        invited_groups: `${group.id}:viewer;${departmentGroup.id}:previewer`,
        invited_users: `${third.id}:editor;${colleague.id}:viewer;${administrator.id}:viewer`,
      })
    },
  ),
  special('POST /apps/collabs/edit', '', async (world) => {
    const { me, at, group, colleague } = world
    const { folder, id } = await shared(world)
    const below = await at.make.folder({ parent: folder })
    await at.make.collab(folder, { group }, 'viewer')
    const roles = (who: number, collab_id?: number) => [{ collab_id, role: 'editor' as const, user_id: who }]
    await me.call('POST /apps/collabs/edit', { item_id: folder.id, edit_collabs_roles: roles(colleague.id, id) })
    await me.call('POST /apps/collabs/edit', { item_id: below.id, invite_user_collabs_roles: roles(colleague.id) })
    return me.call('POST /apps/collabs/edit', { item_id: below.id, invite_group_collabs_roles: roles(group.id) })
  }),
  row('POST /apps/collabs/delete', async (world) => ({ collab_ids: [(await shared(world)).id] })),
  row('GET /apps/collabs/get', invitation),
  row('POST /apps/collabs/accept', invitation),
  row(
    'GET /apps/folders/get_collab_info_on_item',
    ({ folder: { id } }) => ({ folder_id: id }),
    `${inside('accepted_collabs', collab)} ${inside('unaccepted_collabs', collab)} final_role`,
  ),
]

const comments: Row[] = [
  row(
    'POST /apps/comments/create',
    async ({ file }) => ({ content: '收到', item_typed_id: typedIdOf(await file()) }),
    inside('comment', comment),
  ),
  row('POST /apps/comments/delete', async ({ at, file, user }) => ({
    comment_id: (await at.make.comment(await file(), user)).comment.id,
  })),
  row(
    'GET /apps/files/comments',
    async ({ me, folder }) => {
      const { messages } = await me.call('GET /apps/messages/get_list', { types: 'comment' })
      return { item_typed_id: typedIdOf(folder), no_pagination: true, message_id: messages[0]!.id }
    },
    inside('comments', comment),
  ),
  special('GET /apps/comments/voice_download', '', async ({ me, at, file, user, fetch }) => {
    const item = await file()
    const { db, storage } = at.server.deps
    const { key } = await storage.write(Readable.from([Buffer.from('ID3')]), { size: 3 })
    const { id } = (await at.make.comment(item, user, { content: '' })).comment
    await db.updateTable('comments').set({ voice_key: key, voice_seconds: 2 }).where('id', '=', id).execute()
    const { comments: heard } = await me.call('GET /apps/files/comments', { item_typed_id: typedIdOf(item) })
    const address = heard[0]!.voice_url!
    assert.match(address, new RegExp(`\\?comment_id=${id}&voice_format=mp3&`))
    const { status, headers } = await fetch(address)
    assert.deepEqual([status, headers.get('content-type')], [200, 'audio/mpeg'])
    return {}
  }),
]

/** The newest message of a type and its child messages. */
async function newestMessage({ me }: CallWorld, types: Message['type']) {
  const { messages } = await me.call('GET /apps/messages/get_list', { types, page_number: 1 })
  return messages.find(({ type }) => type === types) ?? assert.fail(`no ${types}`)
}

async function childOf(world: CallWorld): Promise<number> {
  const { id: message_id } = await newestMessage(world, 'collab')
  const { child_messages } = await world.me.call('GET /apps/messages/child_messages_list', { message_id })
  return child_messages[0]!.id
}

async function noticed({ at, file, user, colleague }: CallWorld): Promise<number> {
  return (await at.make.comment(await file(), colleague, { told: user })).notice!.id
}

const messages: Row[] = [
  special(
    'GET /apps/messages/get_list',
    `${inside('messages', message)} page_number page_count total_unread_message_count
     ${inside('comment', 'content is_voice message_comments.id')}
     ${inside('share', 'source content item_type item_name unique_name')}
     ${inside('invitation', 'item_type item_name invitation_message')}`,
    async (world) => {
      const all = await world.me.call('GET /apps/messages/get_list', {
        page_number: 1,
        types: 'comment,share_link,collab',
      })
      const recent = async (type: Message['type']) => (await newestMessage(world, type)).most_recent_message
      const [said, share, invited] = [await recent('comment'), await recent('share_link'), await recent('collab')]
      return { ...all, comment: said, share, invitation: invited }
    },
  ),
  row(
    'GET /apps/messages/child_messages_list',
    async (world) => ({ message_id: (await newestMessage(world, 'collab')).id, page_number: 1 }),
    `${inside('child_messages', child)} page_number page_count`,
  ),
  row('POST /apps/messages/mark_read', async (world) => ({
    message_ids: [(await newestMessage(world, 'comment')).id],
  })),
  row('POST /apps/messages/delete', async ({ at, user }) => ({ message_ids: [(await at.make.message(user)).id] })),
  special('POST /apps/messages/child_messages_mark_read', '', async (world) => {
    const CALL = 'POST /apps/messages/child_messages_mark_read'
    await world.me.call(CALL, { child_message_ids: [await childOf(world)], type: 'collab' })
    return world.me.call(CALL, { child_message_ids: [await noticed(world)], type: 'comment' })
  }),
  special('POST /apps/messages/child_messages_delete', '', async (world) => {
    const CALL = 'POST /apps/messages/child_messages_delete'
    await world.me.call(CALL, { child_message_ids: [await noticed(world)], type: 'comment' })
    return world.me.call(CALL, { child_message_ids: [await childOf(world)], type: 'collab' })
  }),
]

export const peopleCalls = [...organisation, ...collaboration, ...comments, ...messages]
