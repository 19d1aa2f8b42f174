import type { Api } from '@/api/Api'
import type { Item } from '@/contract/entities'
import { LIST_MAX_PAGE } from '@/domain/listLimits'
import {
  FOLDER_FILES,
  FOLDER_FOLDERS,
  listedFileOf,
  type KeptItem,
  type ListedFile,
  type Listing,
} from '@/domain/offline/kept'
import { tileOf } from '@/domain/items/tiles'
import type { Canceler } from '@/platform/Platform'
import { askForPage, type ListSource } from '@/stores/items/lists/listSources'
import { itemOf } from '@/stores/items/lists/rows'
import { isWithdrawn } from './callFailures'

interface Level {
  at: ListSource
  /** Its place below the chosen folder. */
  folder: string
}

/**
 * Asks the server what a chosen item contains: the file, or the files of the folder and of the folders below it, nearest first.
 * @param mayKeep the user's right @param largest bytes of all files
 * @returns null if the item is gone or its right has ended @throws ApiFailure
 */
export async function listKept(
  api: Api,
  { typedId, id, departmentId }: Pick<KeptItem, 'typedId' | 'id' | 'departmentId'>,
  mayKeep: (item: Item) => boolean,
  largest: number,
  canceler: Canceler,
): Promise<Listing | null> {
  const item = await rightOf(api, typedId, canceler)
  if (!item || !mayKeep(item)) return null
  const head = { name: item.name, tile: tileOf(item) }
  if (item.type === 'file')
    return { ...head, files: [listedFileOf(item, '')].flatMap((file) => file ?? []), leftOut: 0 }
  const files: ListedFile[] = []
  let [bytes, leftOut] = [0, 0]
  const levels: Level[] = [
    { at: departmentId === undefined ? { space: 'folder', id } : { space: 'dept', id: departmentId }, folder: '' },
  ]
  for (let next = 0; next < levels.length; next += 1) {
    const { at, folder } = levels[next]!
    for (const child of await contentsOf(api, at, canceler)) {
      if (!mayKeep(child)) leftOut += 1
      else if (child.type === 'folder') {
        if (levels.length > FOLDER_FOLDERS) leftOut += 1
        else
          levels.push({
            at: { space: 'folder', id: child.id },
            folder: folder ? `${folder}/${child.name}` : child.name,
          })
      } else {
        const file = listedFileOf(child, folder)
        const isTooMuch = !file || files.length >= FOLDER_FILES || bytes + file.size > largest
        if (isTooMuch) leftOut += 1
        else {
          files.push(file)
          bytes += file.size
        }
      }
    }
  }
  return { ...head, files, leftOut }
}

async function rightOf(api: Api, typedId: string, canceler: Canceler): Promise<Item | null> {
  try {
    const request = { item_typed_id: typedId as `file_${number}` }
    return (await api.call('GET /apps/files/get_info', request, { quiet: true, canceler })).item ?? null
  } catch (error) {
    if (isWithdrawn(error)) return null
    throw error
  }
}

/** The items directly in a place; none if the right ended meanwhile. */
async function contentsOf(api: Api, at: ListSource, canceler: Canceler): Promise<Item[]> {
  const items: Item[] = []
  try {
    for (let offset = 0; ; offset += LIST_MAX_PAGE) {
      const { rows, total } = await askForPage(api, at, { offset, limit: LIST_MAX_PAGE }, null, {
        quiet: true,
        canceler,
      })
      items.push(...rows.flatMap((row) => itemOf(row) ?? []))
      if (rows.length === 0 || offset + LIST_MAX_PAGE >= Math.min(total, FOLDER_FILES + FOLDER_FOLDERS)) return items
    }
  } catch (error) {
    if (isWithdrawn(error)) return items
    throw error
  }
}
