import type { FastifyRequest } from 'fastify'
import type { ShareScenario } from '@/contract/shares/shares'
import type { UploadingActor, UserActor, ViewingActor, VisitorActor } from '../actors/actor'
import type { Dependencies } from '../dependencies'
import { actionNeedsLogin } from '../errors'
import { requireContributor } from '../services/fileRequests/contributors'
import { isStepMissing } from '../services/session/sessions'
import { requireVisitor } from '../services/shares/visitors'
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
    return run(await visitorOf(ports, context, input, request), input, request)
  }
}

/** A handler for visitors of links alone, signed in or not. @throws Refused as requireVisitor */
export function requireVisiting<Input extends ShareScenario, Output>(
  ports: Ports,
  run: (actor: VisitorActor, input: Input) => Promise<Output>,
): (context: RequestContext, input: Input, request: FastifyRequest) => Promise<Output> {
  return async (context, input, request) => run(await visitorOf(ports, context, input, request), input)
}

function visitorOf(
  ports: Ports,
  context: RequestContext,
  { share_link_token: uniqueName }: ShareScenario,
  request: FastifyRequest,
) {
  const asked = { uniqueName, grant: grantOf(request), user: usableUser(context) }
  return requireVisitor(ports, { ...asked, ...originOf(request) })
}

/**
 * A handler for signed-in users, who in the share scenario act with what a link gives: then they are its visitor, too.
 * @throws Refused as userOf or requireVisitor; action_need_login for a visitor without a session (decisions 47)
 */
export function requireUserOrSaver<Input extends ShareScenario, Output>(
  ports: Ports,
  run: (actor: UserActor, visitor: VisitorActor | null, input: Input) => Promise<Output>,
): (context: RequestContext, input: Input, request: FastifyRequest) => Promise<Output> {
  return async (context, input, request) => {
    if (input.scenario !== 'share') return run(userOf(context).actor, null, input)
    if (context.actor === null) throw actionNeedsLogin()
    const { actor } = userOf(context)
    return run(actor, await visitorOf(ports, context, input, request), input)
  }
}

/** Decisions 47. */
export function grantOf({ headers }: FastifyRequest): unknown {
  return headers['x-share-grant']
}

/** What the device of somebody who hands in proves itself by (AH-25). */
export function collectTokenOf({ headers }: FastifyRequest): unknown {
  return headers['x-collect-token']
}

/**
 * Whoever sends bytes: who hands in, where the request brings a token for that, else who is signed in.
 * @throws Refused as userOf or requireContributor
 */
export async function uploaderOf(ports: Pick<Ports, 'db' | 'clock'>, request: FastifyRequest): Promise<UploadingActor> {
  const token = collectTokenOf(request)
  if (token === undefined) return userOf(request.context).actor
  return requireContributor(ports, { token, address: request.ip })
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
