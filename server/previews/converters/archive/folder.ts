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

/** Answers from the list of an archive, as `listArchive` wrote it. @param only the name of what has none of its own */
export async function askList(path: string, question: ArchiveQuestion, only: string): Promise<ArchiveAnswer> {
  const list = JSON.parse(await readFile(path, 'utf8')) as ArchiveList | ArchiveEntry[]
  // An earlier version wrote the entries alone.
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
 * What lies directly in a folder of an archive, folders first; also those that only the names of files tell of. Of two files of one
 * name both are there.
 * @param entries in the order that is kept
 * @param folder names with slashes between; empty: the archive itself
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
