import { makeAutoObservable, observable } from 'mobx'
import { ApiFailure } from '@/api/ApiFailure'
import type { SessionContext } from '@/api/SessionContext'
import type { Message } from '@/api/Message'
import { readBoot } from '@/api/boot'
import { messageOf } from '@/api/reactions'
import type { EnterpriseInfo, SpaceInfo, UserInfo } from '@/contract/entities'
import { safeRedirect } from '@/domain/session/redirect'
import type { Platform } from '@/platform/Platform'
import type { FeedbackStore } from '@/stores/app/FeedbackStore'
import { openSignIn } from './openSignIn'
import { reportError } from '@/stores/app/reportError'
import type { Proof } from './proof'
import { isSessionOver, type SessionCalls, type SessionInfo } from './SessionCalls'

/**
 * `expired`: the session ended while the app was in use; pages stay as they are while the user signs in again.
 * `unreachable`: nothing is known, because the server did not answer.
 */
export type SessionPhase = 'starting' | 'signedOut' | 'signedIn' | 'expired' | 'unreachable'

export type SignInAttempt = { phase: 'idle' } | { phase: 'checking' } | { phase: 'refused'; message: Message }

interface Dependencies {
  calls: SessionCalls
  sessionContext: SessionContext
  feedback: FeedbackStore
  platform: Pick<Platform, 'boot' | 'can' | 'clock' | 'navigate' | 'storage'>
}

type Hidden = 'deps' | 'asking' | 'settle' | 'endings'

/** The signed-in user (CTX-03, CTX-04). */
export class SessionStore {
  phase: SessionPhase = 'starting'
  attempt: SignInAttempt = { phase: 'idle' }
  /** Storage used and allowed; null until known. */
  space: SpaceInfo | null = null
  /** Why the server is unreachable. */
  error: Message | null = null
  /** The single sign-in that all refused calls wait for. */
  private asking: Promise<boolean> | null = null
  private settle: ((isBack: boolean) => void) | null = null
  private readonly endings: (() => void)[] = []

  constructor(private readonly deps: Dependencies) {
    makeAutoObservable<this, Hidden>(this, {
      attempt: observable.ref,
      space: observable.ref,
      error: observable.ref,
      deps: false,
      asking: false,
      settle: false,
      endings: false,
    })
  }

  get user(): UserInfo | null {
    return this.deps.sessionContext.user
  }

  get enterprise(): EnterpriseInfo | null {
    return this.deps.sessionContext.enterprise
  }

  /** Finds out who is signed in: from the page, else from the server. Called at start, and to try again. */
  async start() {
    this.began()
    // The server wrote the page for the cookie; the page does not know a token.
    const boot = this.deps.sessionContext.authToken === '' && readBoot(this.deps.platform.boot())
    if (boot) return this.found({ isSignedIn: boot.is_user_logged_in, info: boot.base_info, space: boot.space_info })
    try {
      this.found(await this.deps.calls.ask())
    } catch (error) {
      this.notReached(error)
    }
  }

  /** Signs in. On success continues at `redirect`, or where the session had ended. Resolves to whether it worked. */
  signIn(login: string, password: string, redirect?: string): Promise<boolean> {
    return this.signInBy({ login, password }, redirect)
  }

  /** As `signIn`, by another proof. */
  async signInBy(proof: Proof, redirect?: string): Promise<boolean> {
    if (this.attempt.phase === 'checking') return false
    this.attempted()
    const visitor = await this.enter(proof)
    if (!visitor) return false
    const isOther = this.user !== null && this.user.id !== visitor.info.user_info?.id
    if (isOther) this.forgot()
    this.found(visitor)
    await this.goOn(isOther, redirect)
    return true
  }

  /** Signs out, erases stored data, and opens the sign-in page. @param redirect the address to return to */
  async signOut(redirect?: string) {
    const { calls, feedback, platform } = this.deps
    try {
      await calls.signOut()
    } catch (error) {
      if (platform.can.cookies && !isSessionOver(error)) return feedback.alert(this.wordsOf(error))
    }
    this.ended()
    await openSignIn(this.deps, { how: 'relaunch', redirect })
  }

  /** Leads from a page that needs a user to sign-in, and back. */
  async openSignIn() {
    await openSignIn(this.deps, { how: 'replace', redirect: this.deps.platform.navigate.here() })
  }

  /** Asks once, however many calls were refused; resolves to whether the same user returned. */
  signInAgain(notice?: Message): Promise<boolean> {
    this.asking ??= this.askToSignIn(notice).finally(() => this.asked())
    return this.asking
  }

  /** The user left the sign-in page without signing in. */
  abandonSignIn() {
    this.settle?.(false)
  }

  async refreshSpace() {
    const space = await this.deps.calls.askSpace()
    if (space) this.measured(space)
  }

  /** Calls the listener when the user leaves or another user signs in. The listener must drop the data of the former user. */
  onEnd(listener: () => void) {
    this.endings.push(listener)
  }

  /** null where the server refuses, or forgets the session at once because the browser takes no cookies; the attempt says why. */
  private async enter(proof: Proof): Promise<SessionInfo | null> {
    try {
      await this.deps.calls.signIn(proof)
      const visitor = await this.deps.calls.ask()
      if (visitor.isSignedIn) return visitor
      this.refused(null)
    } catch (error) {
      this.refused(error)
    }
    return null
  }

  private async askToSignIn(notice?: Message): Promise<boolean> {
    const { feedback, platform } = this.deps
    const redirect = platform.navigate.here()
    this.expired()
    if (notice) await feedback.alert(notice, { confirm: { key: 'failure.signIn' } })
    const answer = new Promise<boolean>((resolve) => this.waited(resolve))
    const hasLeft = await openSignIn(this.deps, { how: 'push', redirect })
    return hasLeft ? false : answer
  }

  /** After a renewed sign-in returns to the page; restarts for another user. */
  private async goOn(isOther: boolean, redirect?: string) {
    const { settle } = this
    const { navigate } = this.deps.platform
    settle?.(!isOther)
    if (settle && !isOther) return navigate.back()
    const target = isOther ? '' : safeRedirect(redirect, '')
    return target === '' ? navigate.relaunch({ page: 'files', space: 'frequent' }) : navigate.resume(target)
  }

  /** Drops everything of the user. */
  private forgot() {
    this.deps.platform.storage.forget()
    for (const listener of this.endings) listener()
  }

  private began() {
    this.phase = 'starting'
    this.error = null
  }

  private found({ isSignedIn, info, space }: SessionInfo) {
    const user = isSignedIn ? info.user_info : null
    if (user) this.deps.platform.storage.own(user.id)
    this.deps.sessionContext.setBaseInfo(info)
    this.phase = user ? 'signedIn' : 'signedOut'
    this.space = space
    this.attempt = { phase: 'idle' }
  }

  private notReached(error: unknown) {
    this.phase = 'unreachable'
    this.error = this.wordsOf(error)
  }

  private measured(space: SpaceInfo) {
    this.space = space
  }

  private attempted() {
    this.attempt = { phase: 'checking' }
  }

  private refused(error: unknown) {
    this.attempt = { phase: 'refused', message: this.wordsOf(error) }
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
    this.deps.calls.dropTokens()
  }

  private ended() {
    this.forgot()
    this.deps.calls.dropTokens()
    this.deps.sessionContext.clear()
    this.space = null
    this.phase = 'signedOut'
  }

  private wordsOf(error: unknown): Message {
    if (error instanceof ApiFailure) return messageOf(error.failure)
    // A browser without cookies: the sign-in succeeded, and the server does not recognise it.
    if (error !== null) reportError(this.deps.platform.clock, error)
    return { key: 'failure.unknown' }
  }
}
