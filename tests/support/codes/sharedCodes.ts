import assert from 'node:assert/strict'
import type { ErrorCode } from '@/contract/errors'
import type { ItemRow } from '../../../server/database/tables'
import { photo } from '../samples/samples'
import { makeLink, making } from '../shares/shares'
import { codeOf } from '../shares/sharing'
import { eventually } from '../uploads/upload'
import { DOMAIN, refused, type CodeWorld } from './CodeWorld'

const MAKE = 'POST /apps/share_links/create'
const OPEN = 'GET /apps/share_links/info/{unique_name}'

/** Fails unless inviting the colleague is refused with the code. */
async function notInvited({ me, colleague }: CodeWorld, { id }: ItemRow, code: ErrorCode): Promise<void> {
  const input = { folder_id: id, invited_users: `${colleague.id}:viewer` }
  const { failed } = await me.call('POST /apps/collabs/invite', input)
  assert.deepEqual([failed[0]?.name, failed[0]?.error_code], ['李蔚', code])
}

/** Codes of links in 1§8, and the codes of 2§8. */
export const sharedCodes = [
  refused('share_link_preview_limited', 'its looks are used', async (world, code) => {
    const { at } = world
    const item = await world.file({ name: '合影.jpg', content: await photo() })
    const link = await makeLink(at.me, item, { is_preview_limit: true, preview_limit: 1 })
    const first = await at.opened(link)
    await eventually(async () => assert.equal((await first.preview(item)).status, 'generated'))
    const next = await at.opened(link)
    await next.refused('GET /apps/representations/info', { file_id: item.id }, code)
  }),

  refused('share_link_preview_download_limited', 'its downloads are used', async (world, code) => {
    const item = await world.file()
    const link = await makeLink(world.me, item, { is_download_limit_v2: true, download_limit_v2: 1 })
    await (await world.at.opened(link)).download(item)
    const next = await world.at.opened(link)
    await next.refused('GET /apps/files/download', { file_id: item.id }, code)
  }),

  refused('share_link_invalid_password', 'the password is missing or wrong', async (world, code) => {
    const visitor = world.at.visitorOf(await world.linkOf({ password_protected: true, password: 'k7m3' }))
    await visitor.refusedToOpen(code)
    await visitor.refusedToOpen(code, 'x1x1')
  }),

  refused('share_link_not_found', 'there is none', async ({ visitor }) => [
    visitor,
    OPEN,
    { unique_name: 'a'.repeat(22) },
  ]),

  refused('action_need_login', 'a visitor without a session opens a company link', async (world) => {
    const { unique_name } = await world.linkOf({ access: 'company' })
    return [world.visitor, OPEN, { unique_name }]
  }),

  refused('process_share_link_closed', 'its maker closed it', async (world) => {
    const { id, unique_name } = await world.linkOf()
    await world.me.call('POST /apps/share_links/close', { share_link_ids: [id] })
    return [world.visitor, OPEN, { unique_name }]
  }),

  refused('share_link_expired', 'its time is over', async (world) => {
    const { unique_name } = await world.linkOf({ due_time: Math.floor(world.at.now.getTime() / 1000) + 60 })
    world.at.later(61)
    return [world.visitor, OPEN, { unique_name }]
  }),

  refused('share_link_moved', 'links of the enterprise are opened elsewhere: says where', async (world, code) => {
    const { at } = world
    const enterprise = await at.freeEnterprise()
    const maker = await at.make.user({ enterprise })
    const { unique_name } = await makeLink(await at.signIn(maker), await at.make.file({ owner: maker }))
    await world.change('enterprises', enterprise, { share_domain: DOMAIN })
    const answer = await world.visitor.send(OPEN, { unique_name })
    assert.deepEqual([codeOf(answer), (answer.body as { redirect_domain?: string }).redirect_domain], [code, DOMAIN])
  }),

  refused('share_disabled', 'sharing of the item is disabled', async (world) => {
    const item = await world.file()
    await world.at.change(item, { share_disabled_for: 'all' })
    return [world.me, MAKE, making(item)]
  }),

  refused('share_disabled_for_members', 'it is disabled for members only', async (world) => {
    const item = await world.file()
    await world.at.make.collab(item, { user: world.colleague }, 'editor')
    await world.at.change(item, { share_disabled_for: 'members' })
    return [world.theirs, MAKE, making(item)]
  }),

  refused('collab_already', 'the invited user is a member of the folder', async (world, code) => {
    const folder = await world.folder()
    await world.at.make.collab(folder, { user: world.colleague }, 'viewer')
    await notInvited(world, folder, code)
  }),

  refused('collab_cannot_reduce', 'an inherited coowner would be lowered', async (world, code) => {
    const parent = await world.folder()
    await world.at.make.collab(parent, { user: world.colleague }, 'coowner')
    await notInvited(world, await world.at.make.folder({ parent }), code)
  }),

  refused('collab_nobody', 'nobody is named', async (world) => [
    world.me,
    'POST /apps/collabs/invite',
    { folder_id: (await world.folder()).id, invited_users: '' },
  ]),

  refused('invitation_invalid', 'it was withdrawn', async ({ at, me, colleague, theirs }) => {
    const folder = await at.make.folder({ owner: at.owner })
    const { id } = await at.make.collab(folder, { user: colleague }, 'viewer', { accepted: false })
    await me.call('POST /apps/collabs/delete', { collab_ids: [id] })
    return [theirs, 'POST /apps/collabs/accept', { collab_id: id }]
  }),

  refused('permission_denied', 'a user who is no administrator claims the coupon', async ({ me }) => [
    me,
    'POST /coupon/create',
    { country: '86', phone: '13800138000', code: '123456', group_id: 1 },
  ]),
]
