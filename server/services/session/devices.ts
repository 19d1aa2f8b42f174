import { sameText, type Signer } from '../../crypto/signing'

/** The device name in a token, if the token is valid for this login; null otherwise. */
export function deviceOf(sign: Signer, login: string, token: string | undefined): string | null {
  const name = /^([0-9a-f]{32})\./.exec(token ?? '')?.[1]
  return name !== undefined && sameText(token!, tokenOfDevice(sign, login, name)) ? name : null
}

/** A token that proves that a login signed in on a device before. It grants no access. @param name 32 hexadecimal digits */
export function tokenOfDevice(sign: Signer, login: string, name: string): string {
  return `${name}.${sign.token('device', `${name}:${login.toLowerCase()}`)}`
}
