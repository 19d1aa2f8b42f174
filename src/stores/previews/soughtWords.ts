import type { FoundItem } from '@/contract/entities'
import { highlight } from '@/domain/search/highlight'
import type { AppServices } from '@/stores/app/AppServices'

/** No address is such a key. */
const KEY = 'sought'

/** Remembers the words that a search found in the content of a file, until the file opens as a text (AH-41). */
export function seekIn(
  { placeNames }: AppServices,
  { id, content, hit_words }: Partial<FoundItem>,
  words: string,
): void {
  placeNames.delete(KEY)
  if (id === undefined || !content) return
  const hit = highlight(content, hit_words ?? words).find(({ isHit }) => isHit)
  if (hit) placeNames.set(KEY, `${id} ${hit.text}`)
}

/** The words to find in a text that opens, once; undefined where no search led to the file. */
export function takeSought({ placeNames }: AppServices, fileId: number): string | undefined {
  const [, id, words] = /^(\d+) ([^]*)$/.exec(placeNames.get(KEY) ?? '') ?? []
  if (Number(id) !== fileId) return undefined
  placeNames.delete(KEY)
  return words
}
