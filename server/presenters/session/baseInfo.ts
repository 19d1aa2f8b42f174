import { createHash } from 'node:crypto'
import type { BaseInfo, EnterpriseInfo, Language, ShareBranding, ViewFlags } from '@/contract/entities'
import type { MessengerKind } from '@/contract/messengers/messengers'
import type { ShareUserInfo } from '@/contract/session/session'
import type { UserActor } from '../../actors/actor'
import { logoAddress } from '@/domain/enterprise/logo'
import { REGISTRATION_PAGE } from '@/domain/session/redirect'
import type { Configuration } from '../../config/configuration'
import { productNameIn } from '../../config/productName'
import { mayReport } from '../../policies/shares/links'

type Enterprise = UserActor['enterprise']

/** The facts about the client and its user. */
export interface BaseFacts {
  /** null before sign-in */
  actor: UserActor | null
  language: Language
  csrfToken: string
  unreadMessages: number
  /** Address of the user's own picture; absent without one. */
  avatar?: string
  /** The origin of the request, such as `https://drive.example`. */
  origin: string
  /** The enterprise of the link whose page is opened; undefined: no link is opened. */
  brandedBy?: Enterprise | null
  /** Where a browser signs out at the OpenID provider, too. */
  signOutPath?: string
}

/** The data for a client's first screen, also without a session (decisions 4.9). */
export function presentBaseInfo(
  { actor, language, csrfToken, unreadMessages, avatar, origin, brandedBy, signOutPath }: BaseFacts,
  config: Configuration,
): BaseInfo {
  return {
    csrf_token: csrfToken,
    user_info: actor && {
      id: actor.user.id,
      name: actor.user.name,
      login: actor.user.login,
      trash_period: actor.enterprise.trash_period_days,
      ...(avatar !== undefined && { avatar }),
      ...(actor.user.administrator_role !== null && { administrator_role: actor.user.administrator_role }),
    },
    enterprise_info: actor && presentEnterprise(actor.enterprise),
    view_flags: presentFlags(actor?.enterprise),
    unread_messages_count: unreadMessages,
    product_name: productNameIn(language, config),
    base_url: config.baseUrl ?? origin,
    env_config: { upload_days: config.uploadDays, session_days: config.sessionDays },
    login_url: config.loginUrl ?? '/login',
    logout_url: config.logoutUrl ?? (signOutPath ? `${config.baseUrl ?? origin}${signOutPath}` : '/login'),
    register_url: config.registerUrl ?? (config.registration === null ? '' : REGISTRATION_PAGE),
    terms_url: config.termsUrl ?? '',
    privacy_url: config.privacyUrl ?? '',
    customer_service_hotline: config.customerServiceHotline ?? '',
    sign_in_messengers: signInMessengers(config),
    user_guide_settings: {
      user_guide_h5_sync: actor?.user.user_guide_h5_sync ?? false,
      user_guide_h5_upload: actor?.user.user_guide_h5_upload ?? false,
      user_guide_h5_logout: actor?.user.user_guide_h5_logout ?? false,
    },
    is_h5_show_user_guide: actor?.enterprise.is_h5_show_user_guide ?? false,
    ...(brandedBy !== undefined && { share_branding: brandedBy && presentBranding(brandedBy, config) }),
  }
}

/** The branding that an enterprise shows to visitors of its links. */
function presentBranding(
  enterprise: Enterprise,
  { customProduct }: Pick<Configuration, 'customProduct'>,
): ShareBranding {
  return {
    language_type: enterprise.wording,
    logo_key: enterprise.logo_key,
    logo_dark_key: enterprise.logo_dark_key,
    logo_url: logoAddress(enterprise.id, enterprise.logo_key),
    logo_dark_url: logoAddress(enterprise.id, enterprise.logo_dark_key),
    share_link_page_title: enterprise.share_link_page_title,
    complaints: mayReport(enterprise, customProduct),
  }
}

/** The product's facts for the landing page of a link, with which the page opens the share in an app (2§3). @param uniqueName '' for none */
export function presentShareUser(
  { productId, openAppUrl, customProduct }: Pick<Configuration, 'productId' | 'openAppUrl' | 'customProduct'>,
  uniqueName: string,
): ShareUserInfo {
  return {
    product_id: productId ?? '',
    resource_id: uniqueName,
    open_app_url: openAppUrl?.replace('{share}', () => encodeURIComponent(uniqueName)) ?? '',
    is_custom_product: customProduct,
  }
}

function presentEnterprise(enterprise: Enterprise): EnterpriseInfo {
  return {
    id: enterprise.id,
    name: enterprise.name,
    is_personal_user_enterprise: enterprise.is_personal,
    default_expiring_interval_days: enterprise.default_expiring_interval_days,
    is_personal_space_closed: enterprise.is_personal_space_closed,
    language_type: enterprise.wording,
    is_from_wechat_enterprise: enterprise.is_from_wechat_enterprise,
    wechat_type: enterprise.wechat_type,
    logo_key: enterprise.logo_key,
    logo_dark_key: enterprise.logo_dark_key,
    share_link_page_title: enterprise.share_link_page_title,
    share_with_colleagues_disallowed: enterprise.share_with_colleagues_disallowed,
    is_professional_plan: enterprise.is_professional_plan,
  }
}

/** Changes whenever the facts about an enterprise that a client shows change. */
export function settingsMark(enterprise: Enterprise): string {
  const facts = JSON.stringify([presentEnterprise(enterprise), presentFlags(enterprise)])
  return createHash('sha256').update(facts).digest('hex').slice(0, 8)
}

/** The messengers that can sign a user in: those that are configured. */
function signInMessengers({ messengers }: Configuration): MessengerKind[] {
  const { wechatApplet, wecom } = messengers
  return [...(wechatApplet ? (['wechat'] as const) : []), ...(wecom ? (['wecom'] as const) : [])]
}

function presentFlags(enterprise: Enterprise | undefined): ViewFlags {
  return {
    collaborative_document: enterprise?.collaborative_document ?? false,
    wps_preview: enterprise?.wps_preview ?? false,
    virus_scan: enterprise?.virus_scan ?? false,
    hide_share_link_download: enterprise?.hide_share_link_download ?? false,
    data_leak_prevention: enterprise?.data_leak_prevention ?? false,
    complaints: enterprise?.complaints ?? false,
    file_manager: enterprise?.file_manager ?? false,
  }
}
