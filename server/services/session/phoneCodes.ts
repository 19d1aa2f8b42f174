import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Language } from '@/contract/entities'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { forgetCode } from '../../queries/session/sentCodes'
import { countSending, keysOf, makeCode, proveCode, type CodeTarget } from './sentCodes'

export type CodePorts = Pick<Dependencies, 'db' | 'clock' | 'sign' | 'log' | 'config' | 'codeSender'>

export interface PhoneCodeRequest {
  /** `(86)13800138000` */
  phone: string
  /** the client's network address */
  address: string
  language: Language
}

/**
 * Sends a code for a coupon to a phone.
 * @throws Refused phone_invalid, and as sendCodeTo
 */
export async function sendPhoneCode(ports: CodePorts, { phone, address, language }: PhoneCodeRequest): Promise<void> {
  const [, country = '', number = ''] = /^\(\+?(\d+)\)(\d+)$/.exec(phone) ?? []
  await sendCodeTo(ports, { number: phoneOf(country, number), purpose: 'coupon', address, language })
}

/**
 * Sends a code to a phone in one of the configured countries, as long as the codes of all phones stay within the configured number per day.
 * @throws Refused phone_country_refused, captcha_too_often, captcha_not_sent
 */
export async function sendCodeTo(
  { db, clock, sign, log, config, codeSender }: CodePorts,
  {
    number,
    purpose,
    address,
    language,
  }: { number: PhoneNumber; purpose: CodeTarget['purpose']; address: string; language: Language },
): Promise<void> {
  if (!config.phoneCountries.includes(number.country)) throw new Refused('phone_country_refused', { field: 'phone' })
  if (!codeSender) throw new Refused('captcha_not_sent')
  const code = makeCode()
  const keys = keysOf(sign, { kind: 'phone', address: number.phone, purpose }, code)
  const sending = { keys, kind: 'phone', network: address, most: config.phoneCodesPerDay } as const
  if (!(await countSending({ db, clock }, sending))) {
    log.warn('no code was sent: SMS_PER_DAY is reached')
    await forgetCode(db, keys.targetKey, keys.codeKey)
    throw new Refused('captcha_too_often')
  }
  try {
    await codeSender.send({ phone: number.phone, code, language })
  } catch (error) {
    log.warn(error, 'cannot send a code')
    await forgetCode(db, keys.targetKey, keys.codeKey)
    throw new Refused('captcha_not_sent')
  }
}

/**
 * Checks that a code is the last code for a coupon sent to a phone, and uses the code up.
 * @returns the phone, as `+8613800138000` @throws Refused phone_invalid, captcha_wrong
 */
export async function requirePhoneCode(
  ports: Pick<CodePorts, 'db' | 'clock' | 'sign'>,
  { country, phone, code }: { country: string; phone: string; code: string },
): Promise<string> {
  const { phone: address } = phoneOf(country.replace('+', ''), phone)
  const proved = await proveCode(ports, { kind: 'phone', address, purpose: 'coupon' }, code)
  await proved.use(ports.db)
  return address
}

export interface PhoneNumber {
  /** `+8613800138000` */
  phone: string
  /** The calling code, such as `86`. */
  country: string
}

/** @throws Refused phone_invalid for a number that is impossible in that country */
function phoneOf(country: string, number: string): PhoneNumber {
  const parsed = parsePhoneNumberFromString(`+${country}${number}`)
  if (parsed?.countryCallingCode !== country || !parsed.isPossible())
    throw new Refused('phone_invalid', { field: 'phone' })
  return { phone: parsed.number, country }
}

/**
 * A phone number as somebody types it; null if it is none.
 * @param country the calling code of a number without one
 */
export function readPhone(typed: string, country: string): PhoneNumber | null {
  const text = typed.normalize('NFKC').trim().replace(/^00/, '+')
  if (!/^\+?[\d\s().-]+$/.test(text)) return null
  const parsed = parsePhoneNumberFromString(text, { defaultCallingCode: country, extract: false })
  return parsed?.isPossible() ? { phone: parsed.number, country: parsed.countryCallingCode } : null
}
