import { randomInt } from 'node:crypto'

const privateAddress = /^(192\.168|10|172\.(1[6-9]|2\d|3[01]))\./

/** The address of this machine for phones in the same network; undefined without a network. */
export function lanAddress(interfaces) {
  const found = Object.values(interfaces)
    .flat()
    .filter((entry) => entry.family === 'IPv4' && !entry.internal)
  return (found.find((entry) => privateAddress.test(entry.address)) ?? found[0])?.address
}

/** The server's settings for the local network. The published demo password must not open the drive to the whole network (AH-31). */
export function lanSettings(address, environment) {
  const port = environment.PORT ?? '3000'
  return {
    HOST: '0.0.0.0',
    PORT: port,
    BASE_URL: environment.BASE_URL ?? `http://${address}:${port}`,
    ALLOW_DEMO_ON_NETWORK: '1',
    DEMO_PASSWORD: environment.DEMO_PASSWORD ?? randomPassword(),
  }
}

/** A QR code of the address, for printing. */
export async function announceLan(url) {
  const { default: qrcode } = await import('qrcode')
  const code = await qrcode.toString(url, { type: 'terminal', small: true })
  return `${code}\nScan it with a phone in the same network, or open ${url}`
}

/** Ten characters (48 bits) that are easy to type on a phone and hard to confuse. */
function randomPassword() {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  return Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')
}
