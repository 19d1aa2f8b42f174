import { lookup as lookUpName, type LookupAddress } from 'node:dns'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'

/** This machine, and the addresses that only it reaches, such as a cloud's description of the machine. */
const inside = new BlockList()
for (const [net, prefix, family] of [
  ['0.0.0.0', 8, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['::', 128, 'ipv6'],
  ['::1', 128, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const)
  inside.addSubnet(net, prefix, family)

/** Whether an address leads to this machine. */
export function isInside(address: string): boolean {
  return inside.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Finds the addresses of a name. */
type Resolve = (
  name: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/**
 * Looks a name up for a connection, and refuses names that lead to this machine: whoever chooses the name of a directory or a provider also chooses
 * where the name leads.
 */
export function publicLookup(resolve: Resolve = lookUpName): LookupFunction {
  return (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error || !first) return done(error ?? new Error(`${name}: no address`), '')
      if (found.some(({ address }) => isInside(address))) return done(new Error(`${name}: not allowed`), '')
      if (options.all) return done(null, found)
      return done(null, first.address, first.family)
    })
  }
}

/** @throws Error if a name leads to this machine, or nowhere */
export function requirePublic(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    publicLookup()(name, { all: true }, (error) => (error ? reject(error) : resolve()))
  })
}
