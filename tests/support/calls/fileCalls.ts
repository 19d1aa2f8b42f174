import assert from 'node:assert/strict'
import { calls, type CallName } from '@/contract/api'
import { checked, type Client } from '../client'
import { uploadReply } from '@/contract/uploads'
import { makeLink, typedIdOf } from '../shares/shares'
import { eventually, post } from '../uploads/upload'
import { photo } from '../samples/samples'
import { BASE_URL, type CallWorld } from './CallWorld'
import { inside, row, special, type Row } from './row'

const list = 'sort_by sort_direction'
const order = { sort_by: 'name', sort_direction: 'desc', limit: 25, offset: 0 } as const
const relocated = `error_type current_path.typed_id new_parent.id files_and_folders.id async_copying_items
  async_moving_items`
const version = 'id file_id version modified_at updater.id current name size extension extension_category permissions'
const signature = 'appid timestamp noncestr signature'

/** Posts to an address as the specification writes it, with a query beside the body. */
async function posted(who: Client, name: CallName, query: string, body: object): Promise<object> {
  const path = `/api${name.split(' ')[1]!}?${query}`
  const { status, body: answer } = await who.request('POST', path, JSON.stringify(body))
  assert.equal(status, 200, JSON.stringify(answer))
  return checked(calls[name].reply, answer, name) as object
}

async function picture(world: CallWorld, address: string, query: string): Promise<object> {
  const { searchParams } = new URL(address, BASE_URL)
  for (const name of query.split(' ')) assert.ok(searchParams.has(name), `${address} has no ${name}`)
  const answer = await world.fetch(address)
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/jpeg'])
  return {}
}

async function thumbnailOf(world: CallWorld): Promise<string> {
  const [{ id }] = await world.pictures()
  return eventually(async () => {
    const { item } = await world.me.call('GET /apps/files/get_info', { item_typed_id: `file_${id}` })
    return item?.thumbnail ?? assert.fail('no thumbnail')
  })
}

async function uploadTo({ me }: CallWorld, folder_id: number): Promise<object> {
  const input = { file_size: 3, remark: '终稿', folder_id }
  const { upload_url } = await me.call('POST /apps/files/presign_upload', input)
  const headers = { 'x-file-name': encodeURIComponent('简章.pdf'), 'content-length': '3' }
  const { body } = await post(me, upload_url, [Buffer.from('abc')], headers)
  return checked(uploadReply, body, upload_url)
}

/** 1§7: the user, spaces and lists. */
const spaces: Row[] = [
  row('GET /apps/users/is_user_logged_in', {}, 'is_user_logged_in'),
  row(
    'GET /apps/users/get_base_info',
    {},
    `csrf_token user_info.id user_info.name user_info.trash_period enterprise_info.language_type
     enterprise_info.is_personal_user_enterprise enterprise_info.default_expiring_interval_days
     enterprise_info.is_personal_space_closed enterprise_info.is_from_wechat_enterprise
     enterprise_info.share_with_colleagues_disallowed enterprise_info.share_link_page_title
     unread_messages_count product_name base_url user_guide_settings.user_guide_h5_sync
     user_guide_settings.user_guide_h5_upload user_guide_settings.user_guide_h5_logout is_h5_show_user_guide env_config`,
  ),
  row('POST /apps/users/update_user_guide_settings', { new_user_guide_settings: { user_guide_h5_sync: false } }),
  row(
    'GET /apps/users/get_share_user_info',
    async ({ me, file }) => ({
      scenario: 'share',
      share_link_token: (await makeLink(me, await file())).unique_name,
    }),
    'product_id resource_id open_app_url is_custom_product',
    ({ anybody }) => anybody,
  ),
  special('GET /apps/users/pic_download', '', async (world) => {
    const { avatar } = await world.me.call('POST /apps/users/set_picture', { picture: await base64Photo() })
    return picture(world, avatar!, 'user_id profile_pic_key')
  }),
  special('GET /enterprise/pic_download', '', async (world) => {
    const { logo_url } = await world.admin.call('POST /enterprise/set_logo', { picture: await base64Photo() })
    return picture(world, logo_url!, 'enterprise_id profile_pic_key')
  }),
  row('GET /apps/frequently_used_items/get_space_info', {}, 'used total item_count'),
  row('POST /apps/frequently_used_items/add', async ({ file }) => ({ typed_id: typedIdOf(await file()) })),
  row('POST /apps/frequently_used_items/delete', async ({ me, file }) => {
    const typed_id = typedIdOf(await file())
    await me.call('POST /apps/frequently_used_items/add', { typed_id })
    return { typed_id }
  }),
  row(
    'GET /apps/frequently_used_items/get_list',
    async ({ me, folder }) => {
      await me.call('POST /apps/frequently_used_items/add', { typed_id: typedIdOf(folder) })
      return { page_size: 100 }
    },
    `frequent_used_items.freq_type frequent_used_items.item_type frequent_used_items.item_id
     frequent_used_items.item_count frequent_used_items.isForbidden frequent_used_items.item.typed_id`,
  ),
  special('GET /apps/files/get_info', 'item.typed_id department.id', async ({ me, folder, department }) => ({
    ...(await me.call('GET /apps/files/get_info', { item_typed_id: typedIdOf(folder) })),
    ...(await me.call('GET /apps/files/get_info', { item_typed_id: `department_${department.id}` })),
  })),
  special(
    'GET /apps/files/file_list',
    `items.id total_count children.id total_children_count ${list} permissions is_frequently_used current_path.typed_id`,
    async ({ me, folder, file, department, at }) => {
      const CALL = 'GET /apps/files/file_list/{folderId}'
      await file()
      const { id } = await at.make.file({ department })
      const below = { department_id: department.id, ...order }
      const [own, atRoot, there, inDepartment] = [
        await me.call('GET /apps/files/file_list', { folder_type: 'own', ...order }),
        await me.call(CALL, { folderId: 0, folder_type: 'own', ...order }),
        await me.call(CALL, { folderId: folder.id, folder_type: 'folder', ...order }),
        await me.call(CALL, { folderId: 0, folder_type: 'folder', ...below }),
      ]
      const named = await me.call('GET /apps/files/file_list', { folder_id: folder.id, ...order })
      assert.deepEqual([own.items, named.children], [atRoot.items, there.children])
      assert.ok(inDepartment.children?.some((item) => item.id === id))
      return { ...own, ...there }
    },
  ),
  row(
    'GET /apps/files/file_list_for_collabs',
    async ({ at, user, colleague }) => {
      await at.make.collab(await at.make.folder({ owner: colleague }), { user }, 'viewer')
      return order
    },
    `items.id total_count ${list}`,
  ),
  row(
    'GET /apps/files/file_list_for_external_enterprise',
    ({ outside }) => ({ enterprise_id: outside.id, ...order }),
    `items.id total_count ${list} current_path.typed_id is_frequently_used`,
  ),
  special('GET /apps/files/trash_list', `items.id total_count ${list}`, async (world) => {
    await world.deleted()
    const external_typed_id = `enterprise_${world.outside.id}` as const
    await world.me.call('GET /apps/files/trash_list', { external_typed_id, ...order })
    return world.me.call('GET /apps/files/trash_list', order)
  }),
  special(
    'GET /apps/files/search',
    'items.id items.creator.name items.content items.hit_num num_found',
    async ({ me, at, folder, file }) => {
      const found = await at.make.folder({ parent: folder }, { name: '校历' })
      await file({ name: '校历.txt' })
      const query_words = '校历'
      const inFolder = { query_words, search_in_folder: folder.id, file_type_category: 'folder' } as const
      const answer = await me.call('GET /apps/files/search', inFolder)
      const own = await me.call('GET /apps/files/search', { query_words, department_id: 0 })
      const collab = await me.call('GET /apps/files/search', { query_words, department_id: -1 })
      assert.deepEqual([answer.items[0]?.id, answer.num_found, own.num_found, collab.num_found], [found.id, 1, 2, 0])
      return answer
    },
  ),
]

/** 1§7: changes of items. */
const operations: Row[] = [
  row('POST /apps/files/delete', async ({ file }) => ({ item_typed_ids: [typedIdOf(await file())] })),
  row(
    'POST /apps/files/edit',
    async ({ file }) => ({ item_typed_id: typedIdOf(await file()), name: '新名' }),
    'item.name',
  ),
  row(
    'POST /apps/files/new_folder',
    ({ department }) => ({ parent_folder_id: 0, name: '新建', department_id: department.id }),
    'new_folder.id item.id',
  ),
  special('POST /apps/files/copy', relocated, async ({ me, theirs, at, file, folder, colleague }) => {
    const source = await file()
    const answer = await me.call('POST /apps/files/copy', {
      item_typed_ids: [typedIdOf(source)],
      target_folder_id: folder.id,
    })
    const visitor = await at.opened(await makeLink(me, source), theirs)
    const target = await at.make.folder({ owner: colleague })
    const saved = await posted(visitor.client, 'POST /apps/files/copy', 'scenario=share', {
      item_typed_ids: [typedIdOf(source)],
      target_folder_id: target.id,
      share_link_token: visitor.uniqueName,
    })
    return { ...answer, ...saved }
  }),
  row(
    'POST /apps/files/move',
    async ({ file, folder }) => ({ item_typed_ids: [typedIdOf(await file())], target_folder_id: folder.id }),
    relocated,
  ),
  row('POST /apps/files/restore_from_trash', async ({ deleted }) => ({ item_typed_ids: [typedIdOf(await deleted())] })),
  row('POST /apps/files/delete_from_trash', async ({ deleted }) => ({ item_typed_ids: [typedIdOf(await deleted())] })),
]

/** 1§7: downloads, previews and uploads. */
const contents: Row[] = [
  special('GET /apps/files/download', 'download_url', async ({ me, anybody, at, file }) => {
    const { id, ...row } = await file({ content: '课表' })
    const visitor = await at.opened(await makeLink(me, { id, ...row }), anybody)
    assert.match(await visitor.download({ id }), /^http|^\//)
    return me.call('GET /apps/files/download', { file_id: id, no_redirect: true })
  }),
  row(
    'GET /apps/file_versions/download',
    async ({ me, file }) => {
      const { id } = await file()
      const { file_versions } = await me.call('GET /apps/files/versions', { file_id: id })
      return { file_id: id, file_version_id: file_versions[0]!.id, no_redirect: true }
    },
    'download_url',
  ),
  special('POST /pack_download/download', 'download_url', ({ me, folder }) => {
    const query = `file_id=${folder.id}&no_redirect=true`
    return posted(me, 'POST /pack_download/download', query, { item_typed_ids: [typedIdOf(folder)] })
  }),
  special('POST /apps/files/get_sibling', 'siblings.id', async ({ me, anybody, at, pictures }) => {
    const [first, second] = await pictures()
    const input = {
      sort_by: 'name',
      sort_direction: 'asc',
      extension_category: 'image',
      type: 'right',
      num: 5,
    } as const
    const answer = await me.call('POST /apps/files/get_sibling', { file_id: first.id, ...input })
    assert.deepEqual(
      answer.siblings.map(({ id }) => id),
      [second.id],
    )
    const visitor = await at.opened(await makeLink(me, { id: first.parent_id!, is_folder: true }), anybody)
    const seen = { file_id: first.id, ...input, share_link_token: visitor.uniqueName }
    return posted(visitor.client, 'POST /apps/files/get_sibling', 'scenario=share', seen)
  }),
  row(
    'GET /apps/files/get_sibling',
    async ({ pictures }) => ({ file_id: (await pictures())[0].id, sort_by: 'name', sort_direction: 'asc', num: 1 }),
    'siblings.id sibling.id item.id',
  ),
  row(
    'GET /apps/files/versions',
    async ({ file }) => ({ file_id: (await file()).id }),
    inside('file_versions', version),
  ),
  special(
    'GET /apps/representations/info',
    `status progress media_status change_mode_available preview_type download_url preview_url category exif_rotation`,
    async ({ me, pictures }) => {
      const [{ id: file_id }] = await pictures()
      const { file_versions } = await me.call('GET /apps/files/versions', { file_id })
      const input = { kind: 'image_1024', file_id, file_version_id: file_versions[0]!.id } as const
      const flags = { is_first: true, wps_enable: false, 'force-regenerate': true }
      await me.call('GET /apps/representations/info', { ...input, ...flags })
      return eventually(async () => {
        const answer = await me.call('GET /apps/representations/info', input)
        assert.equal(answer.status, 'generated')
        return answer
      })
    },
  ),
  special('GET /apps/representations/download', '', async (world) =>
    picture(world, await thumbnailOf(world), 'file_id kind file_version_key'),
  ),
  row(
    'GET /yiqixie/get_access_url',
    async ({ file }) => ({ file_id: (await file({ name: '纪要.ydoc' })).id, scenario: '' }),
    'access_url',
  ),
  special('POST /apps/files/presign_upload', 'upload_url', async ({ me, file, department }) => {
    const { id: target_file_id } = await file()
    const input = { file_size: 3, remark: '终稿' }
    await me.call('POST /apps/files/presign_upload', { ...input, target_file_id })
    return me.call('POST /apps/files/presign_upload', { ...input, department_id: department.id })
  }),
  special('POST the answered address', 'new_file.id', (world) => uploadTo(world, world.folder.id)),
  row('POST /recent_items/mark_as_used', async ({ file }) => ({ item_typed_id: typedIdOf(await file()) })),
  row('POST /apps/logs/action', async ({ file }) => ({
    uuid: '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
    action: 'preview_complete',
    source: 'h5',
    typed_id: typedIdOf(await file()),
    additional_info: { milliseconds: 120 },
    fail_reason: 'unknown',
  })),
  row('POST /third_party/wechat/signature', { url: `${BASE_URL}/files/own` }, signature),
  row('POST /third_party/qy_wechat/signature', { url: `${BASE_URL}/files/own` }, signature),
]

async function base64Photo(): Promise<string> {
  return (await photo({ width: 64, height: 48 })).toString('base64')
}

export const fileCalls = [...spaces, ...operations, ...contents]
