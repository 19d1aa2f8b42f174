import type { Dependencies } from '../dependencies'
import { MAIL_CODE, mailRegistrationCode, type MailedCode } from '../services/session/registrationMails'

/** mails that are sent at the same time */
const SLOTS = 4

/** Handles the codes of people who register; call before the jobs start. */
export function handleRegistrationMails(
  ports: Pick<Dependencies, 'db' | 'clock' | 'sign' | 'config' | 'jobs' | 'mailer'>,
): void {
  ports.jobs.handle<MailedCode>(MAIL_CODE, { run: ({ payload }) => mailRegistrationCode(ports, payload) }, SLOTS)
}
