import type { TemporaryOwner } from '../../storage/TemporaryOwner'

/** ms for which the number of processes is believed */
const FRESH = 10_000

/** The other processes of the server. */
export class Peers {
  private known = { at: -Infinity, areThere: Promise.resolve(false) }

  constructor(private readonly lease: TemporaryOwner) {}

  /** This process, as the others call it. */
  get self(): string {
    return this.lease.holder
  }

  /** Whether there are others. */
  areThere(): Promise<boolean> {
    const now = performance.now()
    if (now - this.known.at > FRESH)
      this.known = { at: now, areThere: this.lease.living().then(({ size }) => size > 1) }
    return this.known.areThere
  }
}
