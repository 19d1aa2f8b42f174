import { readFile } from 'node:fs/promises'
import { withoutDirections } from '@/domain/items/naming'
import {
  ONLY,
  type ArchiveAnswer,
  type ArchiveEntry,
  type ArchiveList,
  type ArchiveQuestion,
  type ArchiveRow,
} from '../task'

/** Answers from an archive's list as written by `listArchive`. @param only the name for a file without a name of its own */
export async function askList(path: string, question: ArchiveQuestion, only: string): Promise<ArchiveAnswer> {
  const list = JSON.parse(await readFile(path, 'utf8')) as ArchiveList | ArchiveEntry[]
  // An earlier release wrote only the entries.
  const { entries: all, trouble } = Array.isArray(list) ? { entries: list, trouble: null } : list
  const entries = all.map((entry) => ({ ...entry, path: withoutDirections(entry.path === ONLY ? only : entry.path) }))
  if ('entry' in question) {
    const found = entries.find((one) => one.entry === question.entry && !one.isFolder)
    return { total: entries.length, rows: [], found: found ?? null, trouble }
  }
  const rows = inFolder(entries, question.folder)
  return {
    total: rows.length,
    rows: rows.slice(question.offset, question.offset + question.limit),
    found: null,
    trouble,
  }
}

/**
 * The direct contents of an archive's folder, folders first, including folders that occur only in the paths of files. Lists every file, even if
 * several files have the same name.
 * @param entries in the stored order
 * @param folder names separated by slashes; '' for the archive itself
 */
function inFolder(entries: readonly ArchiveEntry[], folder: string): ArchiveRow[] {
  const head = folder === '' ? '' : `${folder}/`
  const folders = new Map<string, ArchiveRow>()
  const files: ArchiveRow[] = []
  for (const { path, isFolder, entry, size, modifiedAt, isEncrypted } of entries) {
    if (!path.startsWith(head) || path.length === head.length) continue
    const end = path.indexOf('/', head.length)
    const name = end < 0 ? path.slice(head.length) : path.slice(head.length, end)
    if (isFolder || end >= 0) {
      const time = isFolder && end < 0 ? modifiedAt : (folders.get(name)?.modifiedAt ?? null)
      folders.set(name, { name, entry: null, size: 0, modifiedAt: time, isEncrypted: false })
    } else {
      files.push({ name, entry, size, modifiedAt, isEncrypted })
    }
  }
  return [...folders.values(), ...files]
}
