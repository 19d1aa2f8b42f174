import { createJsonStorage, type TextStorage } from './jsonStorage'
import type { Platform } from './Platform'

/** What a device keeps, whoever uses it (decisions 79). */
const ofDevice = /^(authToken|deviceToken|appearance|lang(_type)?|phoneCode\.sentAt|satchel\.collect\..*)$/
/** Where the id of the user lies whom the rest belongs to. */
const OWNER = 'owner'

/**
 * Keeps JSON in a phone's storage for one user at a time. A page that another one followed meanwhile, as in a second tab, leaves nothing more
 * of its own user there.
 * @param letGo of what lies elsewhere on the phone of a user who leaves
 */
export function createOwnedStorage(
  texts: TextStorage & { /** May throw. */ keys(): string[] },
  letGo: () => void,
): Platform['storage'] {
  const refused = new Map<string, string>()
  const { read, write, remove } = createJsonStorage(texts, refused)
  /** As far as this page knows. */
  let owner: number | undefined

  function forget(): void {
    const keys = [...refused.keys()]
    try {
      keys.push(...texts.keys())
      letGo()
    } catch {
      // A phone that keeps nothing.
    }
    for (const key of keys) if (!ofDevice.test(key)) remove(key)
  }

  return {
    read,
    write(key, value) {
      if (ofDevice.test(key) || read(OWNER) === owner) write(key, value)
    },
    remove,
    own(userId) {
      const before = read(OWNER)
      if (before !== undefined && before !== userId) forget()
      if (before !== userId) write(OWNER, userId)
      owner = userId
    },
    forget,
  }
}
