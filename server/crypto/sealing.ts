import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export interface Sealer {
  /** @param place what it belongs to: it opens nowhere else */
  seal(text: string, place: string): Buffer
  /** null where it is not ours, was altered, or belongs to another place */
  open(sealed: Buffer, place: string): string | null
  /** What stands in the database for a text that is looked up there and never read: the same every time. */
  hide(text: string): string
}

const NONCE = 12
const TAG = 16

/** Keeps short secrets so that the database that holds them does not tell them (AES-256-GCM). @param key kept elsewhere, 32 bytes */
export function createSealer(key: Buffer): Sealer {
  const own = Buffer.from(hkdfSync('sha256', key, '', 'satchel sealed secrets', 32))
  const hiding = Buffer.from(hkdfSync('sha256', key, '', 'satchel hidden names', 32))
  return {
    hide: (text) => createHmac('sha256', hiding).update(text).digest('base64url'),
    seal(text, place) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', own, nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(sealed, place) {
      if (sealed.length < NONCE + TAG) return null
      const decipher = createDecipheriv('aes-256-gcm', own, sealed.subarray(0, NONCE), { authTagLength: TAG })
      decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
