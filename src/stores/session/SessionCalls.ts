import { answerOrNull, ApiFailure } from '@/api/ApiFailure'
import { reactionTo } from '@/api/reactions'
import type { BaseInfo, SpaceInfo } from '@/contract/entities'
import { TOKEN_KEY, type Proof, type SessionDependencies } from './proof'

/** The server's answers about the session. */
export interface SessionInfo {
  isSignedIn: boolean
  info: BaseInfo
  space: SpaceInfo | null
}

const own = { handledCodes: 'all' } as const

/** Calls about the session, and their tokens. The caller words failures. @throws ApiFailure */
export class SessionCalls {
  constructor(private readonly deps: SessionDependencies) {}

  /** Fetches login state, base info and space info at once; repeats without a token that turns out to be expired. */
  async ask(): Promise<SessionInfo> {
    const { api, sessionContext } = this.deps
    const token = sessionContext.authToken
    try {
      const [state, info, space] = await Promise.all([
        api.call('GET /apps/users/is_user_logged_in', {}, own),
        api.call('GET /apps/users/get_base_info', {}, own),
        this.askSpace(),
      ])
      return { isSignedIn: state.is_user_logged_in, info, space }
    } catch (error) {
      if (!isSessionOver(error) || token === '') throw error
      this.dropTokens()
      // Without the token the server no longer says why.
      if (error instanceof ApiFailure && error.code === 'account_deactivated') throw error
      return this.ask()
    }
  }

  /** null after a failure, which does not prevent signing in. */
  askSpace(): Promise<SpaceInfo | null> {
    return answerOrNull(this.deps.api.call('GET /apps/frequently_used_items/get_space_info', {}, own))
  }

  /** The user waits for the answer, and this code is far smaller. */
  async signIn(proof: Proof) {
    const { sendProof } = await import(/* webpackChunkName: "lazy" */ './sendProof')
    await sendProof(this.deps, proof)
  }

  async signOut() {
    const { sendFarewell } = await import(/* webpackChunkName: "lazy" */ './sendProof')
    await sendFarewell(this.deps)
  }

  dropTokens() {
    this.deps.sessionContext.expire()
    this.deps.platform.storage.remove(TOKEN_KEY)
  }
}

/** Whether a failure says that there is no session. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof ApiFailure && reactionTo(error.failure).kind === 'signIn'
}
