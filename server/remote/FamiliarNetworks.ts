/** networks that one user makes familiar */
const NETWORKS_PER_USER = 8
const MAX_USERS = 20_000

/**
 * The networks that users have lately used with a session, in this process. Few per user, so that somebody with one account cannot make a thousand
 * networks familiar.
 */
export class FamiliarNetworks {
  /** The latest user and network are last. */
  private readonly byUser = new Map<number, Set<string>>()
  private readonly users = new Map<string, number>()

  has(network: string): boolean {
    return this.users.has(network)
  }

  record(userId: number, network: string): void {
    const networks = this.byUser.get(userId) ?? new Set()
    this.byUser.delete(userId)
    this.byUser.set(userId, networks)
    if (!networks.delete(network)) this.users.set(network, (this.users.get(network) ?? 0) + 1)
    networks.add(network)
    if (networks.size > NETWORKS_PER_USER) this.forget(networks, first(networks))
    if (this.byUser.size <= MAX_USERS) return
    const oldest = first(this.byUser.keys())
    for (const each of this.byUser.get(oldest)!) this.forget(this.byUser.get(oldest)!, each)
    this.byUser.delete(oldest)
  }

  private forget(networks: Set<string>, network: string): void {
    networks.delete(network)
    const left = this.users.get(network)! - 1
    if (left > 0) this.users.set(network, left)
    else this.users.delete(network)
  }
}

function first<T>(of: Iterable<T>): T {
  for (const one of of) return one
  throw new Error('empty')
}
