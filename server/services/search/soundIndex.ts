import { soundKeyOf } from '@/domain/search/soundKey'
import type { Db } from '../../database/connect'
import { inTransaction } from '../../database/transaction'
import {
  itemsWithoutSounds,
  saveItemSounds,
  saveUserSounds,
  usersWithoutSounds,
  type Named,
} from '../../queries/search/sounds'
import { soundsOf, type SoundedText } from './sounds'

/** names of each kind that a search completes first */
const FILLED_FIRST = 100

/** Before a search by letters: stores the sounds of the names that wait, so that a new name is found at once. @param keys as wordKeys */
export async function fillSoundsFor(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.some((key) => soundKeyOf(key) !== null)) await fillSounds(db, FILLED_FIRST)
}

/**
 * Stores how names sound that wait for it, of items and of people.
 * @param limit the most names of each
 * @returns the number of names stored
 */
export async function fillSounds(db: Db, limit: number): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const items = await itemsWithoutSounds(transaction, limit)
    if (items.length > 0) await saveItemSounds(transaction, items.map(sounded('name')))
    const users = await usersWithoutSounds(transaction, limit)
    if (users.length > 0) await saveUserSounds(transaction, users.map(sounded('person')))
    return items.length + users.length
  })
}

function sounded(kind: SoundedText) {
  return ({ id, name }: Named) => ({ id, sounds: soundsOf(name, kind) })
}
