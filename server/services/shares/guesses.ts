import type { Clock } from '../../time/clock'
import type { Db } from '../../database/connect'
import { Refused } from '../../errors'
import { networkOf } from '../../remote/networkAddress'
import { deleteAttempts, forgiveAttempt, hasFailures, insertAttempt } from '../../queries/session/loginAttempts'

/** Wrong passwords before the first wait, per subject; a whole school may share one address. */
const failuresBeforeWait = { pair: 3, link: 15, address: 100 }
type Subject = keyof typeof failuresBeforeWait

/** seconds: waits grow 1, 2, 4 … up to this */
const MAX_WAIT = 300
/** ms after which failures expire */
const FAILURE_LIFETIME = 900_000

/**
 * Counts a guess of a link's password as wrong before the guess is checked, so that concurrent guesses are counted too (AH-07, decisions 56).
 * While a link is being guessed, only addresses with an earlier failure wait: the first guess from another address passes.
 * @returns a function that undoes the count
 * @throws Refused share_link_guessed_too_often while a wait lasts
 */
export async function countGuess(
  db: Db,
  clock: Clock,
  { linkId, address }: { linkId: number; address: string },
): Promise<() => Promise<void>> {
  const network = networkOf(address)
  const subjects: Record<Subject, string> = {
    pair: `share-pair:${linkId}:${network}`,
    link: `share-link:${linkId}`,
    address: `share-address:${network}`,
  }
  const isFirst = !(await hasFailures(db, subjects.pair, expiryOf(clock())))
  const counted = new Set<Subject>()
  for (const [subject, key] of Object.entries(subjects) as [Subject, string][]) {
    const now = clock()
    const attempt = {
      subject: key,
      free: failuresBeforeWait[subject],
      now,
      since: expiryOf(now),
      longestWait: MAX_WAIT,
    }
    if (await insertAttempt(db, attempt)) counted.add(subject)
    else if (subject === 'pair' || !isFirst) throw new Refused('share_link_guessed_too_often')
  }
  return async () => {
    const now = clock()
    await deleteAttempts(db, [subjects.pair], expiryOf(now))
    for (const subject of ['link', 'address'] as const) {
      if (counted.has(subject)) await forgiveAttempt(db, subjects[subject], failuresBeforeWait[subject], now)
    }
  }
}

/** Unknown names per network before the first wait: a whole school may follow one wrong link. */
const NAMES_BEFORE_WAIT = 300

/** Counts a request for an unknown link, as countUnknownName. @throws Refused share_link_sought_too_often while a wait lasts */
export async function countUnknownLink(db: Db, clock: Clock, address: string): Promise<void> {
  if (!(await countUnknownName(db, clock, address))) throw new Refused('share_link_sought_too_often')
}

/**
 * Counts a request for an unknown name, per network (AH-07). Opening real links is never counted nor delayed, so a whole school can share
 * one address.
 * @returns false while a wait lasts
 */
export function countUnknownName(db: Db, clock: Clock, address: string): Promise<boolean> {
  const now = clock()
  return insertAttempt(db, {
    subject: `share-name:${networkOf(address)}`,
    free: NAMES_BEFORE_WAIT,
    now,
    since: expiryOf(now),
    longestWait: MAX_WAIT,
  })
}

function expiryOf(now: Date) {
  return new Date(now.getTime() - FAILURE_LIFETIME)
}
