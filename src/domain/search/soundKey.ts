/** letters of a word that is compared with sounds */
const LONGEST = 60

/** The letters by which a word of a search is compared with sounds of names (AH-41); null for a word that sounds like none. @param key as searchKey */
export function soundKeyOf(key: string): string | null {
  const letters = key.replace(/[.'’_-]/g, '')
  const isSpoken = /^[a-z0-9]+$/.test(letters) && /[a-z]/.test(letters)
  return isSpoken && letters.length >= 2 && letters.length <= LONGEST ? letters : null
}
