import { Type, type Static } from '@sinclair/typebox'
import { call } from '../call'
import { UserGuideSettings } from './clientSettings'
import { BaseInfo, SpaceInfo } from '../entities'
import { shareScenario } from '../shares/shares'

/** 2§3; from the configuration (decisions 4.10). */
export const ShareUserInfo = Type.Object({
  /** The product id of the app that open_app_url opens; '' means none. */
  product_id: Type.String(),
  /** The resource that the app opens: the token of the link; '' if the request named no link. */
  resource_id: Type.String(),
  /** '' hides "Open in app". */
  open_app_url: Type.String(),
  /** Whether another company sells the product under its own name. Such a product offers neither registration nor reports. */
  is_custom_product: Type.Boolean(),
})

export const sessionCalls = {
  'GET /apps/users/is_user_logged_in': call({}, { is_user_logged_in: Type.Boolean() }),
  'GET /apps/users/get_base_info': call(shareScenario, BaseInfo.properties),
  /** 2§3: what a link's page offers besides the link. The reply is the same for every link, even for a nonexistent one. */
  'GET /apps/users/get_share_user_info': call(shareScenario, ShareUserInfo.properties),
  /** Not in the specification. With scenario applet it returns an auth_token instead of setting a cookie. */
  'POST /apps/users/login': call(
    {
      login: Type.String({ minLength: 1, maxLength: 200 }),
      password: Type.String({ minLength: 1, maxLength: 200 }),
      scenario: Type.Optional(Type.Literal('applet')),
      /** The device token of an earlier sign-in; browsers send it as a cookie. */
      device_token: Type.Optional(Type.String({ maxLength: 100 })),
    },
    {
      csrf_token: Type.String(),
      auth_token: Type.Optional(Type.String()),
      device_token: Type.Optional(Type.String()),
    },
  ),
  /**
   * Not in the specification: somebody forgot the password. An existing person gets a one-time link by e-mail, or waits for an administrator. The reply
   * is always the same. Refused with login_too_often while the network must wait.
   */
  'POST /apps/users/forgotten_password': call({ login: Type.String({ minLength: 1, maxLength: 1000 }) }, {}),
  'POST /apps/users/logout': call({}, {}),
  /** Switches guides off (1§7, decisions 9). Guides not named stay unchanged. */
  'POST /apps/users/update_user_guide_settings': call(
    {
      new_user_guide_settings: Type.Partial(UserGuideSettings, {
        propertyNames: Type.KeyOf(UserGuideSettings),
        minProperties: 1,
      }),
    },
    {},
  ),
  'GET /apps/frequently_used_items/get_space_info': call({}, SpaceInfo.properties),
}

export type ShareUserInfo = Static<typeof ShareUserInfo>
