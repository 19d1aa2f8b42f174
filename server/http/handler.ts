import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Calls, CallName, Reply, Request } from '@/contract/api'
import type { Language, Wording } from '@/contract/entities'
import type { Actor, UserActor } from '../actors/actor'
import { accountDeactivated, loginExpired, permissionDenied } from '../errors'
import { requireUsable, type Session } from '../services/session/sessions'

/** The sender of a request and the language of its answer. Every request below `/api` has one as `request.context`. */
export interface RequestContext {
  /** null before sign-in */
  actor: Actor | null
  /** null before sign-in */
  session: Session | null
  /** Whether the session ended because its account was deactivated. */
  isDeactivated?: boolean
  /** The number of unread messages. Set only for calls whose answer contains the number; the session query counts the messages. */
  unreadMessages?: number
  language: Language
  wording: Wording
}

export type UserContext = RequestContext & { actor: UserActor; session: Session }

/** A handler's answer; `success: true` is added. */
export type Answer<K extends CallName> = Omit<Reply<K>, 'success'>
export type Handler<K extends CallName> = (
  context: RequestContext,
  input: Request<K>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Answer<K>>
/** Handlers of one part of the contract: `Handlers<typeof listCalls>`. */
export type Handlers<Part extends Partial<Calls>> = { [K in Extract<keyof Part, CallName>]: Handler<K> }

/**
 * Refuses a request whose sender may not make the call at all, whatever its input is (decisions 61).
 * @param given the input as sent, not yet checked
 */
export type Admit = (request: FastifyRequest, given: Given) => unknown

/** The fields of an unchecked input that decide who may make a call. */
export type Given = { scenario?: unknown; share_link_token?: unknown }

/** A handler with the check of its sender. Handlers for everybody have none. */
export interface Admitting {
  admit: Admit
}

type Run<Context, Input, Output> = (
  context: Context,
  input: Input,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Output>

/**
 * A handler for signed-in users only; refuses others like `userOf`.
 * @param mayCall refuses further users before the call's input is judged
 */
export function requireUser<Input, Output>(
  run: Run<UserContext, Input, Output>,
  mayCall?: (context: UserContext) => void,
): Run<RequestContext, Input, Output> & Admitting {
  return requireOf(userOf, run, mayCall)
}

/** As requireUser, also before the second step; refuses others like `signedInOf`. */
export function requireSignedIn<Input, Output>(
  run: Run<UserContext, Input, Output>,
): Run<RequestContext, Input, Output> & Admitting {
  return requireOf(signedInOf, run)
}

function requireOf<Input, Output>(
  find: (context: RequestContext) => UserContext,
  run: Run<UserContext, Input, Output>,
  mayCall?: (context: UserContext) => void,
) {
  const handler: Run<RequestContext, Input, Output> = async (context, input, request, reply) =>
    run(find(context), input, request, reply)
  const admit = ({ context }: FastifyRequest) => {
    const user = find(context)
    mayCall?.(user)
  }
  return Object.assign(handler, { admit })
}

/**
 * The user of a request after the second step, in an enterprise that has not expired.
 * @throws Refused login_expired, account_deactivated, enterprise_expired, force_two_step
 */
export function userOf(context: RequestContext): UserContext {
  const signedIn = signedInOf(context)
  requireUsable(signedIn)
  return signedIn
}

/** Like `userOf`, but the second step may still be missing. @throws Refused login_expired, account_deactivated, permission_denied */
export function signedInOf(context: RequestContext): UserContext {
  const { actor, session, isDeactivated } = context
  if (actor === null || session === null) throw isDeactivated ? accountDeactivated() : loginExpired()
  switch (actor.kind) {
    case 'user':
      return { ...context, actor, session }
    case 'visitor':
    case 'contributor':
    case 'application':
      throw permissionDenied()
  }
}
