import { Type } from '@sinclair/typebox'
import { Password, renewedTokens } from './account'
import { call } from '../call'

/** Own calls: the second step of signing in, which an enterprise may force (force_two_step, decisions 4.35) and users may switch on. */
export const twoStepCalls = {
  'GET /apps/users/two_step': call(
    {},
    {
      /** The enterprise forces it. */
      is_required: Type.Boolean(),
      is_enrolled: Type.Boolean(),
      /** Whether this session passed it. */
      is_passed: Type.Boolean(),
    },
  ),
  /** Begins to switch it on: a new secret for an authenticator app. It counts once a code of it is sent. */
  'POST /apps/users/two_step/begin': call(
    { password: Password },
    {
      /** base32 */
      secret: Type.String(),
      /** `otpauth://…` of the same secret. */
      address: Type.String(),
    },
  ),
  /** A right code switches it on, if it was not yet, and passes this session, which goes on under another token. */
  'POST /apps/users/two_step': call({ code: Type.String({ pattern: '^[0-9]{6}$' }) }, renewedTokens),
  /** Refused where the enterprise forces it. */
  'POST /apps/users/two_step/disable': call({ password: Password }, {}),
}
