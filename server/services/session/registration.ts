import { PASSWORD_LENGTH } from '@/domain/limits'
import { checkName } from '@/domain/items/naming'
import { checkEmail, checkLogin } from '@/domain/session/logins'
import type { Language } from '@/contract/entities'
import { hashInTurn, partyOfAddress } from '../../crypto/passwords'
import { hashOf } from '../../crypto/secretHash'
import type { Db } from '../../database/connect'
import { inTransaction, isUniqueViolation } from '../../database/transaction'
import type { Dependencies } from '../../dependencies'
import { loginTooOften, Refused } from '../../errors'
import { mailboxOf } from '../../mail/mailbox'
import { isLoginTaken } from '../../queries/administration/accounts'
import { createEnterprise, createUser } from '../../queries/enterprise/accounts'
import { countUpTo, insertAttempt } from '../../queries/session/loginAttempts'
import { networksOf } from '../../remote/networkAddress'
import { requireName } from '../access/preconditions'
import { recordAuditEvent } from '../audit'
import { tokenOfDevice } from './devices'
import { countCode } from './loginAttempts'
import { requireGoodPassword } from './passwords'
import { readPhone, sendCodeTo, type CodePorts } from './phoneCodes'
import { MAIL_CODE, type MailedCode } from './registrationMails'
import { countSending, dayBefore, keysOf, MAX_PER_DAY, proveCode, type CodeTarget, type ProvedCode } from './sentCodes'
import { deviceFor, openSessionFor, type NewSession, type SignedIn } from './sessions'

type Ports = CodePorts & Pick<Dependencies, 'mailer' | 'jobs' | 'contentCheck'>

/** Accounts per network and per site before waits of 1, 2, 4 … seconds, up to an hour, within a day. A whole school may share one address. */
const ACCOUNTS_BEFORE_WAIT = { network: 20, site: 100 }
/** seconds */
const LONGEST_WAIT = 3600
/** The content check learns the user of a text. A person who registers is none yet. */
const NOBODY = 0

/** The kinds of addresses that an account can be registered with: those that codes can be sent to. */
export function waysToRegister({ config, mailer, codeSender }: Pick<Ports, 'config' | 'mailer' | 'codeSender'>) {
  return { email: mailer !== null, phone_countries: codeSender === null ? [] : [...config.phoneCountries] }
}

interface CodeRequest {
  /** As typed: an e-mail address or a phone number. */
  typed: string
  /** network address of the client */
  network: string
  language: Language
}

/**
 * Sends a code to an address that somebody wants to register. Neither the reply nor its time shows whether the address has an account: a job looks for
 * accounts with an e-mail address, and a phone gets a code in any case.
 * @throws Refused email_invalid, phone_invalid, login_invalid, phone_country_refused, captcha_too_often, captcha_not_sent
 */
export async function sendRegistrationCode(ports: Ports, { typed, network, language }: CodeRequest): Promise<void> {
  const { db, clock, sign, log, config, jobs } = ports
  const target = requireTarget(ports, typed)
  if (target.kind === 'phone')
    return sendCodeTo(ports, {
      number: { phone: target.address, country: target.country },
      purpose: 'registration',
      address: network,
      language,
    })
  const { targetKey } = keysOf(sign, target, '')
  const sending = { keys: { targetKey, codeKey: null }, kind: 'email', network, most: config.mailCodesPerDay } as const
  if (!(await countSending({ db, clock }, sending))) {
    log.warn('no code was mailed: MAIL_CODES_PER_DAY is reached')
    throw new Refused('captcha_too_often')
  }
  const now = clock()
  const mailbox = {
    subject: `mails:codes-to:${sign.token('mailbox', mailboxOf(target.address))}`,
    most: MAX_PER_DAY,
    now,
    since: dayBefore(now),
  }
  if (!(await countUpTo(db, mailbox))) throw new Refused('captcha_too_often')
  const payload: MailedCode = { email: target.address, language }
  await jobs.add(MAIL_CODE, payload, { dedupeKey: targetKey })
}

interface Registration {
  /** As typed: the address that got the code. */
  typed: string
  code: string
  name: string
  password: string
  /** network address of the client */
  network: string
  /** User-Agent header */
  userAgent: string
  language: Language
  /** The session to replace. */
  before: SignedIn | null
}

/**
 * Creates a personal account, an enterprise of its own, and a session. The address becomes the login. Whether the login is taken shows only to those who
 * have the code.
 * @throws Refused email_invalid, phone_invalid, login_invalid, name_…, password_…, captcha_wrong, login_too_often, content_refused, content_unchecked,
 * login_taken
 */
export async function register(ports: Ports, given: Registration): Promise<NewSession> {
  const { db, clock, sign, contentCheck } = ports
  const { network } = given
  const target = requireTarget(ports, given.typed)
  const login = target.address
  const name = requireName(checkName(given.name))
  await requireGoodPassword(given.password, { login, length: PASSWORD_LENGTH })
  const undoCount = await countCode(db, clock, network, 'registration')
  const proved = await proveCode({ db, clock, sign }, target, given.code)
  await undoCount()
  await contentCheck.require({ kind: 'name', text: name }, NOBODY, 'name')
  const passwordHash = await hashInTurn(partyOfAddress('strangers', network), (hasher) => hasher.hash(given.password))
  try {
    return await inTransaction(db, (transaction) =>
      createAccount({ ...ports, db: transaction }, { ...given, target, name, passwordHash, proved }),
    )
  } catch (error) {
    throw isUniqueViolation(error, 'users_login') ? loginTaken() : error
  }
}

type Account = Omit<Registration, 'typed' | 'code' | 'password'> & {
  target: CodeTarget
  passwordHash: string
  proved: ProvedCode
}

async function createAccount({ db, clock, sign, config }: Ports, account: Account): Promise<NewSession> {
  const { target, name, passwordHash, proved, network, userAgent, language, before } = account
  const login = target.address
  await countAccount(db, clock(), network)
  await proved.use(db)
  if (await isLoginTaken(db, login)) throw loginTaken()
  const { id: enterpriseId } = await createEnterprise(db, {
    name,
    language,
    is_personal: true,
    user_quota_bytes: config.personalBytes,
  })
  const email = target.kind === 'email' ? login : ''
  const user = await createUser(db, { enterpriseId, login, name, email, passwordHash })
  await recordAuditEvent(db, clock(), { user, address: network }, 'person_created', {
    detail: { user_id: user.id, before: null, after: { login, name, email } },
  })
  const { device } = await deviceFor({ db, sign }, login, undefined)
  const from = { device, userAgent, address: network }
  const token = await openSessionFor({ db, clock }, { user, kind: 'cookie', before, from }, 'signed_in')
  return { token, hash: hashOf(token), deviceToken: tokenOfDevice(sign, login, device) }
}

/** @throws Refused login_too_often while the network must wait */
async function countAccount(db: Db, now: Date, address: string): Promise<void> {
  const [site, network] = networksOf(address)
  for (const [place, free] of [
    [network, ACCOUNTS_BEFORE_WAIT.network],
    [site, ACCOUNTS_BEFORE_WAIT.site],
  ] as const) {
    const attempt = { subject: `registered:${place}`, free, now, since: dayBefore(now), longestWait: LONGEST_WAIT }
    if ((await insertAttempt(db, attempt)) === null) throw loginTooOften()
  }
}

/**
 * The login that somebody means who signs in with a phone number without calling code. An account that is called as typed has priority.
 */
export async function loginMeant({ db, config }: Pick<Ports, 'db' | 'config'>, typed: string): Promise<string> {
  if (config.registration === null || !/^[\d\s()-]+$/.test(typed)) return typed
  const phone = readPhone(typed, config.phoneCountries[0]!)?.phone
  if (phone === undefined || (await isLoginTaken(db, typed))) return typed
  return (await isLoginTaken(db, phone)) ? phone : typed
}

type Target = CodeTarget & { purpose: 'registration' } & ({ kind: 'email' } | { kind: 'phone'; country: string })

/** The stored form of an address. @throws Refused email_invalid, phone_invalid, login_invalid for an address that cannot be a login */
function requireTarget({ config, mailer, codeSender }: Ports, typed: string): Target {
  const isEmail = codeSender === null || (mailer !== null && /[@＠]/.test(typed))
  if (!isEmail) {
    const phone = readPhone(typed, config.phoneCountries[0]!)
    if (phone === null) throw new Refused('phone_invalid', { field: 'address' })
    return { kind: 'phone', address: phone.phone, country: phone.country, purpose: 'registration' }
  }
  const email = checkEmail(typed)
  if (email === null) throw new Refused('email_invalid', { field: 'address' })
  if (checkLogin(email) !== email) throw new Refused('login_invalid', { field: 'address' })
  return { kind: 'email', address: email, purpose: 'registration' }
}

const loginTaken = () => new Refused('login_taken', { field: 'address' })
