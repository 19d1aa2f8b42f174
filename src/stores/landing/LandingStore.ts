import { makeAutoObservable, observable, when } from 'mobx'
import type { Api } from '@/api/Api'
import { ApiFailure } from '@/api/ApiFailure'
import type { Message } from '@/api/Message'
import { ShareApi, type ShareVisit } from '@/api/ShareApi'
import { messageOf } from '@/api/reactions'
import type { SessionContext } from '@/api/SessionContext'
import type { ErrorCode } from '@/contract/errors'
import type { ShareNotice } from '@/contract/shares/notice'
import type { ShareProcess } from '@/contract/shares/shares'
import { addressElsewhere, denialOf, endingCodes, landingOf, type Denial, type Landing } from '@/domain/landing/landing'
import type { Clock } from '@/platform/Platform'
import type { SessionStore } from '@/stores/session/SessionStore'
import type { GrantStorage } from './GrantStorage'
import { Surroundings } from './Surroundings'

export type LandingPhase = 'loading' | 'open' | Landing['phase']

interface Dependencies {
  api: Api
  sessionContext: SessionContext
  session: Pick<SessionStore, 'phase'>
  platform: { clock: Clock }
  kept: GrantStorage
}

type Hidden = 'deps' | 'looked' | 'asks' | 'asking' | 'renewing' | 'openedFor'

/** Phases that stay while the server is unreachable. */
const found: readonly LandingPhase[] = ['open', 'denied', 'notFound']

/** A share link as its visitor has it: the contents, or what must come first (LAND-01). */
export class LandingStore implements ShareVisit {
  phase: LandingPhase = 'loading'
  /** null until opened */
  process: ShareProcess | null = null
  denial: Denial | null = null
  /** The words of the last failure; those of a wrong password are shown below its field. */
  error: Message | null = null
  /** The absolute address at which the link is opened instead; null: here (2§8). */
  elsewhere: string | null = null
  isChecking = false
  /** The last password was wrong. */
  isWrong = false
  /** The sharer and the items, where the server names them before the password. */
  notice: ShareNotice | null = null
  /** The user of the last answer: their id, null for a signed-out visitor; undefined before. */
  answeredFor: number | null | undefined = undefined
  grant: string
  /** Makes calls for this link. */
  readonly api: ShareApi
  readonly around: Surroundings
  private readonly looked = observable.set<number>()
  private asks = 0
  /** The latest request, until it is answered. */
  private asking: Promise<void> | null = null
  private renewing: Promise<boolean> | null = null
  /** As `answeredFor`, for the latest request. */
  private openedFor: number | null | undefined = undefined

  constructor(
    private readonly deps: Dependencies,
    readonly uniqueName: string,
  ) {
    this.grant = deps.kept.read(uniqueName)
    this.api = new ShareApi(deps.api, this)
    this.around = new Surroundings(deps, uniqueName)
    makeAutoObservable<this, Hidden>(this, {
      process: observable.ref,
      error: observable.ref,
      notice: observable.ref,
      uniqueName: false,
      grant: false,
      api: false,
      around: false,
      deps: false,
      looked: false,
      asks: false,
      asking: false,
      renewing: false,
      openedFor: false,
    })
  }

  /** No downloads are left (decisions 69). */
  get isDownloadLimited(): boolean {
    return this.process?.share_link.downloads_left === 0
  }

  /** No previews are left. A file previewed in this visit can still be shown, because it is not counted again. */
  isPreviewLimited(fileId: number): boolean {
    return this.process?.share_link.previews_left === 0 && !this.looked.has(fileId)
  }

  /** A file is being previewed. */
  markPreviewed(fileId: number) {
    this.looked.add(fileId)
  }

  /** Called when a screen of the link opens, because the link may have been closed, reopened or changed. The screen stays until the answer. */
  async open(userId: number | null) {
    if (this.asking && this.openedFor === userId) return this.asking
    const isFirst = this.openedFor === undefined
    this.openedFor = userId
    await this.ask()
    if (isFirst) await this.around.load()
  }

  /** The user returned to the app. A password being typed stays. */
  async onResume() {
    if (!this.asking && this.phase !== 'password') await this.ask()
  }

  async retry() {
    this.began()
    await this.ask()
  }

  async submit(password: string) {
    if (this.isChecking) return
    this.checked()
    await this.ask(password)
  }

  /** The visitor is typing another password. */
  clearError() {
    this.error = null
  }

  /** Fetches the remaining previews and downloads. */
  async refresh() {
    if (this.phase !== 'open') return
    const { previews_left: previews, downloads_left: downloads } = this.process!.share_link
    if (previews !== null || downloads !== null) await this.ask()
  }

  /** Fetches the link's settings again. */
  async reload() {
    await this.ask()
  }

  ownCodes(): readonly ErrorCode[] {
    const codes: readonly ErrorCode[] = [...endingCodes, 'share_grant_expired', 'permission_denied']
    return this.deps.sessionContext.user ? codes : [...codes, 'security_check_failed']
  }

  async mend(failure: ApiFailure): Promise<boolean> {
    // The server refuses the item, or the link because its visit token is no longer valid. Only opening the link again shows which.
    if (failure.code === 'share_grant_expired' || failure.code === 'permission_denied') return this.renew()
    if (failure.code === 'security_check_failed') return this.renewToken()
    this.landed(failure, { isTried: false, userId: this.openedFor ?? null })
    return false
  }

  /** Opens the link again in the visitor's place; may ask for a password. Once for all waiting calls. */
  private renew(): Promise<boolean> {
    this.renewing ??= this.ask().then(() => {
      this.renewing = null
      return this.phase === 'open'
    })
    return this.renewing
  }

  private async ask(password?: string) {
    const asking = this.judge(password)
    this.asking = asking
    await asking
    // Only the latest request decides.
    if (this.asking === asking) this.asking = null
    else await this.asking
  }

  private async judge(password: string | undefined) {
    const mine = (this.asks += 1)
    const { session, sessionContext } = this.deps
    // The token of an earlier visit may have expired; the session checks that at its start.
    await when(() => session.phase !== 'starting' || sessionContext.authToken === '')
    const userId = sessionContext.user?.id ?? null
    try {
      const answer = await this.send(password)
      if (mine === this.asks) this.opened(answer.process, { grant: answer.share_grant, userId })
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      if (mine === this.asks) this.landed(error, { isTried: password !== undefined, userId })
    }
  }

  private async send(password: string | undefined) {
    const asked = { unique_name: this.uniqueName }
    const own = { handledCodes: 'all' } as const
    if (password === undefined) return this.api.call('GET /apps/share_links/info/{unique_name}', asked, own)
    const send = () => this.api.call('POST /apps/share_links/info/{unique_name}', { ...asked, password }, own)
    try {
      return await send()
    } catch (error) {
      const isOld = error instanceof ApiFailure && error.code === 'security_check_failed'
      if (!isOld || !(await this.renewToken())) throw error
      return send()
    }
  }

  /** Renews the request token, which expires on a page open for long (decisions 48). */
  private async renewToken(): Promise<boolean> {
    try {
      const info = await this.api.call('GET /apps/users/get_base_info', {}, { handledCodes: 'all' })
      this.deps.sessionContext.setCsrfToken(info.csrf_token)
      return true
    } catch (error) {
      if (error instanceof ApiFailure) return false
      throw error
    }
  }

  private began() {
    this.phase = 'loading'
    this.error = null
  }

  private checked() {
    this.isChecking = true
    this.error = null
  }

  private opened(process: ShareProcess, { grant, userId }: { grant: string; userId: number | null }) {
    this.isChecking = false
    this.error = null
    this.process = process
    this.answeredFor = userId
    this.elsewhere = null
    this.denial = denialOf(process)
    this.phase = this.denial ? 'denied' : 'open'
    this.grant = grant
    this.deps.kept.write(this.uniqueName, grant)
  }

  /** What is shown stays while the server is unreachable. */
  private landed({ code, failure }: ApiFailure, { isTried, userId }: { isTried: boolean; userId: number | null }) {
    const landing = landingOf(code, isTried)
    const isCut = landing.phase === 'failed'
    const isTyping = this.isChecking
    if (!isCut) this.answeredFor = userId
    this.isChecking = false
    if (isCut && found.includes(this.phase) && !isTyping) return
    this.error = landing.phase === 'password' && !landing.isWrong ? null : messageOf(failure)
    this.isWrong = landing.phase === 'password' && landing.isWrong
    if (isCut && isTyping) return
    // A try of the password is answered without the notice.
    if (!isTried) this.notice = (failure.kind === 'refused' && failure.notice) || null
    this.phase = landing.phase
    this.elsewhere = addressElsewhere(failure.kind === 'refused' ? failure.redirectDomain : undefined, this.uniqueName)
    this.denial = landing.phase === 'denied' ? landing.denial : null
  }
}
