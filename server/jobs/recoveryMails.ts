import type { Dependencies } from '../dependencies'
import { MAIL_RECOVERY, mailRecovery, type MailedRecovery } from '../services/session/twoStep/recoveryMails'

/** mails that are sent at the same time */
const SLOTS = 2

/** Handles mails about used recovery codes; call before the jobs start. */
export function handleRecoveryMails(ports: Pick<Dependencies, 'db' | 'clock' | 'config' | 'jobs' | 'mailer'>): void {
  ports.jobs.handle<MailedRecovery>(
    MAIL_RECOVERY,
    { run: ({ payload, attempt }) => mailRecovery(ports, payload, attempt) },
    SLOTS,
  )
}
