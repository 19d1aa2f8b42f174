import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export interface Encrypter {
  /** @param place the owner of the text; the result can be opened only for the same place */
  encrypt(text: string, place: string): Buffer
  /** null for a text that is not ours, was altered, or belongs to another place */
  decrypt(sealed: Buffer, place: string): string | null
  /** Replaces a text that the database compares but never reads. The result is the same every time. */
  keyedHash(text: string): string
}

const NONCE = 12
const TAG = 16

/** Encrypts short secrets, so that a copy of the database does not reveal them (AES-256-GCM). @param key stored elsewhere, 32 bytes */
export function createEncrypter(key: Buffer): Encrypter {
  const own = Buffer.from(hkdfSync('sha256', key, '', 'satchel sealed secrets', 32))
  const hiding = Buffer.from(hkdfSync('sha256', key, '', 'satchel hidden names', 32))
  return {
    keyedHash: (text) => createHmac('sha256', hiding).update(text).digest('base64url'),
    encrypt(text, place) {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', own, nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    decrypt(sealed, place) {
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
