import type { FoundItem, Item } from '@/contract/entities'
import { countHits } from '@/domain/search/highlight'
import type { Passage } from '../queries/search/contents'
import type { ItemDetail } from '../queries/items/items'

/**
 * A search result.
 * @param forms the words in the forms in which the item holds them
 * @param passage matching passage of the content, if the user may read it
 */
export function presentFoundItem(
  row: ItemDetail,
  item: Item,
  forms: string[],
  passage: Passage | undefined,
): FoundItem {
  const creator = { id: row.creator_id, name: row.creator_name }
  const hit_num = hitsOf(row, forms) + (passage?.hits ?? 0)
  return { ...item, creator, content: passage?.text ?? '', hit_num, hit_words: forms }
}

/** A result of a visitor's search, which matches only names. */
export function presentSharedMatch(item: Item, forms: string[]): FoundItem {
  return { ...item, creator: { id: 0, name: '' }, content: '', hit_num: countHits(item.name, forms), hit_words: forms }
}

function hitsOf(
  { name, description, creator_id, creator_name, updater_id, updater_name, tags }: ItemDetail,
  forms: string[],
) {
  const people = updater_id === creator_id ? [creator_name] : [creator_name, updater_name]
  const fields = [name, description, ...people, ...tags.map((tag) => tag.name)]
  return fields.reduce((sum, field) => sum + countHits(field, forms), 0)
}
