import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { hostNameOf } from '../remote/networkAddress'
import { mailSecrets, readMail, type MailConfiguration } from './mailConfiguration'
import { messengerSecrets, readMessengers, type MessengerConfiguration } from './messengerConfiguration'
import type { S3Settings } from '../storage/s3/S3Settings'
import { readS3, s3Secrets } from './s3Configuration'
import type { ConfiguredService } from '../remote/postJson'
import {
  parseAppAddress,
  parseBearerToken,
  parseCallingCodes,
  parseDatabaseAddress,
  parseDiscoveryAddress,
  parseFromOne,
  parseFromZero,
  parseFrameAddress,
  parseGibibytes,
  parseHost,
  parseLogLevel,
  originOf,
  parsePoolSize,
  parsePort,
  parseProxies,
  parseRegistration,
  Problem,
  parseSealingKey,
  parseSecureOrigins,
  parseTelephone,
  parseWebAddress,
  parseYesOrNo,
  type LogLevel,
} from './settingValues'

/** The settings of the environment, checked once at start. */
export interface Configuration {
  host: string
  /** 0 = any free port */
  port: number
  /** absolute */
  dataFolder: string
  /** null = the embedded engine */
  databaseUrl: string | null
  /** The database without a pooler in between, for what needs a connection of its own; null = `databaseUrl`. */
  databaseDirectUrl: string | null
  /** most connections to the database, beside two of its own */
  databasePool: number
  /** The store for files; null = the data folder. */
  s3: S3Settings | null
  /** The key that encrypts passwords of links; null = a file of the data folder. */
  sealingKey: Buffer | null
  /** The address of the server for clients, without a final slash; null = the address that it listens on. */
  baseUrl: string | null
  /** Whether an empty data folder gets the demo world; null = undecided, in production. */
  demo: boolean | null
  /** Whether demo accounts may be reachable from a network. */
  allowDemoOnNetwork: boolean
  demoPassword: string
  /** reverse proxies in front of the server, each of which adds the address of its client; 0 = none */
  trustedProxies: number
  logLevel: LogLevel
  /** Where Prometheus reads figures; null = nowhere. Port 0 = any free port */
  metrics: { host: string; port: number } | null
  /** seconds that a stopping server goes on answering, if a balancer watches whether it is ready */
  stopDelay: number
  /** Replace the built-in pages; null = built in. */
  loginUrl: string | null
  logoutUrl: string | null
  registerUrl: string | null
  /** The operator's terms of use and privacy policy, linked at sign-in; null = none. */
  termsUrl: string | null
  privacyUrl: string | null
  /** The telephone number shown when an enterprise has expired; null = none. */
  customerServiceHotline: string | null
  productName: string | null
  /** The name of the app that opens shares; null = none */
  productId: string | null
  /** The address that opens a share in that app, with `{share}` for its token; null = none (decisions 4.10). */
  openAppUrl: string | null
  /** The product runs under somebody else's name: visitors are asked neither to register nor to report. */
  customProduct: boolean
  /** Origins with https that visitors of links may be redirected to (2§8, decisions 9). */
  shareDomains: readonly string[]
  /** Address of an office service that shows documents in a frame, with `{file}` for the document's address; null = none (decisions 27). */
  officePreviewUrl: string | null
  /** Address of an editor for collaborative documents in a frame, with `{access}` for the address of user and document; null = none. */
  documentEditorUrl: string | null
  /** The discovery address of an office service that edits files by WOPI; null = none. */
  wopiUrl: string | null
  /** Whether the mini-program may show pages of the drive's own host, which is a business domain: the editor of documents. */
  documentWebView: boolean
  /** days that an interrupted upload can be resumed */
  uploadDays: number
  /** bytes for the renditions of one enterprise */
  previewBytes: number
  /** days after which a session ends, used or not */
  sessionDays: number
  /** days that the audit log is stored */
  auditDays: number
  /** Whether office documents are converted although nothing on this machine confines LibreOffice. */
  officeWithoutIsolation: boolean
  /** The service that decides whether a comment may be shown (AH-33), and its secret; null = none */
  contentCheck: ConfiguredService | null
  messengers: MessengerConfiguration
  /** Sends one-time links; null = none */
  mail: MailConfiguration | null
  /** A gateway that sends codes to phones; null = none (decisions 35). */
  phoneCodes: ConfiguredService | null
  /** The calling codes, without a plus, of the countries whose phones get codes. */
  phoneCountries: readonly string[]
  /** most codes to phones per day */
  phoneCodesPerDay: number
  /** Whether anybody may register a personal account (DIR-05); null: nobody registers. */
  registration: 'personal' | null
  /** bytes for each registered account */
  personalBytes: number
  /** most codes to e-mail addresses per day */
  mailCodesPerDay: number
  /** Whether OpenID providers and directories may be on this machine, also without encryption. For tests and trials. */
  signOnLoopback: boolean
}

/** Settings whose values never appear in messages. */
const secret = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'SEALING_KEY',
  'SMS_GATEWAY_TOKEN',
  'CONTENT_CHECK_TOKEN',
  ...messengerSecrets,
  ...mailSecrets,
  ...s3Secrets,
]

const GiB = 1024 ** 3

type Environment = Record<string, string | undefined>

/**
 * Reads the settings. An empty value counts as absent.
 * @throws ConfigurationError that names every wrong setting, not only the first
 */
export function readConfiguration(environment: Environment, folder: string): Configuration {
  const problems: string[] = []
  const read = <T>(name: string, fallback: T, parse: (text: string) => T | Problem): T => {
    const text = environment[name]?.trim() || (secret.includes(name) ? readSecretFile(environment, name, problems) : '')
    if (!text) return fallback
    const value = parse(text)
    if (!(value instanceof Problem)) return value
    problems.push(`${name}=${secret.includes(name) ? '…' : text}: ${value.text}`)
    return fallback
  }
  const baseUrl = read<string | null>('BASE_URL', null, parseWebAddress)
  const configuration: Configuration = {
    host: read('HOST', '127.0.0.1', parseHost),
    port: read('PORT', 3000, parsePort),
    dataFolder: read('DATA_DIR', resolve(folder, 'data'), (text) => resolve(folder, text)),
    databaseUrl: read<string | null>('DATABASE_URL', null, parseDatabaseAddress),
    databaseDirectUrl: read<string | null>('DATABASE_DIRECT_URL', null, parseDatabaseAddress),
    databasePool: read('DATABASE_POOL', 26, parsePoolSize),
    s3: readS3(read, problems),
    sealingKey: read<Buffer | null>('SEALING_KEY', null, parseSealingKey),
    baseUrl,
    demo: read<boolean | null>('DEMO', environment.NODE_ENV === 'production' ? null : true, parseYesOrNo),
    allowDemoOnNetwork: read('ALLOW_DEMO_ON_NETWORK', false, parseYesOrNo),
    demoPassword: read('DEMO_PASSWORD', 'satchel-demo', (text) => text),
    trustedProxies: read('TRUST_PROXY', 0, parseProxies),
    logLevel: read<LogLevel>('LOG_LEVEL', 'info', parseLogLevel),
    metrics: readMetrics(read),
    stopDelay: read('STOP_DELAY', 5, (text) => parseFromZero(text, 30)),
    loginUrl: read<string | null>('LOGIN_URL', null, parseWebAddress),
    logoutUrl: read<string | null>('LOGOUT_URL', null, parseWebAddress),
    registerUrl: read<string | null>('REGISTER_URL', null, parseWebAddress),
    termsUrl: read<string | null>('TERMS_URL', null, parseWebAddress),
    privacyUrl: read<string | null>('PRIVACY_URL', null, parseWebAddress),
    customerServiceHotline: read<string | null>('CUSTOMER_SERVICE_HOTLINE', null, parseTelephone),
    productName: read<string | null>('PRODUCT_NAME', null, (text) => text),
    productId: read<string | null>('PRODUCT_ID', null, (text) => text),
    openAppUrl: read<string | null>('OPEN_APP_URL', null, parseAppAddress),
    customProduct: read('CUSTOM_PRODUCT', false, parseYesOrNo),
    shareDomains: read<readonly string[]>('SHARE_DOMAINS', [], parseSecureOrigins),
    officePreviewUrl: read<string | null>('OFFICE_PREVIEW_URL', null, (text) => parseFrameAddress(text, '{file}')),
    documentEditorUrl: read<string | null>('DOCUMENT_EDITOR_URL', null, (text) => parseFrameAddress(text, '{access}')),
    wopiUrl: read<string | null>('WOPI_URL', null, parseDiscoveryAddress),
    documentWebView: read('DOCUMENT_WEB_VIEW', false, parseYesOrNo),
    previewBytes: read('PREVIEW_SPACE', 20 * GiB, parseGibibytes),
    uploadDays: read('UPLOAD_DAYS', 3, (text) => parseFromOne(text)),
    sessionDays: read('SESSION_DAYS', 30, (text) => parseFromOne(text)),
    auditDays: read('AUDIT_DAYS', 180, (text) => parseFromOne(text, 3650)),
    officeWithoutIsolation: read('OFFICE_WITHOUT_ISOLATION', false, parseYesOrNo),
    contentCheck: readContentCheck(read, problems),
    messengers: readMessengers(read, problems),
    mail: readMail(read, problems, baseUrl),
    phoneCodes: phoneGateway(read),
    phoneCountries: read<readonly string[]>('SMS_COUNTRIES', ['86', '852', '853', '886'], parseCallingCodes),
    phoneCodesPerDay: read('SMS_PER_DAY', 500, (text) => parseFromOne(text, 30_000)),
    registration: read<'personal' | null>('REGISTRATION', null, parseRegistration),
    personalBytes: read('PERSONAL_SPACE', 5 * GiB, parseGibibytes),
    mailCodesPerDay: read('MAIL_CODES_PER_DAY', 500, (text) => parseFromOne(text, 30_000)),
    signOnLoopback: read('SIGN_ON_LOOPBACK', false, parseYesOrNo),
  }
  const { officePreviewUrl, documentEditorUrl, wopiUrl, databaseUrl, databaseDirectUrl } = configuration
  if (databaseDirectUrl !== null && databaseUrl === null)
    problems.push('DATABASE_DIRECT_URL: DATABASE_URL is needed, too')
  for (const [name, address, why] of [
    ['OFFICE_PREVIEW_URL', officePreviewUrl, 'the office service fetches documents there'],
    ['DOCUMENT_EDITOR_URL', documentEditorUrl, 'the editor asks there who looks at what'],
    ['WOPI_URL', wopiUrl, 'the office service fetches and saves files there'],
  ] as const) {
    if (address !== null && baseUrl === null) problems.push(`${name}: BASE_URL is needed, too: ${why}`)
    else if (address !== null && originOf(address) === originOf(baseUrl!))
      problems.push(`${name}: an origin other than that of BASE_URL is needed`)
  }
  if (baseUrl !== null && configuration.shareDomains.includes(originOf(baseUrl)))
    problems.push('SHARE_DOMAINS: origins other than that of BASE_URL are needed')
  checkRegistration(configuration, problems)
  if (problems.length > 0) throw new ConfigurationError(problems)
  return configuration
}

function readMetrics(read: <T>(name: string, fallback: T, parse: (text: string) => T | Problem) => T) {
  const port = read<number | null>('METRICS_PORT', null, parsePort)
  const host = read('METRICS_HOST', '127.0.0.1', parseHost)
  return port === null ? null : { host, port }
}

/** The secret in the file that `NAME_FILE` names; '' without that setting. */
function readSecretFile(environment: Environment, name: string, problems: string[]): string {
  const path = environment[`${name}_FILE`]?.trim()
  if (!path) return ''
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    problems.push(`${name}_FILE=${path}: the file cannot be read: ${(error as Error).message}`)
    return ''
  }
}

function phoneGateway(read: <T>(name: string, fallback: T, parse: (text: string) => T | Problem) => T) {
  const url = read<string | null>('SMS_GATEWAY_URL', null, parseWebAddress)
  const token = read<string | null>('SMS_GATEWAY_TOKEN', null, parseBearerToken)
  return url === null ? null : { url, token }
}

/** @param problems receives conflicts with other settings */
function checkRegistration(
  { registration, registerUrl, customProduct, mail, phoneCodes, demo }: Configuration,
  problems: string[],
): void {
  if (registration === null) return
  if (registerUrl !== null) problems.push('REGISTRATION: REGISTER_URL leads elsewhere; only one of them is possible')
  if (customProduct) problems.push('REGISTRATION: a product under another name (CUSTOM_PRODUCT) offers no registration')
  // The demo writes codes to the log.
  if (mail === null && phoneCodes === null && demo !== true)
    problems.push('REGISTRATION: SMTP_URL or SMS_GATEWAY_URL is needed, too: codes prove the address')
}

export class ConfigurationError extends Error {
  constructor(readonly problems: string[]) {
    super(`Settings that cannot be used:\n  ${problems.join('\n  ')}`)
    this.name = 'ConfigurationError'
  }
}

/** Whether other machines reach the server, directly or through a proxy or BASE_URL. */
export function isExposed({
  host,
  trustedProxies,
  baseUrl,
}: Pick<Configuration, 'host' | 'trustedProxies' | 'baseUrl'>): boolean {
  return !isLoopback(host) || trustedProxies > 0 || (baseUrl !== null && !isLoopback(hostNameOf(baseUrl)))
}

/** Whether an address is reachable only from this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

function readContentCheck(
  read: <T>(name: string, fallback: T, parse: (text: string) => T | Problem) => T,
  problems: string[],
): Configuration['contentCheck'] {
  const url = read<string | null>('CONTENT_CHECK_URL', null, parseWebAddress)
  const token = read<string | null>('CONTENT_CHECK_TOKEN', null, (text) => text)
  if (url === null && token !== null) problems.push('CONTENT_CHECK_TOKEN: CONTENT_CHECK_URL is needed, too')
  return url === null ? null : { url, token }
}
