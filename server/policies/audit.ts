import type { UserActor } from '../actors/actor'
import { mayAdminister } from './administration'

/** Owners and auditors may read the log of their enterprise. */
export function mayReadAudit(actor: Pick<UserActor, 'user' | 'enterprise'>): boolean {
  return mayAdminister(actor, 'readAudit')
}

/** Owners and auditors may export the log of their enterprise. */
export function mayExportAudit(actor: Pick<UserActor, 'user' | 'enterprise'>): boolean {
  return mayAdminister(actor, 'exportAudit')
}
