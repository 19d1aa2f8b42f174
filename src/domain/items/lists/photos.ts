import type { Item } from '@/contract/entities'

/** Three rows of the grid: with fewer pictures, names say more than a grid. */
const LEAST = 9

/** Files of one folder from which the grid is made: those changed last (decisions 250). */
export const MOST_PHOTOS = 20_000

/** Whether a file is in the grid: a picture or a video. */
export function isPhoto({ extension_category: category }: Pick<Item, 'extension_category'>): boolean {
  return category === 'image' || category === 'video'
}

/** Whether the rows are shown as a grid without a choice: most of them are pictures or videos, and there are enough of them (decisions 249). */
export function areMostlyPhotos(rows: readonly Pick<Item, 'extension_category'>[]): boolean {
  const count = rows.filter(isPhoto).length
  return count >= LEAST && 2 * count > rows.length
}
