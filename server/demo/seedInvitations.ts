import { sql } from 'kysely'
import type { Db } from '../database/connect'
import { insertInvitationMessages } from '../queries/members/notices'

interface Pending {
  id: number
  item_id: number
  item_name: string
  user_id: number
  inviter_id: number
  message: string
  invited_at: Date
}

/** Notifies people of unanswered invitations. */
export async function seedInvitations(db: Db): Promise<void> {
  const { rows } = await sql<Pending>`
    select collabs.id, item_id, items.name as item_name, user_id, inviter_id, message, invited_at
    from collabs join items on items.id = item_id
    where not accepted and user_id is not null and inviter_id is not null order by invited_at, collabs.id`.execute(db)
  for (const {
    id,
    item_id: itemId,
    item_name,
    user_id: userId,
    inviter_id: senderId,
    message,
    invited_at: at,
  } of rows) {
    const told = { item_name, item_type: 'folder' as const, invitation_message: message }
    await insertInvitationMessages(db, { itemId, senderId, invited: [{ userId, collabId: id }], told, at })
  }
}
