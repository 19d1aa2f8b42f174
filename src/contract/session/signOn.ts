import { Type } from '@sinclair/typebox'
import { Id, call, oneOf } from '../call'

export const signOnCalls = {
  /**
   * Own call, for the sign-in page of H5: the organisations whose people may sign on at a provider or with WeCom. `/api/sign_on/start` or
   * `/api/wecom/start` begins it. WeCom is offered to its own browser and to computers.
   */
  'GET /apps/users/sign_on_ways': call(
    {},
    {
      ways: Type.Array(
        Type.Object({
          kind: oneOf('oidc', 'wecom'),
          enterprise_id: Id,
          /** The name of the provider; for WeCom that of the organisation. */
          label: Type.String(),
          /** Whether the page begins by itself: in WeCom's browser, unless somebody signed out there. */
          is_automatic: Type.Boolean(),
        }),
      ),
      /** On a phone, in another browser than WeCom's: true if somebody may sign in with WeCom by opening the page in WeCom (AH-55). */
      opens_in_wecom: Type.Optional(Type.Boolean()),
      /** Why the session of this browser ended, if the page of sign-in must say so. */
      ended: Type.Optional(Type.Literal('account_deactivated')),
    },
  ),
}
