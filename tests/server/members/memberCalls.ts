import type { Collab } from '@/contract/members'
import type { Db } from '../../../server/database/connect'
import type { ItemRow } from '../../../server/database/tables'
import type { Somebody } from '../../support/members/memberWorld'

export const INFO = 'GET /apps/folders/get_collab_info_on_item'
export const membersOf = async ({ client }: Somebody, { id }: Pick<ItemRow, 'id'>) =>
  client.call(INFO, { folder_id: id })
export const summary = ({ user, direct_role, final_role, unaccepted_role }: Collab) => ({
  name: user.name,
  direct_role,
  final_role,
  unaccepted_role,
})
export const canSee = async ({ client }: Somebody, { id }: Pick<ItemRow, 'id'>) => {
  const { body } = await client.send('GET /apps/files/get_info', { item_typed_id: `folder_${id}` })
  return (body as { success: boolean }).success
}
export const invitedBy = async (by: Somebody, folder: ItemRow, users: string, groups = '', message = '') =>
  by.client.call('POST /apps/collabs/invite', {
    folder_id: folder.id,
    invited_users: users,
    invited_groups: groups,
    invitation_message: message,
  })

/** The outcome of an answer, or the code of its refusal. */
export async function verdict(sent: Promise<{ body: unknown }>): Promise<string> {
  const { success, errors } = (await sent).body as { success: boolean; errors?: Record<string, unknown> }
  if (success) return 'done'
  const [first] = Object.values(errors!)
  return ((Array.isArray(first) ? first[0] : first) as { error_code: string }).error_code
}

/** Deletes all messages, because one person can cause another only a few of them in an hour (decisions 98). */
export async function forgetMessages(db: Db): Promise<void> {
  await db.deleteFrom('messages').execute()
}
