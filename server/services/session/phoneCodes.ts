import { randomInt } from 'node:crypto'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Language } from '@/contract/entities'
import { SMS_COOLDOWN } from '@/domain/limits'
import { calendar } from '../../time/calendar'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { networksOf } from '../../remote/networkAddress'
import { deleteDailyCounts, insertAttempt } from '../../queries/session/loginAttempts'
import { countCode, deleteCodes, forgetCode, recordCode, tryCode, useCode } from '../../queries/session/phoneCodes'
import { sameText } from '../../crypto/signing'

/** minutes until a code expires */
const LIFETIME = 10
/** attempts per code, of a million possible codes */
const MAX_ATTEMPTS = 5
/** codes per phone and day, so that strangers cannot keep somebody awake */
const MAX_PER_DAY = 8
/** Codes per network and per site before waits of 1, 2, 4 … seconds, up to an hour: each code costs the operator money. */
const CODES_BEFORE_WAIT = { network: 20, site: 100 }
/** seconds */
const MAX_WAIT = 3600

export type CodePorts = Pick<Dependencies, 'db' | 'clock' | 'sign' | 'log' | 'config' | 'codeSender'>

export interface PhoneCodeRequest {
  /** `(86)13800138000` */
  phone: string
  /** the client's network address */
  address: string
  language: Language
}

/**
 * Sends a code to a phone in one of the configured countries, as long as the codes of all phones stay within the configured number per day.
 * @throws Refused phone_invalid, phone_country_refused, captcha_too_often, captcha_not_sent
 */
export async function sendPhoneCode(
  { db, clock, sign, log, config, codeSender }: CodePorts,
  { phone, address, language }: PhoneCodeRequest,
): Promise<void> {
  const [, country = '', number = ''] = /^\(\+?(\d+)\)(\d+)$/.exec(phone) ?? []
  const fullNumber = phoneOf(country, number)
  if (!config.phoneCountries.includes(country)) throw new Refused('phone_country_refused', { field: 'phone' })
  if (!codeSender) throw new Refused('captcha_not_sent')
  const now = clock()
  const yesterday = calendar(now).subtract(1, 'day').toDate()
  await countNetworks(db, address, { now, since: yesterday })
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const keys = keysOf(sign, fullNumber, code)
  const before = calendar(now).subtract(SMS_COOLDOWN, 'second').toDate()
  if (!(await recordCode(db, { ...keys, now }, { before, day: yesterday, most: MAX_PER_DAY })))
    throw new Refused('captcha_too_often')
  if (!(await countCode(db, { now, day: yesterday, most: config.phoneCodesPerDay }))) {
    log.warn('no code was sent: SMS_PER_DAY is reached')
    await forgetCode(db, keys.phoneKey, keys.codeKey)
    throw new Refused('captcha_too_often')
  }
  try {
    await codeSender.send({ phone: fullNumber, code, language })
  } catch (error) {
    log.warn(error, 'cannot send a code')
    await forgetCode(db, keys.phoneKey, keys.codeKey)
    throw new Refused('captcha_not_sent')
  }
}

/** @throws Refused captcha_too_often */
async function countNetworks(db: Db, address: string, { now, since }: { now: Date; since: Date }): Promise<void> {
  const [site, network] = networksOf(address)
  for (const [place, free] of [
    [network, CODES_BEFORE_WAIT.network],
    [site, CODES_BEFORE_WAIT.site],
  ] as const) {
    const attempt = { subject: `phone-codes:${place}`, free, now, since, longestWait: MAX_WAIT }
    if ((await insertAttempt(db, attempt)) === null) throw new Refused('captcha_too_often')
  }
}

/**
 * Checks that a code is the last code sent to a phone, and uses the code up.
 * @returns the phone, as `+8613800138000` @throws Refused phone_invalid, captcha_wrong
 */
export async function requirePhoneCode(
  { db, clock, sign }: Pick<CodePorts, 'db' | 'clock' | 'sign'>,
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

/** Deletes codes and counts older than a day. */
export async function purgePhoneCodes({ db, clock }: Pick<CodePorts, 'db' | 'clock'>): Promise<void> {
  const before = calendar(clock()).subtract(1, 'day').toDate()
  await deleteCodes(db, before)
  await deleteDailyCounts(db, before)
}

function keysOf(sign: CodePorts['sign'], phone: string, code: string) {
  return { phoneKey: sign.token('phone', phone), codeKey: sign.token('phone-code', `${phone}:${code}`) }
}

/** @throws Refused phone_invalid for a number that is impossible in that country */
function phoneOf(country: string, number: string): string {
  const parsed = parsePhoneNumberFromString(`+${country}${number}`)
  if (parsed?.countryCallingCode !== country || !parsed.isPossible())
    throw new Refused('phone_invalid', { field: 'phone' })
  return parsed.number
}
