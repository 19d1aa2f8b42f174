import type { Dependencies } from '../dependencies'
import { readInvitation } from '../services/members/answers'
import { sendFirstVisit, TELL_FIRST_VISIT, type FirstVisitPayload } from '../services/push/firstVisits'
import { pauseAfter } from '../services/push/delivery'
import {
  sendOutside,
  SPREAD_OUTSIDE,
  spreadOutside,
  TELL_OUTSIDE,
  type OutsidePayload,
  type SpreadPayload,
} from '../services/push/messages'

/** messages of one kind that are sent at the same time */
const SLOTS = 4

type Ports = Pick<Dependencies, 'db' | 'clock' | 'jobs' | 'config' | 'log' | 'messengers'>

/** Handles the jobs that notify users in WeChat and WeCom; call before the jobs start. */
export function handleOutsideMessages(ports: Ports): void {
  const { jobs } = ports
  jobs.handle<FirstVisitPayload>(
    TELL_FIRST_VISIT,
    { run: ({ payload }) => sendFirstVisit(ports, payload), retryAfter: pauseAfter },
    SLOTS,
  )
  jobs.handle<SpreadPayload>(SPREAD_OUTSIDE, { run: ({ payload }) => spreadOutside(ports, payload) }, SLOTS)
  jobs.handle<OutsidePayload>(
    TELL_OUTSIDE,
    { run: ({ payload }) => sendOutside({ ...ports, readInvitation }, payload), retryAfter: pauseAfter },
    SLOTS,
  )
}
