import { relative, sep } from 'node:path'

/** Whether a path is in a list of folders or below one of them. */
export function isWithin(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const way = relative(folder, path)
    return way === '' || (way !== '..' && !way.startsWith(`..${sep}`))
  })
}
