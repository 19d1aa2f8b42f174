import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BlobShelf, byShelf, shelvesOf } from './BlobShelf'
import { blobsIn } from './lists'
import { openSnapshot, snapshotNames, snapshotsOf } from './manifest'

/**
 * Removes all but the newest snapshots, and the blobs that no remaining one needs.
 * @param most snapshots that stay, at least 1
 * @returns the names of the removed snapshots
 */
export async function pruneBackup(folder: string, most: number): Promise<string[]> {
  const names = await snapshotNames(folder)
  const removed = names.slice(0, Math.max(0, names.length - most))
  if (removed.length === 0) return []
  const kept = await Promise.all(names.slice(removed.length).map((name) => openShelves(folder, name)))
  const at = (name: string) => join(snapshotsOf(folder), name)
  // A snapshot without its blobs must not count as a whole one. The next backup removes what has such a name.
  for (const name of removed) await rename(at(name), at(`unfinished-${name}`))
  const shelf = new BlobShelf(folder)
  for (const name of await shelvesOf(folder)) {
    const needed = await Promise.all(kept.map((shelves) => shelves(name)))
    await shelf.keepOnly(name, (key) => needed.some((keys) => keys.has(key)))
  }
  for (const name of removed) await rm(at(`unfinished-${name}`), { recursive: true })
  return removed
}

/** Reads the keys that a snapshot needs of one shelf after another. The shelves must be asked for in their order. */
async function openShelves(folder: string, name: string): Promise<(shelf: string) => Promise<ReadonlySet<string>>> {
  const { path, manifest } = await openSnapshot(folder, name)
  const shelves = byShelf(blobsIn(path, manifest), ({ key }) => key)
  let next = await shelves.next()
  return async (shelf) => {
    if (next.done || next.value.shelf !== shelf) return new Set()
    const { keys } = next.value
    next = await shelves.next()
    return new Set(keys)
  }
}
