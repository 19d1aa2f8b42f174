import type { Dependencies } from '../dependencies'
import { ANSWER_FORGOTTEN, answerForgotten, type ForgottenPayload } from '../services/session/forgottenRequests'

/** requests that are answered at the same time */
const SLOTS = 4

/** Handles the requests of people who forgot their password; call before the jobs start. */
export function handleForgottenPasswords(
  ports: Pick<Dependencies, 'db' | 'clock' | 'config' | 'jobs' | 'log' | 'mailer'>,
): void {
  ports.jobs.handle<ForgottenPayload>(
    ANSWER_FORGOTTEN,
    { run: ({ payload, attempt, isLastAttempt }) => answerForgotten(ports, payload, { attempt, isLastAttempt }) },
    SLOTS,
  )
}
