import { allowedName } from '@/domain/items/allowedName'
import { checkName, nameKey, numbered } from '@/domain/items/naming'
import { FOLDER_DEPTH_LIMIT, NAME_MAX_LENGTH } from '@/domain/limits'
import { firstCodePoints } from '@/domain/text/codePoints'

/** files of one upload, and as many folders (decisions 247) */
export const FOLDER_UPLOAD_MAX = 10_000

/** A file, or with `file` null an empty folder. `path`: the names from the uploaded folder down to the entry's own. */
export interface FoundEntry<F> {
  path: readonly string[]
  file: F | null
}

/** A folder to create. `parent`: its index in the plan; -1 for the place of the upload. */
export interface PlannedFolder<F> {
  name: string
  parent: number
  files: F[]
}

export interface FolderPlan<F> {
  /** Parents before children. */
  folders: readonly PlannedFolder<F>[]
  /** Files that go directly to the place of the upload. */
  files: readonly F[]
  /** Paths with a name that means nothing, such as `..`. */
  refused: readonly string[]
}

export type FolderFault = 'tooMany' | 'tooDeep'

/**
 * Plans the folders of an upload. Folders get the nearest name that the drive accepts; two that would get the same name stay apart. An entry whose
 * path could lead elsewhere is left out.
 */
export function planFolders<F>(entries: readonly FoundEntry<F>[]): FolderPlan<F> | FolderFault {
  if (entries.length > FOLDER_UPLOAD_MAX) return 'tooMany'
  const folders: PlannedFolder<F>[] = []
  const known = new Map<string, number>()
  const taken = new Set<string>()
  const files: F[] = []
  const refused: string[] = []
  for (const { path, file } of entries) {
    if (path.length === 0 || path.some(isNoName)) {
      refused.push(path.join('/'))
      continue
    }
    const above = file === null ? path : path.slice(0, -1)
    if (above.length > FOLDER_DEPTH_LIMIT) return 'tooDeep'
    const parent = above.reduce(folderIn, -1)
    if (file !== null) (folders[parent]?.files ?? files).push(file)
    if (folders.length > FOLDER_UPLOAD_MAX) return 'tooMany'
  }
  return { folders, files, refused }

  function folderIn(parent: number, raw: string): number {
    const key = `${parent}/${raw}`
    const before = known.get(key)
    if (before !== undefined) return before
    folders.push({ name: freeName(parent, raw), parent, files: [] })
    known.set(key, folders.length - 1)
    return folders.length - 1
  }

  function freeName(parent: number, raw: string): string {
    const wanted = folderName(raw)
    for (let n = 1; ; n += 1) {
      const name = n === 1 ? wanted : numbered(wanted, n, 'folder')
      const key = `${parent}/${nameKey(name)}`
      if (taken.has(key)) continue
      taken.add(key)
      return name
    }
  }
}

/** The nearest name that a folder may have. */
function folderName(raw: string): string {
  const checked = checkName(raw)
  if (checked.ok) return checked.name
  const name = firstCodePoints(allowedName(raw), NAME_MAX_LENGTH).replace(/[.\s]+$/, '')
  return checkName(name).ok ? name : '_'
}

function isNoName(name: string): boolean {
  return /^\s*\.{0,2}\s*$/.test(name)
}
