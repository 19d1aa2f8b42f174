import { sameText, type Signer } from '../../crypto/signing'

/** The name of the device that a token was made for, where it is one of this login; null otherwise. */
export function deviceOf(sign: Signer, login: string, token: string | undefined): string | null {
  const name = /^([0-9a-f]{32})\./.exec(token ?? '')?.[1]
  return name !== undefined && sameText(token!, tokenOfDevice(sign, login, name)) ? name : null
}

/** Proves that a login signed in on a device before. It opens nothing. @param name 32 hexadecimal digits */
export function tokenOfDevice(sign: Signer, login: string, name: string): string {
  return `${name}.${sign.token('device', `${name}:${login.toLowerCase()}`)}`
}
