import { makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure, refusalCode } from '@/api/ApiFailure'
import type { Configuration } from '@/api/Configuration'
import type { Message } from '@/api/Message'
import { readBoot } from '@/api/boot'
import { messageOf, reactionTo } from '@/api/reactions'
import type { BaseInfo, EnterpriseInfo, SpaceInfo, UserInfo } from '@/contract/entities'
import { safeRedirect } from '@/domain/session/redirect'
import type { Platform } from '@/platform/Platform'
import type { FeedbackStore } from './FeedbackStore'
import { eraseLastList } from './lastList'

/**
 * `expired`: the session ended while the app was in use; pages stay as they are while the user signs in again.
 * `unreachable`: nothing is known, because the server did not answer.
 */
export type SessionPhase = 'starting' | 'signedOut' | 'signedIn' | 'expired' | 'unreachable'

export type SignInAttempt = { phase: 'idle' } | { phase: 'checking' } | { phase: 'refused', message: Message }

interface Dependencies {
  api: Api
  configuration: Configuration
  feedback: FeedbackStore
  platform: Pick<Platform, 'boot' | 'can' | 'navigate' | 'storage'>
}

/** Where the Auth-Token lies between two visits, where there is no cookie. */
export const TOKEN_KEY = 'authToken'

const own = { accept: 'all' } as const

/** Who uses the app (CTX-03, CTX-04). */
export class SessionStore {
  phase: SessionPhase = 'starting'
  attempt: SignInAttempt = { phase: 'idle' }
  /** Storage used and allowed; null until known. */
  space: SpaceInfo | null = null
  /** Why the server is unreachable. */
  trouble: Message | null = null
  /** The one sign-in that all refused calls wait for. */
  private asking: Promise<boolean> | null = null
  private settle: ((isBack: boolean) => void) | null = null
  private readonly endings: (() => void)[] = []

  constructor(private readonly deps: Dependencies) {
    makeAutoObservable<this, 'deps' | 'asking' | 'settle' | 'endings'>(this, {
      attempt: observable.ref,
      space: observable.ref,
      trouble: observable.ref,
      deps: false,
      asking: false,
      settle: false,
      endings: false,
    })
  }

  get user(): UserInfo | null {
    return this.deps.configuration.user
  }

  get enterprise(): EnterpriseInfo | null {
    return this.deps.configuration.enterprise
  }

  /** Finds out who is there: from the page, else from the server. Called at start and to try again. */
  async start() {
    this.began()
    const boot = readBoot(this.deps.platform.boot())
    if (boot) return this.found(boot.is_user_logged_in, boot.base_info, boot.space_info)
    try {
      await this.askServer()
    } catch (error) {
      this.notReached(error)
    }
  }

  /** Signs in; on success goes on to `redirect`, or back to where the session had ended. Resolves to whether it worked. */
  async signIn(login: string, password: string, redirect?: string): Promise<boolean> {
    if (this.attempt.phase === 'checking') return false
    this.attempted()
    const before = this.user
    try {
      await this.enter(login, password)
      await this.askServer()
    } catch (error) {
      this.refused(error)
      return false
    }
    if (this.phase !== 'signedIn') {
      this.refused(null)
      return false
    }
    await this.goOn(before, redirect)
    return true
  }

  /** Signs out, forgets what was kept, and opens the sign-in page. */
  async signOut() {
    const { api, feedback, platform } = this.deps
    try {
      await this.withFreshToken(() => api.call('POST /apps/users/logout', {}, own))
    } catch (error) {
      if (platform.can.cookies && !isSessionOver(error)) return feedback.alert(wordsOf(error))
    }
    this.ended()
    await this.openSignIn('relaunch')
  }

  /** For a page that needs a user and has none: sign-in, and back here. */
  async leadToSignIn() {
    await this.openSignIn('replace', this.deps.platform.navigate.here())
  }

  /** Asks once, however many calls were refused; resolves to whether the same user came back. */
  signInAgain(notice?: Message): Promise<boolean> {
    this.asking ??= this.askToSignIn(notice).finally(() => this.asked())
    return this.asking
  }

  /** The sign-in page was left without signing in. */
  abandonSignIn() {
    this.settle?.(false)
  }

  async refreshSpace() {
    const space = await this.askSpace()
    if (space) this.measured(space)
  }

  /** Tells when the user leaves or another one comes: what belongs to him must go. */
  whenEnded(listener: () => void) {
    this.endings.push(listener)
  }

  private async askServer() {
    const { api, configuration } = this.deps
    const token = configuration.authToken
    try {
      const [state, info, space] = await Promise.all([
        api.call('GET /apps/users/is_user_logged_in', {}, own),
        api.call('GET /apps/users/get_base_info', {}, own),
        this.askSpace(),
      ])
      this.found(state.is_user_logged_in, info, space)
    } catch (error) {
      if (!isSessionOver(error) || token === '') throw error
      this.dropTokens()
      await this.askServer()
    }
  }

  private askSpace(): Promise<SpaceInfo | null> {
    return this.deps.api.call('GET /apps/frequently_used_items/get_space_info', {}, own).catch(() => null)
  }

  private async enter(login: string, password: string) {
    const { api, configuration, platform } = this.deps
    const scenario = configuration.scenario === 'applet' ? { scenario: 'applet' as const } : {}
    const reply = await this.withFreshToken(() => api.call('POST /apps/users/login', { login, password, ...scenario }, own))
    configuration.signedIn(reply.csrf_token, reply.auth_token)
    if (reply.auth_token) platform.storage.write(TOKEN_KEY, reply.auth_token)
  }

  /** Without a session, too, a POST carries a token that get_base_info hands out, and that grows old (decisions 48). */
  private async withFreshToken<T>(send: () => Promise<T>): Promise<T> {
    const { api, configuration } = this.deps
    const renew = async () => configuration.described(await api.call('GET /apps/users/get_base_info', {}, own))
    if (configuration.csrfToken === '' && configuration.scenario === 'web') await renew()
    try {
      return await send()
    } catch (error) {
      if (refusalCode(error) !== 'security_check_failed') throw error
      await renew()
      return send()
    }
  }

  private async askToSignIn(notice?: Message): Promise<boolean> {
    const { feedback, platform } = this.deps
    const here = platform.navigate.here()
    this.expired()
    if (notice) await feedback.alert(notice, { confirm: { key: 'failure.signIn' } })
    const answer = new Promise<boolean>((resolve) => this.waited(resolve))
    const hasLeft = await this.openSignIn('push', here)
    return hasLeft ? false : answer
  }

  private async goOn(before: UserInfo | null, redirect?: string) {
    const { platform: { navigate }, configuration } = this.deps
    const { settle } = this
    const isOther = before !== null && before.id !== configuration.user?.id
    if (isOther) this.forgot()
    settle?.(!isOther)
    if (settle && !isOther) return navigate.back()
    const target = isOther ? '' : safeRedirect(redirect, '')
    return target === '' ? navigate.relaunch({ page: 'files', space: 'frequent' }) : navigate.resume(target)
  }

  /** Opens our own sign-in page, or leaves for a configured one; resolves to whether the app was left. */
  private async openSignIn(way: 'push' | 'replace' | 'relaunch', redirect?: string): Promise<boolean> {
    const { configuration, platform } = this.deps
    const foreign = way === 'relaunch' && isForeign(configuration.logoutUrl) ? configuration.logoutUrl : configuration.loginUrl
    if (platform.can.leave && isForeign(foreign)) {
      platform.navigate.leave(redirect === undefined ? foreign : withReturn(foreign, configuration.baseUrl, redirect))
      return true
    }
    await platform.navigate[way]({ page: 'login', ...(redirect === undefined ? {} : { redirect }) })
    return false
  }

  private dropTokens() {
    this.deps.configuration.expired()
    this.deps.platform.storage.remove(TOKEN_KEY)
  }

  /** Nothing of one user is left for the next. */
  private forgot() {
    eraseLastList(this.deps.platform.storage)
    for (const listener of this.endings) listener()
  }

  private began() {
    this.phase = 'starting'
    this.trouble = null
  }

  private found(isSignedIn: boolean, info: BaseInfo, space: SpaceInfo | null) {
    this.deps.configuration.described(info)
    this.phase = isSignedIn && info.user_info !== null ? 'signedIn' : 'signedOut'
    this.space = space
    this.attempt = { phase: 'idle' }
  }

  private measured(space: SpaceInfo) {
    this.space = space
  }

  private notReached(error: unknown) {
    this.phase = 'unreachable'
    this.trouble = wordsOf(error)
  }

  private attempted() {
    this.attempt = { phase: 'checking' }
  }

  private refused(error: unknown) {
    this.attempt = { phase: 'refused', message: wordsOf(error) }
  }

  private waited(resolve: (isBack: boolean) => void) {
    this.settle = resolve
  }

  private asked() {
    this.asking = null
    this.settle = null
  }

  private expired() {
    this.phase = 'expired'
    this.dropTokens()
  }

  private ended() {
    this.forgot()
    this.dropTokens()
    this.deps.configuration.forgotten()
    this.space = null
    this.phase = 'signedOut'
  }
}

function isSessionOver(error: unknown): boolean {
  return error instanceof ApiFailure && reactionTo(error.failure).kind === 'signIn'
}

function wordsOf(error: unknown): Message {
  return error instanceof ApiFailure ? messageOf(error.failure) : { key: 'failure.unknown' }
}

function isForeign(url: string): boolean {
  return /^https?:\/\//.test(url)
}

function withReturn(url: string, base: string, redirect: string): string {
  const target = encodeURIComponent(base.replace(/\/$/, '') + redirect)
  return `${url}${url.includes('?') ? '&' : '?'}redirect=${target}`
}
