import { KeyedSemaphore } from '../../limits/KeyedSemaphore'
import { networksOf } from '../../remote/networkAddress'

/**
 * Look-ups of accounts for somebody without a session: per site, per network, in total. Each takes a connection to the database. A sign-in waits for its
 * turn to hash only afterwards, so without a limit hundreds of sign-ins at once would take every connection.
 */
const turns = new KeyedSemaphore<string>([4, 3], 6)

/** Runs a look-up when it is the turn of a network. */
export function lookUpInTurn<T>(address: string, run: () => Promise<T>): Promise<T> {
  return turns.run(networksOf(address), run)
}
