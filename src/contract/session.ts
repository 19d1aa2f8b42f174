import { Type } from '@sinclair/typebox'
import { call } from './call'
import { BaseInfo, SpaceInfo, UserGuideSettings } from './entities'

export const sessionCalls = {
  'GET /apps/users/is_user_logged_in': call({}, { is_user_logged_in: Type.Boolean() }),
  'GET /apps/users/get_base_info': call({}, BaseInfo.properties),
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
