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

/** minutes that a code is good for */
const LIFETIME = 10
/** Tries at one code: of a million codes. */
const MOST_TRIES = 5
/** Codes of one phone within a day: nobody is rung out of their sleep by strangers. */
const MOST_A_DAY = 8
/** Codes of one network before it waits 1, 2, 4 … seconds, up to an hour: each costs the operator money. */
const FREE = 20
/** seconds */
const LONGEST_WAIT = 3600

type Ports = Pick<Dependencies, 'db' | 'clock' | 'sign' | 'log' | 'codeSender'>

/**
 * Sends a code to a phone.
 * @param phone `(86)13800138000` @param address of who asks
 * @throws Refused phone_invalid, captcha_too_often, captcha_not_sent
 */
export async function sendPhoneCode(
  { db, clock, sign, log, codeSender }: Ports,
  { phone, address, language }: { phone: string; address: string; language: Language },
): Promise<void> {
  const [, country = '', number = ''] = /^\(\+?(\d+)\)(\d+)$/.exec(phone) ?? []
  const whole = phoneOf(country, number)
  if (!codeSender) throw new Refused('captcha_not_sent')
  const now = clock()
  const yesterday = calendar(now).subtract(1, 'day').toDate()
  const subject = `phone-codes:${networkOf(address)}`
  const attempt = { subject, free: FREE, now, since: yesterday, longestWait: LONGEST_WAIT }
  if (!(await insertAttempt(db, attempt))) throw new Refused('captcha_too_often')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const keys = keysOf(sign, whole, code)
  const before = calendar(now).subtract(SMS_COOLDOWN, 'second').toDate()
  if (!(await recordCode(db, { ...keys, now }, { before, day: yesterday, most: MOST_A_DAY })))
    throw new Refused('captcha_too_often')
  try {
    await codeSender.send({ phone: whole, code, language })
  } catch (error) {
    log.warn(error, 'a code could not be sent')
    await forgetCode(db, keys.phoneKey, keys.codeKey)
    throw new Refused('captcha_not_sent')
  }
}

/**
 * That a code is the last one sent to a phone; it ends with that.
 * @returns the phone, as `+8613800138000` @throws Refused phone_invalid, captcha_wrong
 */
export async function requirePhoneCode(
  { db, clock, sign }: Pick<Ports, 'db' | 'clock' | 'sign'>,
  { country, phone, code }: { country: string; phone: string; code: string },
): Promise<string> {
  const whole = phoneOf(country.replace('+', ''), phone)
  const { phoneKey, codeKey } = keysOf(sign, whole, code)
  const since = calendar(clock()).subtract(LIFETIME, 'minute').toDate()
  // The try is counted before it is judged, so that tries at once are counted, too.
  const known = await tryCode(db, phoneKey, { since, most: MOST_TRIES })
  const isRight = known !== undefined && sameText(known, codeKey) && (await useCode(db, phoneKey, codeKey))
  if (!isRight) throw new Refused('captcha_wrong', { field: 'code' })
  return whole
}

/** Forgets the codes of days that are over. */
export function purgePhoneCodes({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<void> {
  return deleteCodes(db, calendar(clock()).subtract(1, 'day').toDate())
}

function keysOf(sign: Ports['sign'], phone: string, code: string) {
  return { phoneKey: sign.token('phone', phone), codeKey: sign.token('phone-code', `${phone}:${code}`) }
}

/** @throws Refused phone_invalid for what no phone of that country can have */
function phoneOf(country: string, number: string): string {
  const parsed = parsePhoneNumberFromString(`+${country}${number}`)
  if (parsed?.countryCallingCode !== country || !parsed.isPossible())
    throw new Refused('phone_invalid', { field: 'phone' })
  return parsed.number
}
