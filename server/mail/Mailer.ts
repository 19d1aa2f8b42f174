import { createTransport } from 'nodemailer'
import type { Configuration } from '../config/configuration'
import { isLoopback } from '../config/configuration'
import type { MailAddress } from '../config/mailConfiguration'
import { KeyedSemaphore } from '../limits/KeyedSemaphore'

export interface Letter {
  to: MailAddress
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /**
   * Resolves once the mail server has accepted the letter.
   * @param enterpriseId the organisation that the letter is charged to
   * @throws MailFailure
   */
  send(letter: Letter, enterpriseId: number): Promise<void>
}

/** The mail server refused a letter or did not answer, or too many letters wait. */
export class MailFailure extends Error {}

/** Letters at once: in all, and per organisation. Each has a connection of its own. */
const SLOTS = { all: 4, enterprise: 2 }
/** letters that wait, in all and per organisation, before further ones are refused */
const WAITING = { all: 200, enterprise: 50 }
/** ms */
const PATIENCE = { connection: 10_000, silence: 20_000, letter: 60_000 }

/** The configured SMTP server; null without one. */
export function openMailer({ mail }: Pick<Configuration, 'mail'>): Mailer | null {
  if (!mail) return null
  const transport = createTransport({
    host: mail.host,
    port: mail.port,
    secure: mail.isSecure,
    // A password never travels in the clear.
    requireTLS: mail.account !== null && !isLoopback(mail.host),
    ...(mail.account && { auth: mail.account }),
    connectionTimeout: PATIENCE.connection,
    greetingTimeout: PATIENCE.connection,
    dnsTimeout: PATIENCE.connection,
    socketTimeout: PATIENCE.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const turns = new KeyedSemaphore<number>(SLOTS.enterprise, SLOTS.all)
  const open = new Map<number, number>()
  let all = 0
  return {
    async send({ to, subject, text, html }, enterpriseId) {
      const own = open.get(enterpriseId) ?? 0
      if (all >= WAITING.all || own >= WAITING.enterprise) throw new MailFailure('too many letters wait')
      all += 1
      open.set(enterpriseId, own + 1)
      try {
        await turns.run(enterpriseId, () =>
          within(
            PATIENCE.letter,
            transport.sendMail({
              from: mail.from,
              to,
              subject,
              text,
              html,
              envelope: { from: mail.from.address, to: [to.address] },
              // Holiday replies would go to everybody who forgets a password.
              headers: { 'Auto-Submitted': 'auto-generated' },
            }),
          ),
        )
      } catch (error) {
        throw new MailFailure((error as Error).message)
      } finally {
        all -= 1
        const rest = open.get(enterpriseId)! - 1
        if (rest === 0) open.delete(enterpriseId)
        else open.set(enterpriseId, rest)
      }
    },
  }
}

/** @throws Error if the work takes longer */
async function within<T>(limit: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limit} ms`)), limit)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
