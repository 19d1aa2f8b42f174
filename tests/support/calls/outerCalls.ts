import assert from 'node:assert/strict'
import { openCalls } from '@/contract/applications'
import { checked } from '../client'
import { makeLink, making, typedIdOf } from '../shares/shares'
import { before2020, BASE_URL, type CallWorld } from './CallWorld'
import { inside, row, special, type Row } from './row'

const sharing: Row[] = [
  row(
    'POST /apps/share_links/create',
    async ({ at, file }) => ({
      ...making(await file()),
      access: 'public',
      current_version: true,
      description: '请看',
      due_time: Math.floor(at.now.getTime() / 1000) + 86_400,
      group_ids: [],
      invited_user_ids: [],
      disable_download: false,
      password: 'k7m3',
      password_protected: true,
      is_preview_limit: true,
      preview_limit: 10,
      is_download_limit_v2: true,
      download_limit_v2: 10,
      is_watermark_customize_content: true,
      watermark_customize_content: '明德学校',
    }),
    'share_link.unique_name',
  ),
  special(
    'GET /apps/share_links/info/{unique_name}',
    inside(
      'process',
      `type serial_number created description item.id item_is_accessible_without_shared can_save
       share_link.unique_name share_link.owner.id share_link.owner.name share_link.description share_link.item.id
       share_link.is_open_share_receiver share_link.disable_forward share_link.disable_download`,
    ),
    async ({ me, at, file, anybody }) => {
      const secret = await makeLink(me, await file(), { password_protected: true, password: 'k7m3' })
      await at.opened(secret, anybody, 'k7m3')
      const enterprise = await at.freeEnterprise()
      const maker = await at.make.user({ enterprise })
      const moved = await makeLink(await at.signIn(maker), await at.make.file({ owner: maker }))
      const share_domain = 'https://school.example'
      const { db } = at.server.deps
      await db.updateTable('enterprises').set({ share_domain }).where('id', '=', enterprise.id).execute()
      const { unique_name } = moved
      const { body } = await anybody.send('GET /apps/share_links/info/{unique_name}', { unique_name })
      assert.equal((body as { redirect_domain?: string }).redirect_domain, share_domain)
      return at.visitorOf(await makeLink(me, await file())).open()
    },
  ),
  special('POST /api/v1/wechat_applet/create_file_user', '', async ({ me, theirs, at, file }) => {
    const item = await file()
    const { unique_name } = await makeLink(me, item)
    const visitor = await at.opened({ unique_name }, theirs)
    const saving = { scenario: 'share', share_link_token: unique_name, target_folder_id: 0 }
    await visitor.client.call('POST /apps/files/copy', { ...saving, item_typed_ids: [typedIdOf(item)] })
    return theirs.call('POST /v1/wechat_applet/create_file_user', { type: 'share_link', unique_name })
  }),
]

const asPhone = (phone: string) => ({
  sms_captcha_type: 'coupon' as const,
  message_type: 'sms' as const,
  phone: `(86)${phone}`,
})

const promotion: Row[] = [
  special('POST /captcha/captcha_send', '', ({ at, anybody }) => {
    at.now = before2020
    return anybody.call('POST /captcha/captcha_send', asPhone('13800138000'))
  }),
  special('POST /coupon/create', '', async ({ at, admin, gateway }) => {
    at.now = before2020
    const phone = '13800138001'
    await admin.call('POST /captcha/captcha_send', asPhone(phone))
    const { code } = gateway.sent.at(-1)!
    return admin.call('POST /coupon/create', { country: '86', phone, code, group_id: 1 })
  }),
]

const open: Row[] = [
  special('POST /api/v2/preview/info', 'status progress preview_type preview_url category', async (world) => {
    const { application: lessons, file } = world
    const { preview_token } = await lessons.call('GET /v2/file/preview_token', { file_id: (await file()).id })
    const preview_user_token = lessons.headers.authorization!.slice('Bearer '.length)
    return lessons.call('POST /v2/preview/info', { preview_user_token }, { 'x-preview-token': preview_token })
  }),
  special('GET /api/v2/file/preview_token', 'preview_token', async ({ application, file }) =>
    application.call('GET /v2/file/preview_token', { file_id: (await file()).id, period: 3600 }),
  ),
  special('GET /api/v2/file/{id}/info', 'id name size path.id', async ({ application, file }) =>
    application.call('GET /v2/file/{id}/info', { id: (await file()).id }),
  ),
  special('POST /api/v2/file/upload', 'presign_url file.id', async (world) => {
    const { application, folder } = world
    const input = { parent_id: folder.id, name: '教案.txt', upload_type: 'api' } as const
    return filled(world, await application.call('POST /v2/file/upload', input))
  }),
  special('POST /api/v2/file/upload_by_path', 'presign_url file.id', async (world) => {
    const input = { target_folder_path: '课件/第一章', name: '教案.txt', upload_type: 'api' } as const
    return filled(world, await world.application.call('POST /v2/file/upload_by_path', input))
  }),
]

/** Posts a file to its announced address, with the token in a field of the form (1§7). */
async function filled({ application, at }: CallWorld, { presign_url }: { presign_url: string }): Promise<object> {
  const token = application.headers.authorization!.slice('Bearer '.length)
  const answer = await application.post(presign_url.replace(BASE_URL, at.server.url), 'abc', { token })
  return { presign_url, file: checked(openCalls['GET /v2/file/{id}/info'].reply, await answer.json(), presign_url) }
}

export const outerCalls = [...sharing, ...promotion, ...open]
