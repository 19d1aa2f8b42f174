import { FOLDER_DEPTH_LIMIT } from '@/domain/limits'
import { FOLDER_UPLOAD_MAX, type FoundEntry } from '@/domain/uploads/folders'
import type { FolderReader, FoundTree } from '../../Folders'

/** Files whose dates are read at the same time. */
const AT_ONCE = 100

interface Found {
  entries: FoundEntry<File>[]
  unreadable: string[]
  isTooMany: boolean
}

export function createFolders(page: Document): FolderReader {
  return {
    canPick: 'webkitdirectory' in page.createElement('input') && matchMedia('(pointer:fine)').matches,
    pick: () => pickFolder(page).then(treeOf),
    take(transfer) {
      const things = [...(transfer as DataTransfer).items].flatMap((item) =>
        item.kind === 'file' ? (item.webkitGetAsEntry() ?? item.getAsFile() ?? []) : [],
      )
      return () => readAll(things).then(treeOf)
    },
  }
}

function pickFolder(page: Document): Promise<Found> {
  return new Promise((resolve) => {
    const input = page.createElement('input')
    input.type = 'file'
    input.webkitdirectory = true
    input.hidden = true
    const settle = () => {
      input.remove()
      const files = [...(input.files ?? [])]
      const entries = files.slice(0, FOLDER_UPLOAD_MAX + 1).map((file) => {
        return { path: file.webkitRelativePath.split('/'), file }
      })
      resolve({ entries, unreadable: [], isTooMany: files.length > FOLDER_UPLOAD_MAX })
    }
    input.addEventListener('change', settle)
    input.addEventListener('cancel', settle)
    page.body.append(input)
    input.click()
  })
}

/** Walks through folders, one after the other. Reading ends at the maximum, and below the deepest folder that the drive allows. */
async function readAll(things: readonly (FileSystemEntry | File)[]): Promise<Found> {
  const found: Found = { entries: [], unreadable: [], isTooMany: false }
  const waiting = things.map((thing) => ({ thing, path: [thing.name] }))
  for (let next = waiting.shift(), seen = 1; next; next = waiting.shift(), seen += 1) {
    if (seen > FOLDER_UPLOAD_MAX) return { ...found, isTooMany: true }
    const { thing, path } = next
    try {
      if (thing instanceof File) found.entries.push({ path, file: thing })
      else if (thing.isFile) found.entries.push({ path, file: await fileOf(thing as FileSystemFileEntry) })
      else {
        const inside = path.length > FOLDER_DEPTH_LIMIT ? [] : await childrenOf(thing as FileSystemDirectoryEntry)
        if (inside.length === 0) found.entries.push({ path, file: null })
        waiting.unshift(...inside.map((child) => ({ thing: child, path: [...path, child.name] })))
      }
    } catch {
      found.unreadable.push(path.join('/'))
    }
  }
  return found
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** A browser answers at most a hundred at once, and none at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  while (all.length <= FOLDER_UPLOAD_MAX) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) break
    all.push(...some)
  }
  return all
}

/** With dates, and the files' own names: a folder's files refer to each other by name. */
async function treeOf({ entries, ...found }: Found): Promise<FoundTree> {
  const read: FoundTree['entries'][number][] = []
  if (found.isTooMany) return { entries: read, ...found }
  const { picked } = await import(/* webpackChunkName: "overlays" */ './picked')
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    const some = entries.slice(at, at + AT_ONCE)
    const files = await picked(some.flatMap(({ file }) => file ?? []))
    for (const { path, file } of some)
      read.push({ path, file: file && { ...files.shift()!, name: path[path.length - 1]! } })
  }
  return { entries: read, ...found }
}
