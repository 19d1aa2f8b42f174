import { createCipheriv, createHash, randomBytes } from 'node:crypto'

/** The secrets of a callback, as an administrator chooses them. */
export const CALLBACK = { token: 'QDG6eK2hbHYZ', key: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C' }

interface Message {
  /** The text inside. */
  text: string
  corpId: string
  /** seconds since 1970 */
  at: number
  token?: string
  key?: string
  nonce?: string
  /** Replaces the bytes after padding. */
  pad?(plain: Buffer): Buffer
}

/** A text in WeCom's encryption. */
export function encryptAsWeCom({ text, corpId, key = CALLBACK.key, pad = padded }: Omit<Message, 'at'>): string {
  const secret = Buffer.from(`${key}=`, 'base64')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(Buffer.byteLength(text))
  const plain = pad(Buffer.concat([randomBytes(16), length, Buffer.from(text), Buffer.from(corpId)]))
  const cipher = createCipheriv('aes-256-cbc', secret, secret.subarray(0, 16)).setAutoPadding(false)
  return Buffer.concat([cipher.update(plain), cipher.final()]).toString('base64')
}

/** Pads to a multiple of 32 bytes, as WeCom does. */
function padded(plain: Buffer): Buffer {
  const count = 32 - (plain.length % 32)
  return Buffer.concat([plain, Buffer.alloc(count, count)])
}

/** The query that proves an encrypted text. */
export function proofOf(
  encrypted: string,
  { at, token = CALLBACK.token, nonce = randomBytes(6).toString('hex') }: Pick<Message, 'at' | 'token' | 'nonce'>,
): Record<'msg_signature' | 'timestamp' | 'nonce', string> {
  const timestamp = String(at)
  const text = [token, timestamp, nonce, encrypted].sort().join('')
  return { msg_signature: createHash('sha1').update(text).digest('hex'), timestamp, nonce }
}

/** A callback as WeCom sends it: the query, and the body. */
export function callbackOf(message: Message): { query: Record<string, string>; body: string } {
  const encrypted = encryptAsWeCom(message)
  const body = `<xml><ToUserName><![CDATA[${message.corpId}]]></ToUserName><Encrypt><![CDATA[${encrypted}]]></Encrypt><AgentID><![CDATA[]]></AgentID></xml>`
  return { query: proofOf(encrypted, message), body }
}

/** The text of an event about members or departments. */
export function changeOf(corpId: string, changeType: string, fields: Record<string, string> = {}): string {
  const rest = Object.entries(fields).map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
  return [
    `<xml><ToUserName><![CDATA[${corpId}]]></ToUserName><FromUserName><![CDATA[sys]]></FromUserName><CreateTime>1403610513</CreateTime>`,
    `<MsgType><![CDATA[event]]></MsgType><Event><![CDATA[change_contact]]></Event><ChangeType>${changeType}</ChangeType>`,
    ...rest,
    '</xml>',
  ].join('')
}
