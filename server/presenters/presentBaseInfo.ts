import type { FastifyRequest } from 'fastify'
import type { BaseInfo, EnterpriseInfo, Language, ViewFlags } from '@/contract/entities'
import type { Actor, UserActor } from '../actor'
import type { Dependencies } from '../dependencies'
import type { EnterpriseRow } from '../database/tables'
import { sessionToken, visitorToken } from '../http/requestTokens'
import { unreadMessages } from '../queries/messages'
import type { RequestContext } from '../http/handler'

const productNames: Record<Language, string> = { 'zh-CN': '书包云盘', 'zh-TW': '書包雲盤', en: 'Satchel' }

/** What a client knows before its first screen; of a visitor without a session too (decisions 4.9). */
export async function presentBaseInfo(
  { actor, session, language }: RequestContext,
  request: FastifyRequest,
  { config, sign, clock, db }: Dependencies,
): Promise<BaseInfo> {
  const signedIn = asUser(actor)
  return {
    csrf_token: session ? sessionToken(sign, session.hash) : visitorToken(sign, clock),
    user_info: signedIn && {
      id: signedIn.user.id,
      name: signedIn.user.name,
      login: signedIn.user.login,
      trash_period: signedIn.enterprise.trash_period_days,
    },
    enterprise_info: signedIn && presentEnterprise(signedIn.enterprise),
    view_flags: presentFlags(signedIn?.enterprise),
    unread_messages_count: signedIn ? await unreadMessages(db, signedIn.user.id) : 0,
    product_name: config.productName ?? productNames[language],
    base_url: config.baseUrl ?? `${request.protocol}://${request.host}`,
    login_url: config.loginUrl ?? '/login',
    logout_url: config.logoutUrl ?? '/login',
    register_url: config.registerUrl ?? '',
    customer_service_hotline: config.customerServiceHotline ?? '',
    user_guide_settings: {
      user_guide_h5_sync: signedIn?.user.user_guide_h5_sync ?? false,
      user_guide_h5_upload: signedIn?.user.user_guide_h5_upload ?? false,
      user_guide_h5_logout: signedIn?.user.user_guide_h5_logout ?? false,
    },
    is_h5_show_user_guide: signedIn?.enterprise.is_h5_show_user_guide ?? false,
  }
}

function asUser(actor: Actor | null): UserActor | null {
  return actor?.kind === 'user' ? actor : null
}

function presentEnterprise(enterprise: EnterpriseRow): EnterpriseInfo {
  return {
    id: enterprise.id,
    name: enterprise.name,
    is_personal_user_enterprise: enterprise.is_personal,
    default_expiring_interval_days: enterprise.default_expiring_interval_days,
    is_personal_space_closed: enterprise.is_personal_space_closed,
    language_type: enterprise.wording,
    is_from_wechat_enterprise: enterprise.is_from_wechat_enterprise,
    share_with_colleagues_disallowed: enterprise.share_with_colleagues_disallowed,
    is_professional_plan: enterprise.is_professional_plan,
  }
}

function presentFlags(enterprise: EnterpriseRow | undefined): ViewFlags {
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
