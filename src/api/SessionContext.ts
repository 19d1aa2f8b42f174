import { makeAutoObservable, observable } from 'mobx'
import type { UserGuideSettings } from '@/contract/session/clientSettings'
import type { BaseInfo, EnterpriseInfo, UserInfo, ViewFlags } from '@/contract/entities'

/** The facts before the first reply: from the build and from the phone. */
export interface Start {
  /** The server's origin; '' for relative addresses. */
  origin: string
  /** `applet` sends an Auth-Token; HTTP 401 ends its session (CTX-03). */
  scenario: 'web' | 'applet'
  /** Stored by an earlier visit; '' means none. */
  authToken: string
}

/** No flag is set until the server sends the flags. */
const noFlags: ViewFlags = {
  collaborative_document: false,
  wps_preview: false,
  virus_scan: false,
  hide_share_link_download: false,
  data_leak_prevention: false,
  complaints: false,
  file_manager: false,
}

/** The runtime configuration (CTX-01) from the build, the page and get_base_info. `domain/applications/options` has the options of a frame. */
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
  /** '' means none; the same holds for `privacyUrl`. */
  termsUrl = ''
  privacyUrl = ''
  /** '' means none. */
  hotline = ''
  /** The messengers whose codes sign in to the mini-program (decisions 88). */
  messengers: BaseInfo['sign_in_messengers'] = []
  productName = ''
  baseUrl = ''
  unreadMessages = 0
  /** null: no guide is shown (CTX-13). */
  guides: UserGuideSettings | null = null
  /** Increases with every sign-in. A late refusal of an earlier session then asks for no further sign-in. */
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

  /** Applies the reply of get_base_info, fetched or preloaded. */
  setBaseInfo(info: BaseInfo) {
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

  /** Applies a new picture of the user. @param avatar its path; null: none */
  setPicture(avatar: string | null) {
    if (!this.user) return
    const { avatar: _, ...user } = this.user
    this.user = avatar === null ? user : { ...user, avatar }
  }

  /** Applies an unread count from any reply. */
  setUnreadCount(unreadMessages: number) {
    this.unreadMessages = unreadMessages
  }

  /** Applies a new token for the same visitor. The user stays the same. */
  setCsrfToken(csrfToken: string) {
    this.csrfToken = csrfToken
  }

  beginSession(csrfToken: string, authToken = '') {
    this.csrfToken = csrfToken
    this.authToken = authToken
    this.generation += 1
  }

  /** Ends the session. The user stays known until `clear`, so that the same user can sign in again. */
  expire() {
    this.authToken = ''
    this.csrfToken = ''
  }

  clear() {
    this.expire()
    this.user = null
    this.enterprise = null
    this.viewFlags = noFlags
    this.unreadMessages = 0
    this.guides = null
  }
}
