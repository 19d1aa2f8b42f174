import { isIPv6 } from 'node:net'

/** The host name of a web address in lower case, IPv6 without brackets. @throws TypeError for an invalid address */
export function hostNameOf(address: string): string {
  return new URL(address).hostname.replace(/^\[|\]$/g, '')
}

/** Turns an IPv4 address written as IPv6 into plain IPv4; other addresses stay. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** The network of one customer of a provider: an IPv4 address, or the /56 of an IPv6 address. */
export function networkOf(address: string): string {
  return networksOf(address)[1]
}

/**
 * The networks of an address that count as one party, from coarse to fine: the /24 and the address itself, or the /48 and the /56 of an IPv6 address.
 * Providers give a customer a /56 or a /48, so one party has many networks of /64.
 */
export function networksOf(address: string): [site: string, network: string] {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return [`${plain.split('.').slice(0, 3).join('.')}.0/24`, plain]
  const [first, second, third, fourth = '0'] = groupsOf(plain)
  const subnet = (parseInt(fourth, 16) & 0xff00).toString(16)
  return [`${first}:${second}:${third}::/48`, `${first}:${second}:${third}:${subnet}::/56`]
}

/** The text with which the networks of an address's site begin, such as `203.0.113.` or `2001:db8:1:`. */
export function siteStart(address: string): string {
  return networksOf(address)[0].replace(/(0\/24|:\/48)$/, '')
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = hostNameOf(`http://[${address.split('%')[0]}]`).split('::')
  const groups = (text = '') => (text === '' ? [] : text.split(':'))
  if (tail === undefined) return groups(head)
  const zeros = 8 - groups(head).length - groups(tail).length
  return [...groups(head), ...Array<string>(zeros).fill('0'), ...groups(tail)]
}
