import { createJsonStorage, type TextStorage } from './jsonStorage'
import type { Platform } from './Platform'

/** The keys that stay on a device whoever uses it (decisions 79). */
const ofDevice = /^(authToken|deviceToken|appearance|lang(_type)?|phoneCode\.sentAt|satchel\.collect\..*)$/
/** The key of the owner's id. The other values belong to this user. */
const OWNER = 'owner'

/**
 * Stores JSON in a phone's storage for one user at a time. If another user has taken over meanwhile, for example in a second tab, the page stops
 * storing values of its own user.
 * @param onForget erases the leaving user's data elsewhere on the phone
 */
export function createOwnedStorage(
  texts: TextStorage & { /** May throw. */ keys(): string[] },
  onForget: () => void,
): Platform['storage'] {
  const refused = new Map<string, string>()
  const { read, write, remove } = createJsonStorage(texts, refused)
  /** The owner as far as this page knows. */
  let owner: number | undefined

  function forget(): void {
    const keys = [...refused.keys()]
    try {
      keys.push(...texts.keys())
      onForget()
    } catch {
      // The phone has no storage.
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
