import type { Dependencies } from '../dependencies'
import { readInvitation } from '../services/members/answers'
import { sendFirstVisit, NOTIFY_FIRST_VISIT, type FirstVisitPayload } from '../services/push/firstVisits'
import { pauseAfter } from '../services/push/delivery'
import {
  sendPush,
  FAN_OUT_PUSH,
  fanOutPush,
  SEND_PUSH,
  type PushPayload,
  type SpreadPayload,
} from '../services/push/messages'

/** messages of one kind that are sent at the same time */
const SLOTS = 4

type Ports = Pick<Dependencies, 'db' | 'clock' | 'jobs' | 'config' | 'log' | 'messengers'>

/** Handles the jobs that notify users in WeChat and WeCom; call before the jobs start. */
export function handlePushMessages(ports: Ports): void {
  const { jobs } = ports
  jobs.handle<FirstVisitPayload>(
    NOTIFY_FIRST_VISIT,
    { run: ({ payload }) => sendFirstVisit(ports, payload), retryDelay: pauseAfter },
    SLOTS,
  )
  jobs.handle<SpreadPayload>(FAN_OUT_PUSH, { run: ({ payload }) => fanOutPush(ports, payload) }, SLOTS)
  jobs.handle<PushPayload>(
    SEND_PUSH,
    { run: ({ payload }) => sendPush({ ...ports, readInvitation }, payload), retryDelay: pauseAfter },
    SLOTS,
  )
}
