import { isIP } from 'node:net'
import { keyOf } from '../crypto/secrets'

/* Parsers of settings: each turns a text into a value or a Problem. */

const GiB = 1024 ** 3
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Explains why a value is invalid. */
export class Problem {
  constructor(readonly text: string) {}
}

export function parseHost(text: string) {
  return text === 'localhost' || isIP(text) ? text : new Problem('an IP address or localhost is needed')
}

export function parsePort(text: string) {
  const value = Number(text)
  return /^\d+$/.test(text) && value <= 65_535 ? value : new Problem('a number from 0 to 65535 is needed')
}

/** Reading calls must find a connection while 14 writing calls wait for locks. */
export function parsePoolSize(text: string) {
  const value = Number(text)
  return /^\d+$/.test(text) && value >= 16 && value <= 1000 ? value : new Problem('a number from 16 to 1000 is needed')
}

/** The number of proxies: `1` and `yes` mean one. */
export function parseProxies(text: string) {
  if (/^\d$/.test(text)) return Number(text)
  const isOne = parseYesOrNo(text)
  return isOne instanceof Problem ? new Problem('the number of proxies is needed, from 0 to 9') : Number(isOne)
}

export function parseFromOne(text: string, most = 365) {
  const value = Number(text)
  return /^\d+$/.test(text) && value >= 1 && value <= most ? value : new Problem(`a number from 1 to ${most} is needed`)
}

export function parseFromZero(text: string, most: number) {
  const value = Number(text)
  return /^\d+$/.test(text) && value <= most ? value : new Problem(`a number from 0 to ${most} is needed`)
}

export function parseGibibytes(text: string) {
  const value = Number(text)
  return /^\d+$/.test(text) && value >= 1 && value <= 100_000
    ? value * GiB
    : new Problem('a number of GiB from 1 to 100000 is needed')
}

export function parseYesOrNo(text: string) {
  if (/^(1|true|yes|on)$/i.test(text)) return true
  if (/^(0|false|no|off)$/i.test(text)) return false
  return new Problem('1 or 0 is needed')
}

export function parseRegistration(text: string) {
  if (text === 'personal') return text
  return text === 'off' ? null : new Problem('personal or off is needed')
}

export function parseLogLevel(text: string) {
  return logLevels.find((level) => level === text) ?? new Problem(`one of ${logLevels.join(', ')} is needed`)
}

export function parseTelephone(text: string) {
  return /^\+?[\d\s()-]{3,30}$/.test(text) ? text : new Problem('a telephone number is needed')
}

/** Several country calling codes separated by commas. */
export function parseCallingCodes(text: string) {
  const codes = text.split(',').map((each) => each.trim().replace(/^\+/, ''))
  return codes.every((each) => /^[1-9]\d{0,2}$/.test(each))
    ? codes
    : new Problem('calling codes such as 86,852 are needed')
}

/** The credential that follows `Bearer`. */
export function parseBearerToken(text: string) {
  return /^[A-Za-z0-9\-._~+/]{1,500}=*$/.test(text) ? text : new Problem('letters, digits and -._~+/ are needed')
}

export function parseWebAddress(text: string) {
  const url = parseUrl(text)
  if (!url || !/^https?:$/.test(url.protocol)) return new Problem('an address with http:// or https:// is needed')
  return text.replace(/\/+$/, '')
}

/** An address of the web or of a scheme that an app registered. Schemes that a browser runs or reads itself are refused. */
export function parseAppAddress(text: string) {
  const url = parseUrl(text.replace('{share}', 'share'))
  const isForeign = url && !/^(javascript|data|vbscript|file|blob|about|view-source):$/.test(url.protocol)
  return isForeign ? text : new Problem('an address that opens an app, or a page with https://, is needed')
}

/** Several origins separated by commas, each spelt as browsers spell it. */
export function parseSecureOrigins(text: string) {
  const origins = text.split(',').map((each) => each.trim().replace(/\/$/, ''))
  const isOrigin = (each: string) => each.startsWith('https://') && parseUrl(each)?.origin === each
  return origins.every(isOrigin) ? origins : new Problem('origins such as https://drive.example are needed')
}

/** The placeholder must follow the host, so that it cannot change which host is framed. */
export function parseFrameAddress(text: string, place: string) {
  const [before = '', ...after] = text.split(place)
  if (after.length !== 1 || !/^https?:\/\/[^/?#]+[/?#]/.test(before) || !parseUrl(before))
    return new Problem(`an address with http:// or https:// and ${place} once behind the host is needed`)
  return text
}

/** Tokens pass between the service and browsers, so it needs https, except on this machine. */
export function parseDiscoveryAddress(text: string) {
  const url = parseUrl(text)
  const isHere = url?.protocol === 'http:' && /^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname)
  return url?.protocol === 'https:' || isHere ? text : new Problem('an address with https:// is needed')
}

export function originOf(text: string) {
  return new URL(text).origin
}

export function parseSealingKey(text: string) {
  return keyOf(text) ?? new Problem('32 random bytes in base64 are needed, as `openssl rand -base64 32` prints them')
}

export function parseDatabaseAddress(text: string) {
  const url = parseUrl(text)
  return url && /^postgres(ql)?:$/.test(url.protocol) ? text : new Problem('an address with postgres:// is needed')
}

function parseUrl(text: string) {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** The id of a messenger's app or template: characters that need no escaping in an address. */
export function parsePlatformId(text: string) {
  return /^[\w-]{1,100}$/.test(text) ? text : new Problem('letters, digits, _ and - are needed')
}

/** An address for a content security policy, without characters that would end its entry. */
export function parseScriptAddress(text: string) {
  const isAddress = /^https?:\/\/[^\s;,'"?#]+$/.test(text) && parseUrl(text)
  return isAddress ? text : new Problem('an address with https:// and without a query is needed')
}

export function parseWholeNumber(text: string) {
  return /^\d{1,10}$/.test(text) ? Number(text) : new Problem('a number is needed')
}
