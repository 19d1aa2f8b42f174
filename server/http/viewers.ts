import type { FastifyRequest } from 'fastify'
import type { ShareScenario } from '@/contract/shares/shares'
import type { UploadingActor, UserActor, ViewingActor, VisitorActor } from '../actors/actor'
import type { Dependencies } from '../dependencies'
import { actionNeedsLogin } from '../errors'
import { requireContributor } from '../services/fileRequests/contributors'
import { isStepMissing } from '../services/session/sessions'
import { requireVisitor } from '../services/shares/visitors'
import { userOf, type Admitting, type Given, type RequestContext } from './handler'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'sign'>

/**
 * A handler for signed-in users and, in the share scenario, for visitors of links.
 * @throws Refused as userOf or requireVisitor
 */
export function requireViewer<Input extends ShareScenario, Output>(
  ports: Ports,
  run: (actor: ViewingActor, input: Input, request: FastifyRequest) => Promise<Output>,
): Visited<Input, Output> {
  const handler = async (context: RequestContext, input: Input, request: FastifyRequest) => {
    if (input.scenario !== 'share') return run(userOf(context).actor, input, request)
    return run(await visitorOf(ports, context, input, request), input, request)
  }
  return Object.assign(handler, {
    admit: (request: FastifyRequest, given: Given) =>
      given.scenario === 'share' ? admitVisitor(ports, request, given) : userOf(request.context),
  })
}

/** A handler only for visitors of links, signed in or not. @throws Refused as requireVisitor */
export function requireVisiting<Input extends ShareScenario, Output>(
  ports: Ports,
  run: (actor: VisitorActor, input: Input) => Promise<Output>,
): Visited<Input, Output> {
  const handler = async (context: RequestContext, input: Input, request: FastifyRequest) =>
    run(await visitorOf(ports, context, input, request), input)
  return Object.assign(handler, {
    admit: (request: FastifyRequest, given: Given) => admitVisitor(ports, request, given),
  })
}

type Visited<Input, Output> = ((context: RequestContext, input: Input, request: FastifyRequest) => Promise<Output>) &
  Admitting

/** As visitorOf, for an input that is not yet checked. A missing link's name counts as no name. */
function admitVisitor(ports: Ports, request: FastifyRequest, { share_link_token: name }: Given) {
  return visitorOf(ports, request.context, { share_link_token: typeof name === 'string' ? name : '' }, request)
}

function visitorOf(
  ports: Ports,
  context: RequestContext,
  { share_link_token: uniqueName }: ShareScenario,
  request: FastifyRequest,
) {
  const asked = { uniqueName, grant: grantOf(request), user: activeUser(context) }
  return requireVisitor(ports, { ...asked, ...originOf(request) })
}

/**
 * A handler for signed-in users. In the share scenario the user also acts as the visitor of a link, with the link's rights.
 * @throws Refused as userOf or requireVisitor; action_need_login for a visitor without a session (decisions 47)
 */
export function requireUserOrSaver<Input extends ShareScenario, Output>(
  ports: Ports,
  run: (actor: UserActor, visitor: VisitorActor | null, input: Input) => Promise<Output>,
): Visited<Input, Output> {
  const saverOf = (context: RequestContext, { scenario }: Given) => {
    if (scenario === 'share' && context.actor === null) throw actionNeedsLogin()
    return userOf(context).actor
  }
  const handler = async (context: RequestContext, input: Input, request: FastifyRequest) => {
    const actor = saverOf(context, input)
    return run(actor, input.scenario === 'share' ? await visitorOf(ports, context, input, request) : null, input)
  }
  return Object.assign(handler, {
    admit: ({ context }: FastifyRequest, given: Given) => saverOf(context, given),
  })
}

/** The visit token of a request, sent as a header (decisions 47). */
export function grantOf({ headers }: FastifyRequest): unknown {
  return headers['x-share-grant']
}

/** The token by which a contributor's device proves itself (AH-25). */
export function collectTokenOf({ headers }: FastifyRequest): unknown {
  return headers['x-collect-token']
}

/**
 * The actor of an upload: the contributor when the request carries a contributor's token, otherwise the signed-in user.
 * @throws Refused as userOf or requireContributor
 */
export async function uploaderOf(ports: Pick<Ports, 'db' | 'clock'>, request: FastifyRequest): Promise<UploadingActor> {
  const token = collectTokenOf(request)
  if (token === undefined) return userOf(request.context).actor
  return requireContributor(ports, { token, address: request.ip })
}

/** A visitor's address and browser. */
export function originOf({ ip, headers }: FastifyRequest): { address: string; userAgent: string } {
  return { address: ip, userAgent: headers['user-agent'] ?? '' }
}

/** The signed-in user; null while the enterprise has expired or the second step is missing. A public link then treats the user as anonymous. */
export function activeUser({ actor, session }: RequestContext): UserActor | null {
  if (actor?.kind !== 'user' || session === null) return null
  return session.isEnterpriseExpired || isStepMissing({ actor, session }) ? null : actor
}
