import { createDecipheriv } from 'node:crypto'

/** ms for WeChat's data to travel from the phone, including clock differences */
const FRESH = 600_000

interface Sealed {
  /** base64 */
  encryptedData: string
  iv: string
}

/**
 * Decrypts what WeChat's phone encrypted for the server of a mini-program (AES-128-CBC; developers.weixin.qq.com, "Encrypted data").
 * @param sessionKey base64, of `code2session`
 * @returns null for data of another key or app, and for data made long before `now`, which prevents replay
 */
export function decryptWeChatData(
  { encryptedData, iv }: Sealed,
  { sessionKey, appId, now }: { sessionKey: string; appId: string; now: Date },
): Record<string, unknown> | null {
  const content = jsonOf(plainOf(sessionKey, iv, encryptedData))
  const watermark = content?.watermark as { appid?: unknown; timestamp?: unknown } | undefined
  const at = typeof watermark?.timestamp === 'number' ? watermark.timestamp * 1000 : NaN
  const isOurs = watermark?.appid === appId && Math.abs(now.getTime() - at) <= FRESH
  return isOurs ? content : null
}

function plainOf(sessionKey: string, iv: string, encryptedData: string): string {
  try {
    const decipher = createDecipheriv('aes-128-cbc', Buffer.from(sessionKey, 'base64'), Buffer.from(iv, 'base64'))
    return decipher.update(encryptedData, 'base64', 'utf8') + decipher.final('utf8')
  } catch {
    return ''
  }
}

function jsonOf(text: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
