import type { FastifyRequest } from 'fastify'
import type { ShareScenario } from '@/contract/shares'
import type { UserActor, ViewingActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { isStepMissing } from '../services/sessions'
import { requireVisitor } from '../services/visitors'
import { userOf, type RequestContext } from './handler'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'sign'>

/**
 * A handler for signed-in users and, in the share scenario, for visitors of links.
 * @throws Refused as userOf or requireVisitor
 */
export function requireViewer<Input extends ShareScenario, Output>(
  ports: Ports,
  run: (actor: ViewingActor, input: Input, request: FastifyRequest) => Promise<Output>,
): (context: RequestContext, input: Input, request: FastifyRequest) => Promise<Output> {
  return async (context, input, request) => {
    if (input.scenario !== 'share') return run(userOf(context).actor, input, request)
    const asked = { uniqueName: input.share_link_token, grant: grantOf(request), user: usableUser(context) }
    return run(await requireVisitor(ports, { ...asked, ...originOf(request) }), input, request)
  }
}

/** Decisions 47. */
export function grantOf({ headers }: FastifyRequest): unknown {
  return headers['x-share-grant']
}

/** From where, and with what, a visitor comes. */
export function originOf({ ip, headers }: FastifyRequest): { address: string; userAgent: string } {
  return { address: ip, userAgent: headers['user-agent'] ?? '' }
}

/** Who is signed in, as far as they may use anything: to a public link everybody else is nobody. */
export function usableUser({ actor, session }: RequestContext): UserActor | null {
  if (actor?.kind !== 'user' || session === null) return null
  return session.isEnterpriseExpired || isStepMissing({ actor, session }) ? null : actor
}
