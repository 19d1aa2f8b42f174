import type { CallName, Reply, Request } from '@/contract/api'
import type { Language, Wording } from '@/contract/entities'
import type { ErrorCode } from '@/contract/errors'
import { NoAnswer, type Canceler, type HttpAnswer, type Platform } from '@/platform/Platform'
import { ApiFailure } from './ApiFailure'
import type { SessionContext } from './SessionContext'
import { encodeCall } from './encodeCall'
import { codeOf, readFailure, readRequestId, type Failure } from './readFailure'
import { reactionTo, type Reaction } from './reactions'

export interface CallOptions {
  /** Codes that the caller handles, and `network` for a call that the network did not carry; `all` means every failure, including an ended session. */
  handledCodes?: readonly (ErrorCode | 'network')[] | 'all'
  /** The caller words the failure. The app still asks for sign-in and security settings. */
  quiet?: boolean
  /** Milliseconds. */
  timeout?: number
  canceler?: Canceler
}

/** Carries out a reaction. `repeat` sends the call once more. */
export type Reactor = (reaction: Reaction, failure: ApiFailure, quiet: boolean) => Promise<'repeat' | 'giveUp'>

interface CallAddress {
  method: string
  path: string
}

export interface ApiDependencies {
  platform: Pick<Platform, 'request' | 'preloaded'>
  sessionContext: SessionContext
  /** The user's choice. Only the applet sends it, because its requests carry no cookies (decisions 41). */
  language(): { language?: Language; wording?: Wording }
  reactor: Reactor
}

/** The calls of the interface, typed by the contract. Throws every failure as ApiFailure, after the app has reacted. */
export class Api {
  /** Identifies this page among the user's pages, so that the server does not notify it of its own changes (AH-20). */
  readonly client = Math.random().toString(36).slice(2)

  /** Receives whether the network carried a call. Not called for canceled calls and timeouts (AH-19). */
  onTransport?: (isCarried: boolean) => void

  constructor(readonly deps: ApiDependencies) {}

  /** Makes one call: `api.call('POST /apps/files/edit', { item_typed_id, name })`. @throws ApiFailure */
  call<K extends CallName>(name: K, request: Request<K>, options: CallOptions = {}): Promise<Reply<K>> {
    return this.withRecovery(() => this.sendCall(name, request, options), options)
  }

  /** The preloaded reply of a call; undefined if none was preloaded. */
  preloaded<K extends CallName>(name: K, request: Request<K>): Reply<K> | undefined {
    return this.deps.platform.preloaded?.(encodeCall(name, request).path) as Reply<K> | undefined
  }

  /** Runs an attempt of one or more requests. Restarts the attempt if a reaction repaired the failure. @throws ApiFailure */
  async withRecovery<T>(attempt: () => Promise<T>, { handledCodes, quiet = false, canceler }: CallOptions): Promise<T> {
    for (;;) {
      const { generation } = this.deps.sessionContext
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof ApiFailure) || isHandled(error.failure, handledCodes)) throw error
        const outcome = await this.react(error, quiet, generation)
        if (outcome === 'giveUp' || canceler?.canceled) throw error
      }
    }
  }

  /** A late refusal from an earlier session repeats the call instead of asking for another sign-in. */
  private async react(failure: ApiFailure, quiet: boolean, generation: number) {
    const reaction = reactionTo(failure.failure)
    const isStale = reaction.kind === 'signIn' && generation !== this.deps.sessionContext.generation
    return isStale ? 'repeat' : this.deps.reactor(reaction, failure, quiet)
  }

  private async sendCall<K extends CallName>(
    name: K,
    request: Request<K>,
    { timeout, canceler }: CallOptions,
  ): Promise<Reply<K>> {
    const encoded = encodeCall(name, request)
    const answer = await this.answerOf(encoded, () => {
      return this.deps.platform.request({ ...encoded, headers: this.headers(), timeout, canceler })
    })
    return answer as Reply<K>
  }

  /** The body of a successful reply. @throws ApiFailure */
  async answerOf(call: CallAddress, ask: () => Promise<HttpAnswer>): Promise<unknown> {
    const { status, body } = await this.send(call, ask)
    const failure = readFailure(status, body)
    if (failure) throw new ApiFailure(failure, { ...call, status, requestId: readRequestId(body) })
    return body
  }

  /** Any HTTP reply, unchanged. @throws ApiFailure without a reply */
  async send<A extends HttpAnswer>(call: CallAddress, ask: () => Promise<A>): Promise<A> {
    const answer = await ask().catch((cause: unknown) => {
      const failure = failureOf(cause)
      if (failure.kind === 'network') this.onTransport?.(false)
      throw new ApiFailure(failure, { ...call, cause })
    })
    this.onTransport?.(true)
    return answer
  }

  /** The headers of every request (CTX-02). */
  headers(): Record<string, string> {
    const { csrfToken, authToken, scenario } = this.deps.sessionContext
    const headers: Record<string, string> = { 'X-Requested-With': 'XMLHttpRequest', 'X-Client': this.client }
    if (csrfToken) headers.requesttoken = csrfToken
    if (scenario !== 'applet') return headers
    const { language, wording } = this.deps.language()
    if (authToken) headers['Auth-Token'] = authToken
    if (language) headers['X-Lang'] = language
    if (wording) headers['X-Lang-Type'] = wording
    return headers
  }
}

function isHandled(failure: Failure, handledCodes: CallOptions['handledCodes'] = []): boolean {
  if (failure.kind === 'canceled' || handledCodes === 'all') return true
  return handledCodes.includes((codeOf(failure) ?? failure.kind) as ErrorCode)
}

/** The failure of a request without a reply. Rethrows other errors. */
function failureOf(cause: unknown): Failure {
  if (!(cause instanceof NoAnswer)) throw cause
  if (cause.reason === 'timeout') return { kind: 'noResponse' }
  return { kind: cause.reason }
}
