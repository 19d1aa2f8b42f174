import { Type } from '@sinclair/typebox'
import { call, nullable } from './call'

/** Own calls: the second step that an enterprise may force (force_two_step, decisions 4.35). */
export const twoStepCalls = {
  'GET /apps/users/two_step': call(
    {},
    {
      is_required: Type.Boolean(),
      is_enrolled: Type.Boolean(),
      /** Whether this session passed it. */
      is_passed: Type.Boolean(),
      /** base32, to type into an authenticator app; null once enrolled. */
      secret: nullable(Type.String()),
      /** `otpauth://…` of the same secret; null once enrolled. */
      address: nullable(Type.String()),
    },
  ),
  /** A right code enrols the user, if they were not yet, and passes this session. */
  'POST /apps/users/two_step': call({ code: Type.String({ pattern: '^[0-9]{6}$' }) }, {}),
}
