import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Calls, CallName, Reply, Request } from '@/contract/api'
import type { Language, Wording } from '@/contract/entities'
import { enterpriseExpired, forceTwoStep, loginExpired } from '../errors'
import type { SignedIn } from '../queries/sessions'

/** Who asks, and in which words they are answered. Every request below `/api` has one as `request.visit`. */
export interface Visit {
  signedIn: SignedIn | null
  language: Language
  wording: Wording
}

export type MemberVisit = Visit & { signedIn: SignedIn }

/** What a handler gives; `success: true` is added. */
export type Answer<K extends CallName> = Omit<Reply<K>, 'success'>
export type Handler<K extends CallName> = (
  visit: Visit,
  input: Request<K>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Answer<K>>
/** Handlers of a part of the contract: `Handlers<typeof listCalls>`. */
export type Handlers<Part extends Partial<Calls>> = { [K in Extract<keyof Part, CallName>]: Handler<K> }

/**
 * The enterprise is in order and needs no second step.
 */
export function member<Input, Output>(
  run: (visit: MemberVisit, input: Input, request: FastifyRequest) => Promise<Output>,
): (visit: Visit, input: Input, request: FastifyRequest) => Promise<Output> {
  return async (visit, input, request) => run(requireMember(visit), input, request)
}

/** For routes outside the contract. @throws Refused login_expired, enterprise_expired, force_two_step */
export function requireMember(visit: Visit): MemberVisit {
  const { signedIn } = visit
  if (!signedIn) throw loginExpired()
  if (signedIn.isEnterpriseExpired) throw enterpriseExpired()
  if (signedIn.enterprise.force_two_step && !signedIn.session.hasSecondStep) throw forceTwoStep()
  return { ...visit, signedIn }
}
