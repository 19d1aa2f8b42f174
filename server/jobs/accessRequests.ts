import type { Dependencies } from '../dependencies'
import { ASK_FOR_ACCESS, placeRequest, type AskPayload } from '../services/members/accessRequests'

/** requests that are placed at the same time */
const SLOTS = 2

/** Handles requests for access; call before the jobs start. */
export function handleAccessRequests(ports: Pick<Dependencies, 'db' | 'clock' | 'jobs'>): void {
  ports.jobs.handle<AskPayload>(ASK_FOR_ACCESS, { run: ({ payload }) => placeRequest(ports, payload) }, SLOTS)
}
