import { middleEllipsis } from '@/domain/format/middleEllipsis'
import type { PathEntry } from '@/contract/entities'

/** characters of the name of a folder in a path, at most */
const FOLDER_WIDTH = 14

/** The folders above a search result, root first, in about `width` characters: the nearest folder always, the others as far as they fit. */
export function wordFolders(path: readonly Pick<PathEntry, 'name'>[], width: number): string {
  const most = Math.min(FOLDER_WIDTH, width)
  const names = path.flatMap(({ name }) => (name === '' ? [] : [middleEllipsis(name, most)]))
  const shown: string[] = []
  let left = width
  for (const name of [...names].reverse()) {
    left -= Array.from(name).length + 3
    if (shown.length > 0 && left < 0) return ['…', ...shown].join(' / ')
    shown.unshift(name)
  }
  return shown.join(' / ')
}
