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

/** Messages of a kind that are sent at once. */
const SLOTS = 4

type Ports = Pick<Dependencies, 'db' | 'clock' | 'jobs' | 'config' | 'log' | 'messengers'>

/** Takes the jobs that tell users something in WeChat and WeCom; before the jobs start. */
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
