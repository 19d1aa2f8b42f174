import type { Clock } from '../../time/clock'
import type { Db } from '../../database/connect'
import { Refused } from '../../errors'
import { networkOf, networksOf } from '../../remote/networkAddress'
import { deleteAttempts, failuresOf, forgiveAttempts, insertAttempt } from '../../queries/session/loginAttempts'

/** A limit of wrong passwords. */
interface Limit {
  subject: string
  /** wrong passwords before the first wait */
  free: number
  /** Wrong passwords after which an answer no longer says whether a password was wrong; absent: never. */
  open?: number
  /** seconds: waits grow 1, 2, 4 … up to this */
  longestWait: number
}

/** seconds */
const MAX_WAIT = 300
/** seconds: the longest wait of a whole link. Short, because everybody who has the password shares it. */
const MAX_LINK_WAIT = 30
/** ms after which failures expire */
const FAILURE_LIFETIME = 900_000

/** A guess of a link's password. */
export interface Guess {
  linkId: number
  /** The signed-in user who guesses; null: nobody is signed in. */
  userId: number | null
  address: string
}

/** A guess that was counted. */
export interface CountedGuess {
  /** The error code of a wrong password. */
  refusal: 'share_link_invalid_password' | 'share_link_guessed_too_often'
  /** Undoes the count, because the password is right. */
  undo: () => Promise<void>
}

/**
 * Counts a guess of a link's password as wrong before the guess is checked, so that concurrent guesses are counted too (AH-07, decisions 56). A network
 * that guessed often waits. While a link is being guessed from many networks, the others are still checked: the right password opens the link, a wrong
 * one is answered as too often. The guesses of a link from everywhere are limited, too.
 * @throws Refused share_link_guessed_too_often while a wait lasts
 */
export async function countGuess(db: Db, clock: Clock, guess: Guess): Promise<CountedGuess> {
  const { own, shared } = limitsOf(guess)
  let isOpen = true
  for (const limit of [...own, ...shared]) {
    const now = clock()
    const failures = await insertAttempt(db, { ...limit, now, since: expiryOf(now) })
    if (failures === null) throw guessedTooOften()
    if (limit.open !== undefined && failures > limit.open) isOpen = false
  }
  return {
    refusal: isOpen ? 'share_link_invalid_password' : 'share_link_guessed_too_often',
    async undo() {
      const now = clock()
      const since = expiryOf(now)
      // The earlier guesses of the same network were slips of the same people.
      const slips = Math.max(1, await failuresOf(db, own[0]!.subject, since))
      await deleteAttempts(db, [own[0]!.subject], since)
      for (const { subject, free } of [...own.slice(1), ...shared])
        await forgiveAttempts(db, { subject, free, count: slips, hasPassed: true })
    },
  }
}

const guessedTooOften = () => new Refused('share_link_guessed_too_often')

/**
 * The limits of one party on a link, and those that it shares with others. A signed-in user is a party however many networks they use, and is not
 * held up by the guesses of others.
 */
function limitsOf({ linkId, userId, address }: Guess): { own: Limit[]; shared: Limit[] } {
  if (userId !== null)
    return { own: [{ subject: `share-user:${linkId}:${userId}`, free: 3, longestWait: MAX_WAIT }], shared: [] }
  const [site, network] = networksOf(address)
  return {
    own: [
      { subject: `share-pair:${linkId}:${network}`, free: 3, longestWait: MAX_WAIT },
      { subject: `share-pair:${linkId}:${site}`, open: 10, free: 50, longestWait: MAX_WAIT },
    ],
    shared: [
      { subject: `share-link:${linkId}`, open: 15, free: 150, longestWait: MAX_LINK_WAIT },
      { subject: `share-address:${network}`, open: 100, free: 400, longestWait: MAX_WAIT },
      { subject: `share-address:${site}`, open: 400, free: 1600, longestWait: MAX_WAIT },
    ],
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
export async function countUnknownName(db: Db, clock: Clock, address: string): Promise<boolean> {
  const now = clock()
  const failures = await insertAttempt(db, {
    subject: `share-name:${networkOf(address)}`,
    free: NAMES_BEFORE_WAIT,
    now,
    since: expiryOf(now),
    longestWait: MAX_WAIT,
  })
  return failures !== null
}

function expiryOf(now: Date) {
  return new Date(now.getTime() - FAILURE_LIFETIME)
}
