import { checkEmail, loginKey } from '@/domain/session/logins'
import { calendar } from '../../time/calendar'
import type { Dependencies } from '../../dependencies'
import { loginTooOften } from '../../errors'
import { linkLetter, signOnLetter } from '../../mail/letters'
import { mailboxKey } from '../../mail/mailbox'
import { MailFailure } from '../../mail/Mailer'
import { directoryInsteadOfPassword } from '../../queries/directories/ldap'
import { countUpTo, insertAttempt } from '../../queries/session/loginAttempts'
import { peopleNamed, putPasswordRequest } from '../../queries/session/forgottenPasswords'
import { findUser } from '../../queries/session/sessions'
import { providerInsteadOfPassword } from '../../queries/session/signOn'
import { networksOf } from '../../remote/networkAddress'
import type { UserActor } from '../../actors/actor'
import { recordAuditEvent } from '../audit'
import { makeSignInLink } from './oneTimeLinks'

export const ANSWER_FORGOTTEN = 'answer_forgotten_password'

/** The login or address that somebody typed who forgot the password. */
export interface ForgottenPayload {
  /** A login or an e-mail address, or neither. */
  name: string
  /** network address of the client */
  address: string
}

/** Requests per network and per site before waits of 1, 2, 4 … seconds. A whole school may share one address. */
const REQUESTS_BEFORE_WAIT = { network: 20, site: 100 }
/** seconds */
const LONGEST_WAIT = 300
/** ms after which requests no longer count for a network */
const NETWORK_MEMORY = 900_000
/** mails per day: to one person, so that strangers cannot fill a mailbox, to one mailbox, and to all people of an organisation */
const MAILS_PER_DAY = { person: 5, mailbox: 25, organisation: 500 }
/** people with one e-mail address who each get a mail */
const SHARED_ADDRESS = 5
/** typed characters that may be a login or an address */
const LONGEST_NAME = 254

/**
 * Takes a request from the sign-in page. A job answers it, so that the reply is the same, and takes the same time, whoever exists.
 * @throws Refused login_too_often while the network must wait
 */
export async function askForPassword(
  { db, clock, jobs, encrypter }: Pick<Dependencies, 'db' | 'clock' | 'jobs' | 'encrypter'>,
  { name: typed, address }: ForgottenPayload,
): Promise<void> {
  const [site, network] = networksOf(address)
  const now = clock()
  const since = new Date(now.getTime() - NETWORK_MEMORY)
  for (const [place, free] of [
    [network, REQUESTS_BEFORE_WAIT.network],
    [site, REQUESTS_BEFORE_WAIT.site],
  ] as const) {
    const attempt = { subject: `forgotten:${place}`, free, now, since, longestWait: LONGEST_WAIT }
    if ((await insertAttempt(db, attempt)) === null) throw loginTooOften()
  }
  const name = typed.trim().slice(0, LONGEST_NAME)
  // Requests for the same name that wait are one. The key does not show the name.
  const dedupeKey = encrypter.keyedHash(`forgotten ${loginKey(name)}`)
  await jobs.add(ANSWER_FORGOTTEN, { name, address }, { dedupeKey })
}

type Ports = Pick<Dependencies, 'db' | 'clock' | 'config' | 'mailer' | 'log'>

/**
 * Sends a one-time link to everybody whom the request may mean. People who cannot get a mail wait for an administrator.
 * @throws MailFailure if a mail could not be sent and will be tried again
 */
export async function answerForgotten(
  ports: Ports,
  { name, address }: ForgottenPayload,
  { attempt, isLastAttempt }: { attempt: number; isLastAttempt: boolean },
): Promise<void> {
  const found = { login: name, email: checkEmail(name) ?? '', most: SHARED_ADDRESS }
  const failures: MailFailure[] = []
  for (const id of await peopleNamed(ports.db, found)) {
    const actor = await findUser(ports.db, id)
    if (!actor) continue
    try {
      await answer(ports, { ...actor, address }, attempt === 1)
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error
      ports.log.warn({ err: error, user: id }, 'cannot mail a link for a forgotten password')
      if (isLastAttempt) await waitForAdministrator(ports, { ...actor, address })
      else failures.push(error)
    }
  }
  if (failures[0]) throw failures[0]
}

/** @param isFirst whether the request counts; a repeated attempt has been counted */
async function answer(ports: Ports, actor: UserActor, isFirst: boolean): Promise<void> {
  const { db, clock, config, mailer } = ports
  const { user, enterprise } = actor
  const now = clock()
  const since = calendar(now).subtract(1, 'day').toDate()
  const isWithin = (subject: string, most: number) => countUpTo(db, { subject: `mails:${subject}`, most, now, since })
  // Strangers may have used the mails up, so the person must have another way.
  if (isFirst && !(await isWithin(`forgotten:${user.id}`, MAILS_PER_DAY.person)))
    return waitForAdministrator(ports, actor)
  const canMail = mailer !== null && config.baseUrl !== null && user.email !== ''
  if (!canMail) return waitForAdministrator(ports, actor)
  if (isFirst && !(await isWithin(`forgotten-to:${enterprise.id}:${mailboxKey(user.email)}`, MAILS_PER_DAY.mailbox)))
    return waitForAdministrator(ports, actor)
  if (isFirst && !(await isWithin(`organisation:${enterprise.id}`, MAILS_PER_DAY.organisation)))
    return waitForAdministrator(ports, actor)
  const to = { person: user, organisation: enterprise }
  // A password of their own would outlive their account at the provider.
  const provider = (await directoryInsteadOfPassword(db, user.id)) ?? (await providerInsteadOfPassword(db, user.id))
  if (provider !== undefined)
    return mailer.send(signOnLetter({ ...to, provider, url: `${config.baseUrl}/login` }), enterprise.id)
  const { token } = await makeSignInLink(db, user.id, now, 'forgotten')
  const letter = linkLetter({ ...to, reason: 'forgotten', url: `${config.baseUrl}/welcome#${token}` })
  await mailer.send(letter, enterprise.id)
  await recordAuditEvent(db, now, actor, 'password_forgotten')
}

async function waitForAdministrator({ db, clock }: Ports, actor: UserActor): Promise<void> {
  if (await putPasswordRequest(db, actor.user.id, clock())) await recordAuditEvent(db, clock(), actor, 'password_asked')
}
