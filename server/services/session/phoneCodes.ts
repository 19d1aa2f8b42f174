import { randomInt } from 'node:crypto'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Language } from '@/contract/entities'
import { SMS_COOLDOWN } from '@/domain/limits'
import { calendar } from '../../time/calendar'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { networkOf } from '../../remote/networkAddress'
import { insertAttempt } from '../../queries/session/loginAttempts'
import { deleteCodes, forgetCode, recordCode, tryCode, useCode } from '../../queries/session/phoneCodes'
import { sameText } from '../../crypto/signing'

/** minutes until a code expires */
const LIFETIME = 10
/** attempts per code, of a million possible codes */
const MAX_ATTEMPTS = 5
/** codes per phone and day, so that strangers cannot keep somebody awake */
const MAX_PER_DAY = 8
/** Codes per network before waits of 1, 2, 4 … seconds, up to an hour: each code costs the operator money. */
const CODES_BEFORE_WAIT = 20
/** seconds */
const MAX_WAIT = 3600

type Ports = Pick<Dependencies, 'db' | 'clock' | 'sign' | 'log' | 'codeSender'>

/**
 * Sends a code to a phone.
 * @param phone `(86)13800138000` @param address the client's network address
 * @throws Refused phone_invalid, captcha_too_often, captcha_not_sent
 */
export async function sendPhoneCode(
  { db, clock, sign, log, codeSender }: Ports,
  { phone, address, language }: { phone: string; address: string; language: Language },
): Promise<void> {
  const [, country = '', number = ''] = /^\(\+?(\d+)\)(\d+)$/.exec(phone) ?? []
  const fullNumber = phoneOf(country, number)
  if (!codeSender) throw new Refused('captcha_not_sent')
  const now = clock()
  const yesterday = calendar(now).subtract(1, 'day').toDate()
  const subject = `phone-codes:${networkOf(address)}`
  const attempt = { subject, free: CODES_BEFORE_WAIT, now, since: yesterday, longestWait: MAX_WAIT }
  if (!(await insertAttempt(db, attempt))) throw new Refused('captcha_too_often')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const keys = keysOf(sign, fullNumber, code)
  const before = calendar(now).subtract(SMS_COOLDOWN, 'second').toDate()
  if (!(await recordCode(db, { ...keys, now }, { before, day: yesterday, most: MAX_PER_DAY })))
    throw new Refused('captcha_too_often')
  try {
    await codeSender.send({ phone: fullNumber, code, language })
  } catch (error) {
    log.warn(error, 'cannot send a code')
    await forgetCode(db, keys.phoneKey, keys.codeKey)
    throw new Refused('captcha_not_sent')
  }
}

/**
 * Checks that a code is the last code sent to a phone, and uses the code up.
 * @returns the phone, as `+8613800138000` @throws Refused phone_invalid, captcha_wrong
 */
export async function requirePhoneCode(
  { db, clock, sign }: Pick<Ports, 'db' | 'clock' | 'sign'>,
  { country, phone, code }: { country: string; phone: string; code: string },
): Promise<string> {
  const fullNumber = phoneOf(country.replace('+', ''), phone)
  const { phoneKey, codeKey } = keysOf(sign, fullNumber, code)
  const since = calendar(clock()).subtract(LIFETIME, 'minute').toDate()
  // Count the attempt before checking it, so that concurrent attempts are counted too.
  const known = await tryCode(db, phoneKey, { since, most: MAX_ATTEMPTS })
  const isRight = known !== undefined && sameText(known, codeKey) && (await useCode(db, phoneKey, codeKey))
  if (!isRight) throw new Refused('captcha_wrong', { field: 'code' })
  return fullNumber
}

/** Deletes codes older than a day. */
export function purgePhoneCodes({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<void> {
  return deleteCodes(db, calendar(clock()).subtract(1, 'day').toDate())
}

function keysOf(sign: Ports['sign'], phone: string, code: string) {
  return { phoneKey: sign.token('phone', phone), codeKey: sign.token('phone-code', `${phone}:${code}`) }
}

/** @throws Refused phone_invalid for a number that is impossible in that country */
function phoneOf(country: string, number: string): string {
  const parsed = parsePhoneNumberFromString(`+${country}${number}`)
  if (parsed?.countryCallingCode !== country || !parsed.isPossible())
    throw new Refused('phone_invalid', { field: 'phone' })
  return parsed.number
}
