import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto'

/** The secrets of a callback, as an administrator chooses them in WeCom. */
export interface CallbackSecrets {
  token: string
  /** `EncodingAESKey`: 43 characters of base64 */
  key: string
  /** The organisation that must have sent the message. */
  corpId: string
}

/** The parameters of a callback's address. */
export interface CallbackProof {
  msg_signature: string
  timestamp: string
  nonce: string
}

/** bytes; WeCom pads to this multiple, not to the block of AES */
const BLOCK = 32
/** bytes before the message: random ones, and its length */
const RANDOM = 16
const LENGTH = 4

/** Whether WeCom signed a text for the callback (developer.work.weixin.qq.com, 加解密方案说明). */
export function isSignedByWeCom(
  { token }: Pick<CallbackSecrets, 'token'>,
  { msg_signature: signature, timestamp, nonce }: CallbackProof,
  encrypted: string,
): boolean {
  const expected = createHash('sha1').update([token, timestamp, nonce, encrypted].sort().join('')).digest()
  const given = /^[0-9a-f]{40}$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(expected.length)
  return timingSafeEqual(expected, given)
}

/** Decrypts a text whose signature is right (AES-256-CBC). @returns null for a text of another key, form or organisation, without a difference */
export function decryptFromWeCom(
  { key, corpId }: Pick<CallbackSecrets, 'key' | 'corpId'>,
  encrypted: string,
): string | null {
  const plain = plainOf(Buffer.from(`${key}=`, 'base64'), encrypted)
  const padding = plain?.at(-1) ?? 0
  if (!plain || padding > BLOCK || !plain.subarray(-padding).every((byte) => byte === padding)) return null
  // Empty if the padding is 0 or longer than the text.
  const content = plain.subarray(RANDOM, -padding)
  if (content.length < LENGTH) return null
  const end = LENGTH + content.readUInt32BE(0)
  return content.subarray(end).equals(Buffer.from(corpId)) ? content.toString('utf8', LENGTH, end) : null
}

function plainOf(key: Buffer, encrypted: string): Buffer | null {
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
    return Buffer.concat([decipher.update(encrypted, 'base64'), decipher.final()])
  } catch {
    return null
  }
}
