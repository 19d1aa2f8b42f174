import type { FileRequestState } from '@/contract/fileRequests'
import { FILE_REQUEST_FILES_MAX } from '@/domain/fileRequests/files'
import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Access } from '../../policies/access/facts'
import { fileRequestStateOf, mayCollectInto } from '../../policies/fileRequests'
import { findMakers } from '../../queries/session/sessions'
import type { NamedCollect } from '../../queries/fileRequests/requests'
import { accessOf } from '../access/itemAccess'
import { policyOn } from '../shares/status'

/** The current status of a collecting link, computed on each use, as for share links (decisions 67, 68). */
export interface FileRequestStatus {
  state: FileRequestState
  /** null: the maker's account is no longer active */
  maker: UserActor | null
}

/** The statuses of links, by id. @param now by the server's clock, the only clock for deadlines */
export async function fileRequestStatuses(
  db: Db,
  links: readonly NamedCollect[],
  now: Date,
): Promise<Map<number, FileRequestStatus>> {
  const makers = await findMakers(db, [...new Set(links.map((link) => link.maker_id))])
  const statuses = new Map<number, FileRequestStatus>()
  for (const [makerId, maker] of makers) {
    const own = links.filter((link) => link.maker_id === makerId)
    const folders = await accessOf(db, maker, [...new Set(own.flatMap(({ folder_id: id }) => id ?? []))])
    for (const link of own) {
      const isAvailable = await isCollecting(db, maker, folders.get(link.folder_id ?? 0), now)
      const isFull = link.file_count >= FILE_REQUEST_FILES_MAX
      statuses.set(link.id, { state: fileRequestStateOf(link, { isAvailable, isFull, now }), maker })
    }
  }
  for (const { id } of links) if (!statuses.has(id)) statuses.set(id, { state: 'unavailable', maker: null })
  return statuses
}

/** Whether a user may collect into a folder: the plan of their enterprise has not expired, and all enterprises concerned permit public links. */
export async function isCollecting(db: Db, maker: UserActor, folder: Access | undefined, now: Date): Promise<boolean> {
  if (folder === undefined || !mayCollectInto(maker.user.id, folder)) return false
  const { expires_at: end } = maker.enterprise
  if (end !== null && end <= now) return false
  return !(await policyOn(db, maker, [folder])).is_share_link_public_access_disabled
}
