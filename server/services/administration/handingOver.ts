import type { Language } from '@/contract/entities'
import type { UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import { Refused } from '../../errors'
import type { Access } from '../../policies/access/facts'
import type { Subject } from '../../queries/administration/accounts'
import { giveCollects, giveLinks, ownItems, sharedFoldersOf } from '../../queries/administration/belongings'
import {
  insertHandover,
  itemsStillIn,
  lockHandover,
  markUndone,
  removeEmptyFolders,
  type NamedHandover,
} from '../../queries/administration/handovers'
import { freeNames, lockNames } from '../../queries/items/freeNames'
import { insertFolder } from '../../queries/items/newItems'
import { ownRoot } from '../../queries/items/spaces'
import { spaceUse } from '../../queries/items/spaces'
import { lockTrees, moveInto } from '../../queries/moving/moveItems'
import { findUser, findUsersWithInactive } from '../../queries/session/sessions'
import { accessOf } from '../access/itemAccess'
import { act, recordedName, requirePerson, type Act, type Ports } from './acts'
import { restorableSince } from './leaving'

/** The name of the folder that receives an own space, in the organisation's language. */
const folderNames: Record<Language, (name: string) => string> = {
  'zh-CN': (name) => `${name}的文件`,
  'zh-TW': (name) => `${name}的檔案`,
  en: (name) => `Files of ${name}`,
}

export interface Recipients {
  filesTo?: number
  /** null and undefined: as `filesTo` */
  sharesTo?: number
}

/**
 * Moves a leaving person's own space as a folder into the own space of `filesTo`. Shared folders, links and collecting links go to `sharesTo`.
 * @throws Refused as requirePerson, person_active, quota_exceeded, handover_nothing, invalid_request without a recipient
 */
export function handOver(
  ports: Ports,
  actor: UserActor,
  userId: number,
  { filesTo, sharesTo = filesTo }: Recipients,
): Promise<NamedHandover> {
  return act(ports, actor, async (given) => {
    const { db, at, record } = given
    const person = await requirePerson(given, 'handOver', userId)
    if (person.is_active) throw new Refused('person_active')
    if (sharesTo === undefined) throw new Refused('invalid_request', { field: 'files_to' })
    const heir = await requireRecipient(given, sharesTo, person)
    const filesHeir = filesTo === undefined ? null : await requireRecipient(given, filesTo, person)
    const leaver = await ofAnybody(db, userId)
    const shared = await sharedFoldersOf(db, userId)
    const isSplit = filesTo !== sharesTo
    const folderIds: number[] = []
    const itemIds: number[] = []
    const moveTo = async (to: UserActor, ids: readonly number[]) => {
      if (ids.length === 0) return
      folderIds.push(await receive(given, leaver, to, ids))
      itemIds.push(...ids)
    }
    if (isSplit) await moveTo(heir, shared)
    if (filesHeir) await moveTo(filesHeir, await ownItems(db, userId))
    const link_ids = await giveLinks(db, userId, sharesTo, null)
    const collect_ids = await giveCollects(db, userId, sharesTo, null)
    if (itemIds.length + link_ids.length + collect_ids.length === 0) throw new Refused('handover_nothing')
    await record('person_handed_over', {
      user_id: userId,
      before: { owner: recordedName(person) },
      after: {
        ...(filesHeir && { files_to: recordedName(filesHeir.user) }),
        shares_to: recordedName(heir.user),
        items: itemIds.length,
        links: link_ids.length,
        collecting_links: collect_ids.length,
      },
    })
    return insertHandover(db, {
      enterprise_id: actor.enterprise.id,
      user_id: userId,
      files_to: filesTo ?? null,
      shares_to: sharesTo,
      by_user: actor.user.id,
      at,
      folder_ids: folderIds,
      item_ids: itemIds,
      link_ids,
      collect_ids,
    })
  })
}

/**
 * Gives back everything that is still where a handing over put it.
 * @throws Refused permission_denied, handover_not_found, handover_expired
 */
export function undoHandOver(ports: Ports, actor: UserActor, id: number): Promise<void> {
  return act(ports, actor, async (given) => {
    const { db, at, record } = given
    // Refuses those who may undo nothing before the id is looked up.
    const found = await lockHandover(db, actor.enterprise.id, id)
    const person = await requirePerson(given, 'handOver', found?.user_id ?? 0).catch((error: unknown) => {
      throw error instanceof Refused && error.code === 'person_not_found' ? new Refused('handover_not_found') : error
    })
    if (!found) throw new Refused('handover_not_found')
    if (found.at <= restorableSince(actor, at)) throw new Refused('handover_expired')
    const [leaver, root] = [await ofAnybody(db, person.id), await ownRoot(db, person.id)]
    const ids = await itemsStillIn(db, found.item_ids, found.folder_ids)
    await moveAll(db, leaver, root, ids, at)
    await removeEmptyFolders(db, found.folder_ids)
    if (found.shares_to !== null) {
      await giveLinks(db, found.shares_to, person.id, found.link_ids)
      await giveCollects(db, found.shares_to, person.id, found.collect_ids)
    }
    await markUndone(db, id, at)
    await record('person_given_back', { user_id: person.id, count: ids.length })
  })
}

/** @throws Refused as requirePerson, person_inactive, person_not_found for the leaving person */
async function requireRecipient(given: Act, id: number, leaver: Subject): Promise<UserActor> {
  const person = await requirePerson(given, 'receive', id)
  if (id === leaver.id) throw new Refused('person_not_found', { field: 'files_to' })
  const recipient = person.is_active ? await findUser(given.db, id) : null
  if (!recipient) throw new Refused('person_inactive', { field: 'files_to' })
  return recipient
}

/** Moves items into a new folder of the recipient's own space. @returns the folder @throws Refused quota_exceeded */
async function receive(
  { db, at, actor }: Act,
  leaver: UserActor,
  to: UserActor,
  ids: readonly number[],
): Promise<number> {
  const root = await ownRoot(db, to.user.id)
  await lockNames(db, root)
  const wanted = folderNames[actor.enterprise.language](leaver.user.name)
  const [name] = await freeNames(db, root, [{ name: wanted, isFolder: true }])
  const folder = await insertFolder(db, { parentId: root, name: name!, creatorId: to.user.id, at })
  await moveAll(db, leaver, folder.id, ids, at)
  const { usedBytes, quota } = await spaceUse(db, root)
  if (quota !== null && usedBytes > quota) throw new Refused('quota_exceeded')
  return folder.id
}

async function moveAll(db: Db, leaver: UserActor, folderId: number, ids: readonly number[], at: Date): Promise<void> {
  const found = await accessOf(db, leaver, [...ids, folderId])
  const folder = found.get(folderId)!
  const targets = ids.flatMap((id): Access[] => {
    const target = found.get(id)
    return target && !target.isDeleted ? [target] : []
  })
  await lockTrees(db, [folder, ...targets])
  await moveInto(db, folder, targets, at)
}

async function ofAnybody(db: Db, userId: number): Promise<UserActor> {
  return (await findUsersWithInactive(db, [userId])).get(userId)!
}
