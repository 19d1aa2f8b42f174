import type { Dependencies } from '../dependencies'
import { pauseAfter, sendFirstVisit, TELL_FIRST_VISIT, type FirstVisitPayload } from '../services/firstVisitMessages'

/** Messages that are sent at once. */
const SLOTS = 4

/** Takes the jobs that tell of first openings in WeChat and WeCom; before the jobs start. */
export function handleFirstVisits(ports: Pick<Dependencies, 'db' | 'jobs' | 'config' | 'log' | 'messengers'>): void {
  ports.jobs.handle<FirstVisitPayload>(
    TELL_FIRST_VISIT,
    { run: ({ payload }) => sendFirstVisit(ports, payload), retryAfter: pauseAfter },
    SLOTS,
  )
}
