import type { Clock } from '../../time/clock'
import type { Db } from '../../database/connect'
import { Refused } from '../../errors'
import { networkOf } from '../../remote/networkAddress'
import { deleteAttempts, forgiveAttempt, hasFailures, insertAttempt } from '../../queries/session/loginAttempts'

/** Wrong passwords before the first wait, for what is counted; a school sits behind one address. */
const freeFailures = { pair: 3, link: 15, address: 100 }
type Subject = keyof typeof freeFailures

/** seconds: waits grow 1, 2, 4 … up to this */
const LONGEST_WAIT = 300
/** ms after which earlier failures are forgotten */
const MEMORY = 900_000

/**
 * Counts a guess at the password of a link as wrong before it is checked, so that guesses made at once are counted, too (AH-07, decisions 56).
 * A link that is being guessed at makes those wait who were wrong before: the first guess from an address is heard.
 * @returns takes it back
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
  const isFirst = !(await hasFailures(db, subjects.pair, forgottenAt(clock())))
  const counted = new Set<Subject>()
  for (const [subject, key] of Object.entries(subjects) as [Subject, string][]) {
    const now = clock()
    const attempt = {
      subject: key,
      free: freeFailures[subject],
      now,
      since: forgottenAt(now),
      longestWait: LONGEST_WAIT,
    }
    if (await insertAttempt(db, attempt)) counted.add(subject)
    else if (subject === 'pair' || !isFirst) throw new Refused('share_link_guessed_too_often')
  }
  return async () => {
    const now = clock()
    await deleteAttempts(db, [subjects.pair], forgottenAt(now))
    for (const subject of ['link', 'address'] as const) {
      if (counted.has(subject)) await forgiveAttempt(db, subjects[subject], freeFailures[subject], now)
    }
  }
}

/** Names that no link has, from one network before the first wait: a whole school may follow one wrong link. */
const FREE_NAMES = 300

/** Counts a name that no link has, as countUnknownName does. @throws Refused share_link_sought_too_often while a wait lasts */
export async function countUnknownLink(db: Db, clock: Clock, address: string): Promise<void> {
  if (!(await countUnknownName(db, clock, address))) throw new Refused('share_link_sought_too_often')
}

/**
 * Counts a name that no link has, by the network that asks for it (AH-07). Links that exist are opened without it, however many a school
 * behind one address opens, and while a wait lasts.
 * @returns false while a wait lasts
 */
export function countUnknownName(db: Db, clock: Clock, address: string): Promise<boolean> {
  const now = clock()
  return insertAttempt(db, {
    subject: `share-name:${networkOf(address)}`,
    free: FREE_NAMES,
    now,
    since: forgottenAt(now),
    longestWait: LONGEST_WAIT,
  })
}

function forgottenAt(now: Date) {
  return new Date(now.getTime() - MEMORY)
}
