import type { CollectState } from '@/contract/fileRequests'
import { isKindTaken, handInName } from '@/domain/fileRequests/files'
import { COLLECT_FILES_MAX, COLLECT_FILES_OF_PERSON, COLLECT_SIZE_LIMIT } from '@/domain/fileRequests/limits'
import { checkName, nameKey } from '@/domain/items/naming'
import { actorKey, type ContributorActor } from '../../actors/actor'
import { calendar } from '../../time/calendar'
import type { CollectFileRow, CollectLinkRow } from '../../database/fileRequestTables'
import type { Db } from '../../database/connect'
import type { ItemRow, UploadRow } from '../../database/tables'
import type { Dependencies } from '../../dependencies'
import { collectLinkNotFound, collectTokenUnknown, itemNotFound, Refused } from '../../errors'
import { holds } from '../../policies/access/authorize'
import { collectStateOf, mayFinish, type CollectFacts } from '../../policies/fileRequests'
import type { Access } from '../../policies/access/facts'
import { blockingLockers } from '../../policies/items'
import { insertDeed } from '../../queries/audit'
import { announcedBy, countHandIns, findPerson, handInsOf, saveHandIn } from '../../queries/fileRequests/people'
import { lockCollect } from '../../queries/fileRequests/requests'
import { locksOf } from '../../queries/items/locks'
import { accessOf } from '../access/itemAccess'
import { requireLink, requireOpen } from './contributors'
import { requireName } from '../access/preconditions'

/** Uploads of one person: announced within a day, and under way at a time. */
const MOST_UPLOADS = { day: 200, open: 40 }
const MEGABYTE = 1_048_576

/** A file that somebody announces. */
export interface AnnouncedHandIn {
  name: string
  /** bytes */
  file_size: number
  /** The hand-in that gets a new version. */
  replaced_id?: number
}

/**
 * What an announced file may become: a new file in the folder of the link, or a new version of one that the same person handed in, which is
 * the one of the same name where none is named.
 * @returns what an upload is announced with
 * @throws Refused collect_link_not_found, _closed, _ended, _full; collect_kind, collect_file_too_large, collect_too_many_files,
 * collect_too_often, item_not_found, and the fault of a name
 */
export async function requireHandIn(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  actor: ContributorActor,
  { name: sent, file_size: size, replaced_id: replacedId }: AnnouncedHandIn,
): Promise<{ name: string; folder_id?: number; target_file_id?: number }> {
  const now = clock()
  const { link } = await requireOpen(db, actor.collect.id, now)
  const name = requireName(checkName(sent))
  requireKind(link, name)
  if (size > COLLECT_SIZE_LIMIT)
    throw new Refused('collect_file_too_large', { field: 'file_size', params: { size: COLLECT_SIZE_LIMIT / MEGABYTE } })
  const since = calendar(now).subtract(1, 'day').toDate()
  const { recent, open } = await announcedBy(db, actorKey(actor), { since, now })
  if (recent >= MOST_UPLOADS.day || open >= MOST_UPLOADS.open) throw new Refused('collect_too_often')
  const files = await handInsOf(db, actor.person.id)
  if (replacedId !== undefined && !files.some(({ id }) => id === replacedId)) throw itemNotFound()
  const replaced = files.find((file) => (replacedId === undefined ? isSame(file, name) : file.id === replacedId))
  if (replaced?.parent_id === actor.collect.folderId) return { name, target_file_id: replaced.item_id }
  if (!replaced) requireCount(files.length)
  return { name, folder_id: actor.collect.folderId }
}

/**
 * The folder or the own file that an upload of somebody who hands in goes to, with the rights of this moment; what was announced before the
 * deadline has some minutes more (decisions 68).
 * @throws Refused collect_link_not_found, collect_link_closed, collect_link_ended, items_locked
 */
export async function requireHandInTarget(
  db: Db,
  now: Date,
  actor: ContributorActor,
  { folder_id: folderId, target_file_id: fileId }: Pick<UploadRow, 'folder_id' | 'target_file_id'>,
): Promise<Access> {
  const { link, standing } = await requireLink(db, actor.collect.id, now)
  if (standing.state === 'unavailable') throw collectLinkNotFound()
  requireFinishing(link, standing.state, now)
  const id = fileId ?? folderId ?? 0
  const access = (await accessOf(db, actor, [id])).get(id)
  if (!holds(access, 'item_upload') || access.isDeleted) throw fileId === null ? collectLinkNotFound() : itemNotFound()
  if (fileId !== null) await requireNobodyLocks(db, fileId)
  return access
}

/** Where a file that has come belongs, judged once more while nothing else of the same link comes in between. */
export interface HandInPlace {
  /** null: a new file */
  fileId: number | null
  /** How it is called in the folder. */
  itemName: string
}

/**
 * Holds the link until the transaction ends: a file of one name comes to be once, however often it is sent at a time; no more come than there is
 * room for, and none once the link is closed.
 * @throws Refused collect_link_not_found, _closed, _ended, _full; collect_token_unknown, collect_too_many_files, and the fault of a name
 */
export async function placeHandIn(db: Db, now: Date, actor: ContributorActor, upload: UploadRow): Promise<HandInPlace> {
  const link = await lockCollect(db, actor.collect.id)
  if (!link) throw collectLinkNotFound()
  requireFinishing(link, collectStateOf(link, { isAvailable: true, isFull: false, now }), now)
  if (!(await findPerson(db, link.id, { id: actor.person.id }))) throw collectTokenUnknown()
  const name = upload.name ?? ''
  const itemName = requireName(checkName(handInName(actor.person.name, name)))
  if (upload.target_file_id !== null) return { fileId: upload.target_file_id, itemName }
  const files = await handInsOf(db, actor.person.id)
  const same = files.find((file) => isSame(file, name) && file.parent_id === actor.collect.folderId)
  if (same) await requireNobodyLocks(db, same.item_id)
  else {
    requireCount(files.length)
    if ((await countHandIns(db, link.id)) >= COLLECT_FILES_MAX) throw new Refused('collect_link_full')
  }
  return { fileId: same?.item_id ?? null, itemName }
}

/** Notes what was handed in, in the transaction that makes the file, and writes it into the audit log. */
export async function recordHandIn(
  db: Db,
  actor: ContributorActor,
  upload: UploadRow,
  item: Pick<ItemRow, 'id' | 'size'>,
  at: Date,
): Promise<void> {
  const { person, collect, address = '' } = actor
  const name = upload.name ?? ''
  const told = { name, name_key: nameKey(name), size: item.size, at }
  await saveHandIn(db, { link_id: collect.id, person_id: person.id, item_id: item.id, ...told })
  const detail = { person_name: person.name }
  await insertDeed(db, { deed: 'collect_handed_in', at, userId: null, address, itemIds: [item.id], detail })
}

/** Locks of anybody count; their names are not told. @throws Refused items_locked */
async function requireNobodyLocks(db: Db, fileId: number): Promise<void> {
  if (blockingLockers(await locksOf(db, [fileId]), 0).length > 0) throw new Refused('items_locked')
}

function requireKind({ kinds }: Pick<CollectLinkRow, 'kinds'>, name: string): void {
  if (!isKindTaken(name, kinds)) throw new Refused('collect_kind', { field: 'name' })
}

/** @throws Refused collect_link_closed, collect_link_ended */
function requireFinishing(link: CollectFacts, state: CollectState, now: Date): void {
  if (!mayFinish(link, state, now)) throw new Refused(state === 'closed' ? 'collect_link_closed' : 'collect_link_ended')
}

function requireCount(count: number): void {
  if (count >= COLLECT_FILES_OF_PERSON)
    throw new Refused('collect_too_many_files', { params: { n: COLLECT_FILES_OF_PERSON } })
}

function isSame({ name_key: key }: Pick<CollectFileRow, 'name_key'>, name: string): boolean {
  return key === nameKey(name)
}
