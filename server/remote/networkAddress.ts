import { isIPv6 } from 'node:net'

/** The host name of a web address in lower case, IPv6 without brackets. @throws TypeError for an invalid address */
export function hostNameOf(address: string): string {
  return new URL(address).hostname.replace(/^\[|\]$/g, '')
}

/** Turns an IPv4 address written as IPv6 into plain IPv4; other addresses stay. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** The network of one subscriber: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = hostNameOf(`http://[${plain.split('%')[0]}]`).split('::')
  const groups = (text = '') => (text === '' ? [] : text.split(':'))
  const zeros = 8 - groups(head).length - groups(tail).length
  const all = tail === undefined ? groups(head) : [...groups(head), ...Array<string>(zeros).fill('0'), ...groups(tail)]
  return `${all.slice(0, 4).join(':')}::/64`
}
