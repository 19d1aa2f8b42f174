import type { Api } from '@/api/Api'
import { answerOrNull, ApiFailure, refusalCode } from '@/api/ApiFailure'
import type { SessionContext } from '@/api/SessionContext'
import { reactionTo } from '@/api/reactions'
import type { Reply } from '@/contract/api'
import type { BaseInfo, SpaceInfo } from '@/contract/entities'
import type { Platform } from '@/platform/Platform'

interface Dependencies {
  api: Api
  sessionContext: SessionContext
  platform: Pick<Platform, 'storage'>
}

/** The server's answers about the session. */
export interface SessionInfo {
  isSignedIn: boolean
  info: BaseInfo
  space: SpaceInfo | null
}

/** A proof of identity, or a call that proves it with the token of an earlier sign-in; repeated if the request token had expired. */
export type Proof =
  | { login: string; password: string }
  | ((device: { device_token?: string }) => Promise<Reply<'POST /apps/users/login'>>)

/** Storage key of the Auth-Token where there is no cookie. */
export const TOKEN_KEY = 'authToken'
/** Storage key of the device token, which outlives sessions. */
const DEVICE_KEY = 'deviceToken'

const own = { handledCodes: 'all' } as const

/** Calls about the session, and their tokens. The caller words failures. @throws ApiFailure */
export class SessionCalls {
  constructor(private readonly deps: Dependencies) {}

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
      return this.ask()
    }
  }

  /** null after a failure, which does not prevent signing in. */
  askSpace(): Promise<SpaceInfo | null> {
    return answerOrNull(this.deps.api.call('GET /apps/frequently_used_items/get_space_info', {}, own))
  }

  async signIn(proof: Proof) {
    const { api, sessionContext, platform } = this.deps
    const device_token = platform.storage.read<string>(DEVICE_KEY)
    const device = device_token ? { device_token } : {}
    const scenario = sessionContext.scenario === 'applet' ? { scenario: 'applet' as const, ...device } : {}
    const reply = await this.withFreshToken(() =>
      typeof proof === 'function' ? proof(device) : api.call('POST /apps/users/login', { ...proof, ...scenario }, own),
    )
    sessionContext.beginSession(reply.csrf_token, reply.auth_token)
    if (reply.auth_token) platform.storage.write(TOKEN_KEY, reply.auth_token)
    if (reply.device_token) platform.storage.write(DEVICE_KEY, reply.device_token)
  }

  async signOut() {
    await this.withFreshToken(() => this.deps.api.call('POST /apps/users/logout', {}, own))
  }

  dropTokens() {
    this.deps.sessionContext.expire()
    this.deps.platform.storage.remove(TOKEN_KEY)
  }

  /** Even without a session a POST carries a token from get_base_info, which expires (decisions 48). */
  private async withFreshToken<T>(send: () => Promise<T>): Promise<T> {
    const { api, sessionContext } = this.deps
    const renew = async () =>
      sessionContext.setCsrfToken((await api.call('GET /apps/users/get_base_info', {}, own)).csrf_token)
    if (sessionContext.csrfToken === '' && sessionContext.scenario === 'web') await renew()
    try {
      return await send()
    } catch (error) {
      if (refusalCode(error) !== 'security_check_failed') throw error
      await renew()
      return send()
    }
  }
}

/** Whether a failure says that there is no session. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof ApiFailure && reactionTo(error.failure).kind === 'signIn'
}
