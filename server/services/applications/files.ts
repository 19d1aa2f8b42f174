import type { OpenRequest } from '@/contract/applications'
import { FOLDER_DEPTH_LIMIT } from '@/domain/limits'
import { checkFileName, checkName } from '@/domain/items/naming'
import { principalOf, type ApplicationActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { itemNotFound, nameTaken, Refused } from '../../errors'
import { isAllowed } from '../../policies/access/authorize'
import type { Access, Node } from '../../policies/access/facts'
import { defaultOrder, sortItems } from '../../queries/items/children'
import { folderNamed, itemNamed } from '../../queries/items/items'
import { ownRoot } from '../../queries/items/spaces'
import type { ViewedItem } from '../../queries/items/viewedItem'
import { accessOf, requireAccess } from '../access/itemAccess'
import { invitedItems } from '../items/children'
import { departmentsOf } from '../access/departments'
import { createFolder } from '../items/organise'
import { requirePlace } from '../access/places'
import { requireDepth, requireName } from '../access/preconditions'
import { announceUpload } from '../uploads/announce'
import { viewItem, viewItems } from '../items/viewing'

type Needs = Pick<Dependencies, 'db'>

/** most items that others invited the user to, on the first page of a picker */
const MAX_ROOTS = 500

/** An item that the application's user may see. @param id folder 0 is the own root @throws Refused item_not_found, item_is_deleted */
export async function openItem(
  needs: Needs,
  actor: ApplicationActor,
  { id, type }: { id: number; type: 'file' | 'folder' },
): Promise<ViewedItem> {
  const access =
    type === 'folder' ? await requirePlace(needs.db, actor, { folderId: id }) : await requireFile(needs.db, actor, id)
  const itemId = access.chain[0].id
  const [item] = await viewItems(needs, actor, [itemId], new Map([[itemId, access]]))
  if (!item) throw itemNotFound()
  return item
}

async function requireFile(db: Db, actor: ApplicationActor, id: number): Promise<Access> {
  const access = await requireAccess(db, actor, id)
  if (access.chain[0].isFolder) throw itemNotFound()
  return access
}

/**
 * The first page of a picker: the own root unless it is closed, the user's departments in their order, items that others invited the user to.
 * A department below another of the user's departments is omitted.
 */
export async function openRoots(needs: Needs, actor: ApplicationActor): Promise<ViewedItem[]> {
  const { db } = needs
  const user = principalOf(actor)
  const { byId } = await departmentsOf(db, user)
  const own = user.enterprise.is_personal_space_closed ? [] : [await ownRoot(db, user.user.id)]
  const departments = [...byId.values()].filter((node) => node.isOwn)
  const invited = await sortItems(db, [...(await invitedItems(db, actor)).keys()], defaultOrder, {
    offset: 0,
    limit: MAX_ROOTS,
  })
  const access = await accessOf(db, actor, [...own, ...departments.map(({ rootId }) => rootId), ...invited])
  const isOpen = (id: number) => isAllowed(access.get(id))
  const open = new Set(departments.filter(({ rootId }) => isOpen(rootId)).map(({ id }) => id))
  const tops = departments.filter(({ id, parentId }) => open.has(id) && (parentId === null || !open.has(parentId)))
  return viewItems(needs, actor, [...own, ...tops.map(({ rootId }) => rootId), ...invited].filter(isOpen))
}

/** @throws Refused as createFolder */
export async function openNewFolder(
  needs: Needs & Pick<Dependencies, 'clock' | 'contentCheck'>,
  actor: ApplicationActor,
  { parent_id: folderId, department_id: departmentId, name }: OpenRequest<'POST /v2/folder/create'>,
): Promise<ViewedItem> {
  return viewItem(needs, actor, await createFolder(needs, actor, { folderId, departmentId }, name))
}

/** What a program announces about a file. */
type Announced = Pick<OpenRequest<'POST /v2/file/upload'>, 'name' | 'file_size' | 'is_covered' | 'is_numbered'>

/** Announces a file in a folder. @returns the id of the upload @throws Refused name_taken, and as announceUpload */
export async function openUpload(
  needs: Pick<Dependencies, 'db' | 'clock'>,
  actor: ApplicationActor,
  { parent_id: folderId, ...announced }: Announced & { parent_id: number },
): Promise<string> {
  const { name, file_size, is_covered: isCovered = false, is_numbered: isNumbered = false } = announced
  const place = await requirePlace(needs.db, actor, { folderId }, 'item_upload')
  const { id: folder_id } = place.chain[0]
  const wanted = requireName(checkFileName(name))
  const taken = isNumbered ? null : await visibleItem(needs.db, actor, folder_id, wanted)
  if (taken && (taken.isFolder || !isCovered)) throw nameTaken()
  return announceUpload(needs, actor, { file_size, name, ...(taken ? { target_file_id: taken.id } : { folder_id }) })
}

/** Announces a new version of a file. @returns the id of the upload @throws Refused as announceUpload */
export function openNewVersion(
  needs: Pick<Dependencies, 'db' | 'clock'>,
  actor: ApplicationActor,
  { id: target_file_id, name, file_size, remark }: OpenRequest<'POST /v2/file/{id}/new_version'>,
): Promise<string> {
  return announceUpload(needs, actor, { file_size, name, remark, target_file_id })
}

/** The item of that name in a folder, unless the application does not see it: a name is told to those only who could list it. */
async function visibleItem(db: Db, actor: ApplicationActor, folderId: number, name: string): Promise<Node | null> {
  const id = await itemNamed(db, folderId, name)
  if (id === undefined) return null
  const access = (await accessOf(db, actor, [id])).get(id)
  return isAllowed(access) ? access!.chain[0] : null
}

/**
 * Announces a file by the path of its folder below the own root, and creates the missing folders.
 * @returns the id of the upload
 * @throws Refused as openUpload, too_deep, and the error code of a name check
 */
export async function openUploadByPath(
  needs: Pick<Dependencies, 'db' | 'clock' | 'contentCheck'>,
  actor: ApplicationActor,
  { target_folder_path: path, ...announced }: Announced & { target_folder_path: string },
): Promise<string> {
  // Check the name before any folder is created, so that a refused name leaves no folder behind.
  requireName(checkFileName(announced.name))
  return openUpload(needs, actor, { parent_id: await folderAtPath(needs, actor, path), ...announced })
}

/**
 * The folder at a path below the own root or that of a department. Missing folders are made.
 * @throws Refused as requirePlace and createFolder; too_deep, and for each name name_…
 */
export async function folderAtPath(
  needs: Pick<Dependencies, 'db' | 'clock' | 'contentCheck'>,
  actor: ApplicationActor,
  path: string,
  departmentId?: number,
): Promise<number> {
  const names = path
    .split('/')
    .filter((each) => each.trim() !== '')
    .map((each) => requireName(checkName(each)))
  if (names.length > FOLDER_DEPTH_LIMIT) requireDepth(names.length)
  const root = await requirePlace(needs.db, actor, { folderId: 0, departmentId }, 'item_upload')
  let folderId = root.chain[0].id
  for (const each of names) folderId = await folderBelow(needs, actor, folderId, each)
  return folderId
}

/** The folder of that name, created if it is missing. A concurrent request may create it first. */
async function folderBelow(
  needs: Pick<Dependencies, 'db' | 'clock' | 'contentCheck'>,
  actor: ApplicationActor,
  folderId: number,
  name: string,
): Promise<number> {
  const found = await folderNamed(needs.db, folderId, name)
  if (found !== undefined) return found
  try {
    return await createFolder(needs, actor, { folderId }, name)
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'name_taken') throw error
    const other = await folderNamed(needs.db, folderId, name)
    if (other === undefined) throw error
    return other
  }
}
