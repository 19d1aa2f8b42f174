import { isIPv6 } from 'node:net'

/** The host name of an address of the web in lower case, IPv6 without brackets. @throws TypeError where it cannot be read */
export function hostNameOf(address: string): string {
  return new URL(address).hostname.replace(/^\[|\]$/g, '')
}

/** An IPv4 address that is written as IPv6 as itself. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** What one subscriber has: an IPv4 address, or all 2^64 addresses of an IPv6 network. */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = hostNameOf(`http://[${plain.split('%')[0]}]`).split('::')
  const groups = (text = '') => (text === '' ? [] : text.split(':'))
  const zeros = 8 - groups(head).length - groups(tail).length
  const all = tail === undefined ? groups(head) : [...groups(head), ...Array<string>(zeros).fill('0'), ...groups(tail)]
  return `${all.slice(0, 4).join(':')}::/64`
}
