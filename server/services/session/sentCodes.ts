import { randomInt } from 'node:crypto'
import { CODE_COOLDOWN } from '@/domain/limits'
import { calendar } from '../../time/calendar'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { networksOf } from '../../remote/networkAddress'
import { deleteDailyCounts, insertAttempt } from '../../queries/session/loginAttempts'
import { COUNTED, countCode, deleteCodes, recordCode, tryCode, useCode } from '../../queries/session/sentCodes'
import { sameText } from '../../crypto/signing'

/** minutes until a code expires */
export const CODE_MINUTES = 10
/** attempts per code, of a million possible codes */
const MAX_ATTEMPTS = 5
/** codes per target and day, so that strangers cannot keep somebody awake */
export const MAX_PER_DAY = 8
/** Codes per network and per site before waits of 1, 2, 4 … seconds, up to an hour: each code to a phone costs the operator money. */
const CODES_BEFORE_WAIT = { network: 20, site: 100 }
/** seconds */
const MAX_WAIT = 3600

/** A code for one target or purpose is worth nothing for another. */
export interface CodeTarget {
  kind: 'phone' | 'email'
  /** `+8613800138000`, or an e-mail address in its stored form */
  address: string
  purpose: 'coupon' | 'registration'
}

type Ports = Pick<Dependencies, 'db' | 'clock' | 'sign'>

/** Six digits. */
export function makeCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** The keys under which a target and its code are stored. */
export function keysOf(sign: Ports['sign'], { kind, address, purpose }: CodeTarget, code: string) {
  return {
    targetKey: sign.token(kind, address),
    codeKey: sign.token('sent-code', `${purpose}:${kind}:${address}:${code}`),
  }
}

/** Where the counts of a kind of codes are; the prefixes are those of counts that live for a day. */
const NETWORKS = { phone: 'phone-codes', email: 'mails:codes' } as const

interface Sending {
  keys: { targetKey: string; codeKey: string | null }
  kind: CodeTarget['kind']
  /** network address of the client */
  network: string
  /** most codes of the kind per day */
  most: number
}

/** The start of the day that ends now. */
export function dayBefore(now: Date): Date {
  return calendar(now).subtract(1, 'day').toDate()
}

/**
 * Records and counts a code before it is sent: for the network, the target and all targets.
 * @returns false once the day's limit of all targets is reached; the code was not forgotten then @throws Refused captcha_too_often
 */
export async function countSending(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { keys, kind, network, most }: Sending,
): Promise<boolean> {
  const now = clock()
  const day = dayBefore(now)
  const [site, one] = networksOf(network)
  for (const [place, free] of [
    [one, CODES_BEFORE_WAIT.network],
    [site, CODES_BEFORE_WAIT.site],
  ] as const) {
    const attempt = { subject: `${NETWORKS[kind]}:${place}`, free, now, since: day, longestWait: MAX_WAIT }
    if ((await insertAttempt(db, attempt)) === null) throw new Refused('captcha_too_often')
  }
  const before = calendar(now).subtract(CODE_COOLDOWN, 'second').toDate()
  if (!(await recordCode(db, { ...keys, now }, { before, day, most: MAX_PER_DAY })))
    throw new Refused('captcha_too_often')
  return countCode(db, { all: COUNTED[kind], now, day, most })
}

/** A right code that is not used yet. */
export interface ProvedCode {
  /** Uses the code up, in the transaction that relies on it. @throws Refused captcha_wrong if another request was first */
  use(db: Db): Promise<void>
}

/**
 * Checks that a code is the last code sent to a target.
 * @throws Refused captcha_wrong
 */
export async function proveCode({ db, clock, sign }: Ports, target: CodeTarget, code: string): Promise<ProvedCode> {
  const { targetKey, codeKey } = keysOf(sign, target, code)
  const since = calendar(clock()).subtract(CODE_MINUTES, 'minute').toDate()
  // Count the attempt before checking it, so that concurrent attempts are counted too.
  const known = await tryCode(db, targetKey, { since, most: MAX_ATTEMPTS })
  if (known === undefined || !sameText(known, codeKey)) throw wrongCode()
  return {
    async use(transaction) {
      if (!(await useCode(transaction, targetKey, codeKey))) throw wrongCode()
    },
  }
}

/** Deletes codes and counts older than a day. */
export async function purgeCodes({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<void> {
  const before = dayBefore(clock())
  await deleteCodes(db, before)
  await deleteDailyCounts(db, before)
}

const wrongCode = () => new Refused('captcha_wrong', { field: 'code' })
