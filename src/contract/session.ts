import { Type } from '@sinclair/typebox'
import { call } from './call'
import { UserGuideSettings } from './clientSettings'
import { BaseInfo, ShareUserInfo, SpaceInfo } from './entities'
import { shareScenario } from './shares'

export const sessionCalls = {
  'GET /apps/users/is_user_logged_in': call({}, { is_user_logged_in: Type.Boolean() }),
  'GET /apps/users/get_base_info': call(shareScenario, BaseInfo.properties),
  /** 2§3: what the page of a link offers besides the link. It is the same for every link, whether there is one or not. */
  'GET /apps/users/get_share_user_info': call(shareScenario, ShareUserInfo.properties),
  /** Not in the specification. With scenario applet it answers an auth_token instead of setting a cookie. */
  'POST /apps/users/login': call(
    {
      login: Type.String({ minLength: 1, maxLength: 200 }),
      password: Type.String({ minLength: 1, maxLength: 200 }),
      scenario: Type.Optional(Type.Literal('applet')),
      /** What an earlier sign-in gave; browsers send it as a cookie. */
      device_token: Type.Optional(Type.String({ maxLength: 100 })),
    },
    {
      csrf_token: Type.String(),
      auth_token: Type.Optional(Type.String()),
      device_token: Type.Optional(Type.String()),
    },
  ),
  'POST /apps/users/logout': call({}, {}),
  /** Switches guides off (1§7, decisions 9); those that are not named stay as they are. */
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
