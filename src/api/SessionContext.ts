import { makeAutoObservable, observable } from 'mobx'
import type { UserGuideSettings } from '@/contract/session/clientSettings'
import type { BaseInfo, EnterpriseInfo, UserInfo, ViewFlags } from '@/contract/entities'

/** What is known before the first answer: from the build and from the phone. */
export interface Start {
  /** The server's origin, '' where addresses are relative. */
  origin: string
  /** `applet` carries an Auth-Token and reads HTTP 401 as its end (CTX-03). */
  scenario: 'web' | 'applet'
  /** Kept from an earlier visit; '' is none. */
  authToken: string
}

/** No flag is set until the server says so. */
const noFlags: ViewFlags = {
  collaborative_document: false,
  wps_preview: false,
  virus_scan: false,
  hide_share_link_download: false,
  data_leak_prevention: false,
  complaints: false,
  file_manager: false,
}

/** The one runtime configuration (CTX-01): filled from the build, the page and get_base_info. What a frame is asked for is in `domain/applications/options`. */
export class SessionContext {
  readonly apiUrl: string
  readonly scenario: 'web' | 'applet'
  authToken: string
  csrfToken = ''
  user: UserInfo | null = null
  enterprise: EnterpriseInfo | null = null
  viewFlags: ViewFlags = noFlags
  loginUrl = ''
  logoutUrl = ''
  registerUrl = ''
  /** '' is none; so is it of the next. */
  termsUrl = ''
  privacyUrl = ''
  /** '' is none. */
  hotline = ''
  /** By whose codes the mini-program signs in (decisions 88). */
  messengers: BaseInfo['sign_in_messengers'] = []
  productName = ''
  baseUrl = ''
  unreadMessages = 0
  /** null where none is to be shown (CTX-13). */
  guides: UserGuideSettings | null = null
  /** Rises with every sign-in, so that a late refusal of the session before it asks for no further one. */
  generation = 0

  constructor({ origin, scenario, authToken }: Start) {
    this.apiUrl = `${origin}/api`
    this.scenario = scenario
    this.authToken = authToken
    makeAutoObservable<this>(this, {
      apiUrl: false,
      scenario: false,
      generation: false,
      user: observable.ref,
      enterprise: observable.ref,
      viewFlags: observable.ref,
    })
  }

  /** get_base_info answered, or the page brought its answer along. */
  baseInfoReceived(info: BaseInfo) {
    this.csrfToken = info.csrf_token
    this.user = info.user_info
    this.enterprise = info.enterprise_info
    this.viewFlags = info.view_flags
    this.loginUrl = info.login_url
    this.logoutUrl = info.logout_url
    this.registerUrl = info.register_url
    this.termsUrl = info.terms_url
    this.privacyUrl = info.privacy_url
    this.hotline = info.customer_service_hotline
    this.messengers = info.sign_in_messengers
    this.productName = info.product_name
    this.baseUrl = info.base_url
    this.unreadMessages = info.unread_messages_count
    this.guides = info.is_h5_show_user_guide ? info.user_guide_settings : null
  }

  /** The user shows another picture of themself. @param avatar its path; null: none */
  pictured(avatar: string | null) {
    if (!this.user) return
    const { avatar: _, ...user } = this.user
    this.user = avatar === null ? user : { ...user, avatar }
  }

  /** The server said how much is unread, in whatever answer. */
  unreadCounted(unreadMessages: number) {
    this.unreadMessages = unreadMessages
  }

  /** Another token for the same visitor; who was signed in before stays known. */
  csrfTokenRenewed(csrfToken: string) {
    this.csrfToken = csrfToken
  }

  signedIn(csrfToken: string, authToken = '') {
    this.csrfToken = csrfToken
    this.authToken = authToken
    this.generation += 1
  }

  /** The session ended; who it was stays known until `forgotten`, so that the same user can come back. */
  expired() {
    this.authToken = ''
    this.csrfToken = ''
  }

  forgotten() {
    this.expired()
    this.user = null
    this.enterprise = null
    this.viewFlags = noFlags
    this.unreadMessages = 0
    this.guides = null
  }
}
