import type { CallName } from '@/contract/api'
import type { Permission } from '@/contract/entities'
import type { Act, Door, Need, Standing } from './oracle'
import type { Thing } from './things'

/** The rights that a call needs, from the specification alone. */
export interface Demand {
  door: Door
  /** The right that each naming parameter needs. */
  needs: Record<string, Need>
  /** Values that the call needs beyond its schema. */
  beside?: (thing: Thing | null) => Record<string, unknown>
  /** The reason why nobody succeeds: a string for all requests, or one per parameter; its key `nothing named` stands for requests without one. */
  unproved?: string | Record<string, string>
}

const need = (act: Act, ...of: (Permission | Standing)[]): Need => ({ of, act })
const usable = (needs: Record<string, Need> = {}, rest: Omit<Demand, 'door' | 'needs'> = {}): Demand => ({
  door: 'usable',
  needs,
  ...rest,
})

const see = need('look', 'item_view')
const look = need('preview', 'item_preview')
const read = need('read', 'item_preview', 'item_download')
const talk = need('talk', 'item_create_comment')
/** Earlier versions of a document are for those who may write in it (DOC-05). */
const write = need('preview', 'item_preview', 'item_upload')
const fill = need('fill', 'item_upload')
const fetch = need('download', 'item_download')
/**
 * The right on the folder into which people are invited. The call names a department's folder by its folder id. Guests of another enterprise may
 * invite nobody (2§6), so the lists show them nobody.
 */
const invite = need('look', 'item_create_collab', 'host')
const own = need('look', 'own')
/** The call needs no right on this id. The test checks the marks in the answer. */
const external = 'open'
const version = (thing: Thing | null) => (thing?.versionId === undefined ? {} : { file_version_id: thing.versionId })
const replacement = (thing: Thing | null) => ({
  ...version(thing),
  ...(thing?.currentVersionId !== undefined && { current_version_id: thing.currentVersionId }),
})
const documentVersion = (thing: Thing | null) => {
  const version_id = thing?.versionId ?? thing?.currentVersionId
  return version_id === undefined ? {} : { version_id }
}
const bytes = () => ({ file_size: 3, name: 'new.txt' })
const words = () => ({ query_words: 'secret' })

/** The roles of administrators, and other acts than these with minimal values: tests/security/administration. */
const ofConsole = (needs: Record<string, Need> = {}, rest: Omit<Demand, 'door' | 'needs'> = {}): Demand => ({
  door: 'administrator',
  needs,
  ...rest,
})
const arrival = (why: string): Demand => ({ door: 'public', needs: {}, unproved: why })
const ofSome = { unproved: 'the state of the person or the department forbids it' }

const ofApplication = { unproved: 'applications have ids of their own: tests/security/administration' }

const administration = {
  'GET /admin/people/list': ofConsole({ department_id: 'open', group_id: 'open' }),
  'GET /admin/people/export': ofConsole({ department_id: 'open', group_id: 'open' }),
  'GET /admin/people/info': ofConsole({ user_id: 'colleague' }),
  'POST /admin/people/create': ofConsole(
    { group_ids: 'open' },
    { beside: () => ({ login: 'somebody@test', name: 'new' }) },
  ),
  'POST /admin/people/edit': ofConsole({ user_id: 'colleague', group_ids: 'open' }),
  'POST /admin/people/deactivate': ofConsole({ user_ids: 'colleague' }),
  'POST /admin/people/restore': ofConsole({ user_ids: 'colleague' }),
  'POST /admin/people/end_sessions': ofConsole({ user_ids: 'colleague' }),
  'POST /admin/people/reset_password': ofConsole({ user_id: 'colleague' }),
  'POST /admin/people/renew_link': ofConsole({ user_id: 'open' }, ofSome),
  'POST /admin/people/mail_link': ofConsole({ user_id: 'open' }, { unproved: 'the token is of no link' }),
  'POST /admin/people/message_link': ofConsole({ user_id: 'open' }, { unproved: 'the token is of no link' }),
  'POST /admin/people/withdraw_link': ofConsole({ user_id: 'colleague' }),
  'POST /admin/people/reset_second_step': ofConsole({ user_id: 'colleague' }),
  'POST /admin/people/hand_over': ofConsole({ user_id: 'open' }, ofSome),
  'POST /admin/people/undo_hand_over': ofConsole({ handover_id: 'open' }, ofSome),
  'POST /admin/people/delete': ofConsole({ user_ids: 'open' }, ofSome),
  'GET /admin/import/template': ofConsole(),
  'POST /admin/import/check': ofConsole({}, { beside: () => ({ content: 'bG9naW4KbmV3', file_name: 'a.csv' }) }),
  'GET /admin/import/info': ofConsole(),
  'GET /admin/import/progress': ofConsole(),
  'POST /admin/import/run': ofConsole({ import_id: 'open' }, { unproved: 'a file must be read first' }),
  'POST /admin/import/links': ofConsole({ import_id: 'open' }, { unproved: 'a file must be imported first' }),
  'GET /admin/administrators/list': ofConsole(),
  'POST /admin/administrators/set': ofConsole({ user_id: 'colleague' }),
  'GET /admin/departments/tree': ofConsole(),
  'POST /admin/departments/create': ofConsole({ parent_id: 'open' }, { beside: () => ({ name: 'new' }) }),
  'POST /admin/departments/edit': ofConsole({ department_id: 'open' }),
  'POST /admin/departments/move': ofConsole({ department_id: 'open', parent_id: 'open', before_id: 'open' }, ofSome),
  'POST /admin/departments/merge': ofConsole({ department_id: 'open', into_id: 'open' }, ofSome),
  'POST /admin/departments/delete': ofConsole({ department_id: 'open' }, ofSome),
  'POST /admin/departments/add_members': ofConsole({ department_id: 'open', user_ids: 'open' }),
  'POST /admin/departments/remove_members': ofConsole({ department_id: 'open', user_ids: 'open' }),
  'GET /admin/groups/list': ofConsole(),
  'POST /admin/groups/create': ofConsole({ user_ids: 'open' }, { beside: () => ({ name: 'new' }) }),
  'POST /admin/groups/rename': ofConsole({ group_id: 'open' }),
  'POST /admin/groups/add_members': ofConsole({ group_id: 'open', user_ids: 'open' }),
  'POST /admin/groups/remove_members': ofConsole({ group_id: 'open', user_ids: 'open' }),
  'POST /admin/groups/delete': ofConsole({ group_id: 'open' }),
  'GET /admin/applications/list': ofConsole(),
  'POST /admin/applications/create': ofConsole(
    { user_ids: 'open' },
    { beside: () => ({ name: 'new', scopes: ['item_read'], origins: [], for_all: true }) },
  ),
  'POST /admin/applications/edit': ofConsole({ application_id: 'open', user_ids: 'open' }, ofApplication),
  'POST /admin/applications/rotate': ofConsole({ application_id: 'open' }, ofApplication),
  'POST /admin/applications/add_key': ofConsole({ application_id: 'open' }, ofApplication),
  'POST /admin/applications/remove_key': ofConsole({ application_id: 'open' }, ofApplication),
  'POST /admin/applications/end': ofConsole({ application_id: 'open' }, ofApplication),
  'GET /admin/overview': ofConsole(),
  'GET /admin/policies/get': ofConsole(),
  'POST /admin/policies/set': ofConsole({}, { beside: () => ({ policies: { complaints: true } }) }),
  'GET /admin/sign_on/get': ofConsole(),
  'POST /admin/sign_on/set': ofConsole({}, { unproved: 'the issuer is no https address' }),
  'POST /admin/sign_on/remove': ofConsole(),
  'GET /admin/directories/list': ofConsole(),
  'GET /admin/directories/runs': ofConsole({ directory_id: 'open' }, { unproved: 'there is no directory' }),
  'POST /admin/directories/sync': ofConsole(
    { directory_id: 'open', confirms: 'open' },
    { unproved: 'there is no directory' },
  ),
  'GET /admin/ldap/get': ofConsole(),
  'POST /admin/ldap/set': ofConsole({}, { unproved: 'the address is that of no directory' }),
  'POST /admin/ldap/remove': ofConsole(),
  'GET /admin/wecom/get': ofConsole(),
  'POST /admin/wecom/set': ofConsole({}, { unproved: 'the secrets have the wrong form' }),
  'POST /admin/wecom/remove': ofConsole(),
  'POST /setup/info': arrival('an organisation exists'),
  'POST /setup/create': arrival('an organisation exists'),
  'POST /welcome/info': arrival('the token is of no link'),
  'POST /welcome/accept': arrival('the token is of no link'),
} satisfies Partial<Record<CallName, Demand>>

/** One row per call. Without a row for a new call this file does not compile. */
export const demands: Record<CallName, Demand> = {
  'GET /apps/users/is_user_logged_in': { door: 'public', needs: {} },
  'GET /apps/users/get_base_info': { door: 'public', needs: {} },
  'GET /apps/users/get_share_user_info': { door: 'public', needs: {} },
  'GET /apps/users/sign_on_ways': { door: 'public', needs: {} },
  'GET /apps/users/registration_ways': { door: 'public', needs: {} },
  'POST /apps/users/registration_code': { door: 'public', needs: {}, unproved: 'the address is no phone number' },
  'POST /apps/users/register': { door: 'public', needs: {}, unproved: 'the address is no phone number' },
  'POST /apps/users/forgotten_password': {
    door: 'public',
    needs: {},
    unproved: 'a network asks twenty times, then waits',
  },
  'POST /apps/users/login': { door: 'public', needs: {}, unproved: 'the password is wrong' },
  'POST /apps/users/logout': { door: 'public', needs: {} },
  'POST /apps/users/applet_login': { door: 'public', needs: {}, unproved: 'there is no app at WeChat' },
  'GET /apps/users/messenger_links': usable(),
  'POST /apps/users/messenger_links/create': usable({}, { unproved: 'the password is wrong' }),
  'POST /apps/users/messenger_links/end': usable(),
  'GET /apps/users/two_step': { door: 'signedIn', needs: {} },
  'POST /apps/users/two_step': { door: 'signedIn', needs: {}, unproved: 'the code is wrong' },
  'POST /apps/users/two_step/begin': { door: 'signedIn', needs: {}, unproved: 'the password is wrong' },
  'POST /apps/users/two_step/recover': { door: 'signedIn', needs: {}, unproved: 'the code is wrong' },
  'POST /apps/users/two_step/recovery_codes': usable({}, { unproved: 'the password is wrong' }),
  'POST /apps/users/two_step/disable': usable({}, { unproved: 'the password is wrong' }),
  'POST /apps/users/password': usable({}, { unproved: 'the password is wrong' }),
  'POST /apps/users/set_picture': usable({}, { beside: () => ({ picture: null }) }),
  'GET /apps/users/sessions': usable(),
  'POST /apps/users/sessions/end': usable(),
  'POST /apps/users/sessions/end_others': usable(),
  ...administration,
  'GET /apps/audit/export': { door: 'administrator', needs: { user_id: 'open' } },
  'GET /apps/audit/list': { door: 'administrator', needs: { before: 'open', user_id: 'open' } },
  // What applications get by them: tests/security/applications/consents.test.ts.
  'GET /apps/applications/asked': usable({ client_id: 'open' }, { unproved: 'there is no such application' }),
  'POST /apps/applications/answer': usable({ client_id: 'open' }, { unproved: 'there is no such application' }),
  'GET /apps/applications/allowed': usable(),
  'POST /apps/applications/disallow': usable({ application_id: 'silent' }),
  'POST /apps/users/update_user_guide_settings': usable(
    {},
    { beside: () => ({ new_user_guide_settings: { user_guide_h5_sync: false } }) },
  ),
  'GET /apps/frequently_used_items/get_space_info': usable(),

  'GET /apps/files/file_list/{folderId}': usable({ folderId: see, department_id: see, folder_id: 'open' }),
  'GET /apps/files/file_list': usable({ folder_id: see, department_id: see }),
  'GET /apps/files/photos': usable({ folder_id: see, department_id: see }),
  'GET /apps/files/file_list_for_collabs': usable(),
  'GET /apps/files/file_list_for_external_enterprise': usable(
    { enterprise_id: external, user_id: external },
    { unproved: { 'nothing named': 'the call requires one of the two ids', user_id: 'there is no personal user' } },
  ),
  'GET /enterprises/get_external_enterprises': usable(),
  'GET /apps/files/search': usable(
    // A filter by a person finds what the caller sees anyway.
    { search_in_folder: see, department_id: see, external_typed_id: external, user_id: 'open' },
    { beside: words },
  ),
  'GET /apps/frequently_used_items/get_list': usable(),
  'GET /apps/files/get_info': usable({ item_typed_id: see }),
  'GET /apps/files/details': usable({ item_typed_id: see }),
  // Which entries it shows: tests/security/items/activity.test.ts.
  'GET /apps/files/activity': usable(
    { item_typed_id: see, before: 'open' },
    { unproved: { before: 'the cursor is no id of a comment' } },
  ),
  'GET /departments/find_user_in_departments_tree': usable({ department_id: see }),
  'GET /departments/info': usable({ department_id: see }),

  'GET /apps/contacts/get': usable({ item_typed_id: invite, review_id: see }),
  'GET /apps/contacts/recent': usable(),
  'GET /departments/user_list': usable({ department_id: 'colleague', item_typed_id: invite }),
  'GET /departments/children': usable({ department_id: 'colleague', item_typed_id: invite }),
  'GET /departments/manager_list': usable({ department_id: 'colleague' }),
  'GET /cards/user_info': usable({ user_id: 'colleague', item_typed_id: see }),
  'GET /cards/department_info': usable({ department_id: 'colleague', item_typed_id: see }),
  'GET /cards/group_info': usable({ group_id: 'colleague', item_typed_id: see }),

  // Guests of another enterprise invite nobody (2§6).
  'POST /apps/collabs/invite': usable(
    { folder_id: need('look', 'item_create_collab', 'host') },
    { beside: () => ({ invited_users: '900000000:viewer' }) },
  ),
  // Roles that may be given: tests/server/members/members.test.ts.
  'POST /apps/collabs/edit': usable({ item_id: see }, { unproved: 'it names nobody' }),
  'POST /apps/collabs/delete': usable({ collab_ids: 'silent' }),
  'GET /apps/collabs/get': usable({ collab_id: own }, { unproved: 'there is no such entry' }),
  'POST /apps/collabs/accept': usable({ collab_id: own }, { unproved: 'there is no such invitation' }),
  'POST /apps/collabs/refuse': usable({ collab_id: own }, { unproved: 'there is no such invitation' }),
  // Whom a request reaches, and who decides it: tests/security/messages/floods.test.ts.
  'POST /apps/access_requests/create': usable(
    { item_typed_id: 'open' },
    { unproved: 'a person asks ten times a minute, then waits' },
  ),
  'POST /apps/access_requests/decide': usable({ access_request_id: own }, { unproved: 'there is no such request' }),
  'POST /apps/collabs/resend': usable({ collab_id: own }, { unproved: 'there is no such invitation' }),
  'GET /apps/folders/get_collab_info_on_item': usable({ folder_id: see }),
  'GET /apps/files/who_can_see': usable({ item_typed_id: see }),

  'POST /apps/frequently_used_items/add': usable({ typed_id: see }),
  'POST /apps/frequently_used_items/delete': usable({ typed_id: 'silent' }),
  'POST /apps/files/edit': usable({ item_typed_id: need('change', 'edit_properties') }),
  'GET /apps/tags/suggest': usable({ item_typed_id: need('look', 'edit_properties') }),
  'POST /apps/tags/add': usable({ item_typed_id: need('change', 'edit_properties') }),
  'POST /apps/tags/remove': usable({ item_typed_id: need('change', 'edit_properties'), tag_id: 'silent' }),
  'POST /apps/files/new_folder': usable({
    parent_folder_id: need('fill', 'create_folder'),
    department_id: need('fill', 'create_folder'),
  }),
  'POST /apps/files/delete': usable({ item_typed_ids: need('change', 'item_delete') }),
  'POST /apps/files/lock': usable({ item_typed_id: need('change', 'editor') }),
  'POST /apps/files/unlock': usable({ item_typed_id: need('unlock', 'item_view') }),
  'POST /recent_items/mark_as_used': usable({ item_typed_id: see }),
  'GET /recent_items/get_list': usable(),

  'GET /apps/files/trash_list': usable({ external_typed_id: external }),
  'POST /apps/files/restore_from_trash': usable({ item_typed_ids: need('trash', 'item_restore') }),
  'POST /apps/files/empty_trash': usable({ external_typed_id: external }),
  'POST /apps/files/delete_from_trash': usable({ item_typed_ids: need('trash', 'permanent_delete', 'own') }),

  'POST /apps/files/copy': usable({
    item_typed_ids: need('copy', 'item_download'),
    target_folder_id: fill,
    department_id: fill,
  }),
  'POST /apps/files/move': usable({
    item_typed_ids: need('move', 'item_download', 'item_delete'),
    target_folder_id: fill,
    department_id: fill,
  }),

  'GET /apps/files/download': usable({ file_id: fetch }),
  'POST /pack_download/download': usable({ item_typed_ids: need('pack', 'item_download'), file_id: 'open' }),
  'GET /apps/files/versions': usable({ file_id: need('versions', 'item_view') }),
  'GET /apps/file_versions/download': usable({ file_id: fetch, file_version_id: fetch }, { beside: version }),
  'POST /apps/file_versions/make_current': usable(
    {
      file_id: need('replace', 'item_upload'),
      file_version_id: need('replace', 'item_upload'),
      current_version_id: 'open',
    },
    { beside: replacement, unproved: { current_version_id: 'another version is the current one' } },
  ),
  'POST /apps/file_versions/edit': usable(
    { file_id: need('replace', 'coowner'), file_version_id: need('replace', 'coowner') },
    { beside: version },
  ),

  'POST /apps/files/presign_upload': usable(
    { target_file_id: need('change', 'item_upload'), folder_id: fill, department_id: fill },
    { beside: bytes },
  ),
  'POST /apps/files/upload_finish': usable({ upload_id: own }, { unproved: 'no byte of the upload has arrived' }),
  'GET /apps/files/uploads': usable(),

  'GET /apps/representations/info': usable(
    { file_id: look, file_version_id: look },
    { beside: () => ({ first_picture: true }) },
  ),
  'GET /apps/representations/entries': usable(
    { file_id: look, file_version_id: look },
    { unproved: 'there is no archive' },
  ),
  'GET /apps/representations/pages': usable({ file_id: look, file_version_id: look }),
  'GET /apps/representations/reading': usable({ file_id: read, file_version_id: read }),
  'GET /apps/representations/page_texts': usable({ file_id: read, file_version_id: read }),
  'GET /apps/representations/grid': usable({ file_id: read, file_version_id: read }, { unproved: 'there is no table' }),
  // Documents, and who may write in them: tests/security/documents.
  'GET /yiqixie/get_access_url': usable(
    { file_id: look },
    { unproved: 'the organisation has no collaborative documents' },
  ),
  'POST /apps/documents/create': usable(
    { parent_folder_id: fill, department_id: fill },
    { beside: () => ({ kind: 'ydoc' }), unproved: 'the organisation has no collaborative documents' },
  ),
  'GET /apps/documents/history': usable(
    { file_id: write, before: 'open' },
    { unproved: 'the organisation has no collaborative documents' },
  ),
  'GET /apps/documents/version': usable(
    { file_id: write, version_id: look },
    { beside: documentVersion, unproved: 'the organisation has no collaborative documents' },
  ),
  'POST /apps/documents/name_version': usable(
    { file_id: write, version_id: look },
    { beside: documentVersion, unproved: 'the organisation has no collaborative documents' },
  ),
  'POST /apps/documents/restore': usable(
    { file_id: write, version_id: look },
    { beside: documentVersion, unproved: 'the organisation has no collaborative documents' },
  ),
  'POST /apps/documents/import': usable(
    { file_id: need('read', 'item_preview', 'item_download', 'beside') },
    { unproved: 'the organisation has no collaborative documents' },
  ),
  'POST /apps/documents/copy_as': usable(
    { file_id: read, parent_folder_id: fill, department_id: fill },
    { beside: () => ({ format: 'md' }), unproved: 'the organisation has no collaborative documents' },
  ),
  'POST /apps/files/get_sibling': usable({ file_id: look }),
  'GET /apps/files/get_sibling': usable({ file_id: look }),

  'POST /apps/share_links/create': usable(
    { item_typed_id: need('share', 'item_share'), item_typed_ids: 'open', group_ids: 'open', invited_user_ids: 'open' },
    { beside: () => ({ group_ids: [], invited_user_ids: [] }) },
  ),
  'GET /apps/share_links/get_list': usable({ item_typed_id: 'open' }),
  'GET /apps/share_links/received': usable(),
  'GET /apps/share_links/enterprise_list': { door: 'administrator', needs: { owner_id: 'open' } },
  'GET /apps/share_links/get': usable({ share_link_id: own }),
  'GET /apps/share_links/visits': usable({ share_link_id: own }),
  'GET /apps/share_links/card': { door: 'public', needs: {} },
  'POST /apps/share_links/edit': usable({ share_link_id: own }),
  'POST /apps/share_links/close': usable({ share_link_ids: own }),
  'POST /apps/share_links/reopen': usable({ share_link_id: own }),
  'POST /apps/share_links/approve': { door: 'administrator', needs: { share_link_ids: own } },
  'GET /apps/share_links/info/{unique_name}': { door: 'public', needs: {}, unproved: 'the token is that of no link' },
  'POST /apps/share_links/info/{unique_name}': { door: 'public', needs: {}, unproved: 'the token is that of no link' },
  // Visitors: tests/security/landing/visitors.test.ts.
  'GET /v1/wechat_applet/templates': usable(),
  'POST /v1/wechat_applet/identify': usable({}, { unproved: 'there is no app at WeChat' }),
  'POST /v1/wechat_applet/private_message': usable({ share_link_id: own }, { unproved: 'there is no app at WeChat' }),
  'POST /v1/wechat_applet/arrive': { door: 'public', needs: {}, unproved: 'there is no grant' },
  'POST /captcha/captcha_send': { door: 'public', needs: {}, unproved: 'a phone gets one code per minute' },
  'POST /coupon/create': { door: 'administrator', needs: { group_id: 'open' }, unproved: 'the promotion has ended' },
  'POST /third_party/wechat/signature': { door: 'public', needs: {}, unproved: 'there is no app at WeChat' },
  'POST /third_party/qy_wechat/signature': { door: 'public', needs: {}, unproved: 'there is no app at WeCom' },
  'POST /apps/share_links/report': { door: 'public', needs: {}, unproved: 'there is no grant' },
  'GET /apps/share_links/reports': { door: 'administrator', needs: {} },
  'POST /enterprise/set_logo': { door: 'administrator', needs: {}, beside: () => ({ picture: null }) },
  'GET /enterprise/pictures': { door: 'administrator', needs: {} },
  'POST /enterprise/remove_picture': { door: 'administrator', needs: { user_id: 'colleague' } },
  'POST /v1/wechat_applet/create_file_user': usable({}, { unproved: 'nothing was saved' }),

  'POST /apps/collects/create': usable(
    { folder_id: need('share', 'item_upload', 'item_share'), user_ids: 'open', group_ids: 'open' },
    {
      unproved: {
        user_ids: 'the folder is an own root, which cannot collect files',
        group_ids: 'the folder is an own root, which cannot collect files',
      },
    },
  ),
  'GET /apps/collects/get_list': usable({ folder_id: 'open' }),
  'GET /apps/collects/enterprise_list': { door: 'administrator', needs: { owner_id: 'open' } },
  'POST /apps/collects/enterprise_close': { door: 'administrator', needs: { collect_id: 'colleague' } },
  'POST /apps/collects/enterprise_reopen': { door: 'administrator', needs: { collect_id: 'colleague' } },
  'GET /apps/collects/get': usable({ collect_id: own }),
  'GET /apps/collects/people': usable({ collect_id: own }),
  'POST /apps/collects/edit': usable({
    collect_id: own,
    user_ids: 'open',
    group_ids: 'open',
    removed_person_ids: 'open',
  }),
  'POST /apps/collects/close': usable({ collect_id: own }),
  'POST /apps/collects/reopen': usable({ collect_id: own }),
  'POST /apps/collects/remind': usable({ collect_id: own }),
  'POST /apps/collects/release': usable({ collect_id: own, person_id: own }),
  // Contributors: tests/security/fileRequests/requests.test.ts.
  'GET /apps/collects/info/{unique_name}': { door: 'public', needs: {}, unproved: 'the token is that of no link' },
  'POST /apps/collects/join': { door: 'public', needs: { person_id: 'open' }, unproved: 'there is no such link' },
  'POST /apps/collects/presign': { door: 'public', needs: { replaced_id: 'open' }, unproved: 'there is no such link' },
  'POST /apps/collects/finish': { door: 'public', needs: { upload_id: 'open' }, unproved: 'there is no such link' },
  'POST /apps/collects/take_back': { door: 'public', needs: { hand_in_id: 'open' }, unproved: 'there is no such link' },

  'GET /apps/messages/get_list': usable({ thread_of: 'silent' }),
  'POST /apps/messages/mark_read': usable(
    { message_ids: 'silent' },
    { unproved: { 'nothing named': 'the call requires ids or kinds' } },
  ),
  'POST /apps/messages/delete': usable({ message_ids: 'silent' }),
  'POST /apps/messages/restore': usable({ message_ids: 'silent' }),
  'GET /apps/messages/outside': usable(),
  'POST /apps/messages/choose_outside': usable(),
  'GET /apps/messages/child_messages_list': usable({ message_id: 'silent' }, { unproved: 'there is no such message' }),
  'POST /apps/messages/child_messages_mark_read': usable({ child_message_ids: 'silent' }),
  'POST /apps/messages/child_messages_delete': usable({ child_message_ids: 'silent' }),
  'GET /apps/files/comments': usable({ item_typed_id: talk, message_id: 'open', before: 'open' }),
  'GET /apps/comments/passages': usable({ file_id: talk }),
  'POST /apps/comments/create': usable({ item_typed_id: talk, answer_to_id: talk }),
  'POST /apps/comments/delete': usable({ comment_id: need('talk', 'coowner') }),
  'POST /apps/comments/resolve': usable({ comment_id: need('talk', 'edit_properties') }),
  'POST /apps/comments/restore': usable({ comment_id: 'silent' }, { unproved: 'none of them is deleted' }),
  'POST /apps/logs/action': usable({ typed_id: 'silent' }),
}
