import type { twoStepCalls } from '@/contract/session/twoStep'
import type { DirectoryPorts } from '../../services/session/directorySignIn'
import type { Dependencies } from '../../dependencies'
import { requireSignedIn, requireUser, type Handlers } from '../../http/handler'
import { renewedTokens } from '../../http/sessionCookies'
import { beginTwoStep, disableTwoStep, passSecondStep, twoStepOf } from '../../services/session/twoStep'

/** The second step of signing in. All calls of this file work before the step is passed, except the call that disables the step. */
export function twoStepRoutes(
  ports: DirectoryPorts & Pick<Dependencies, 'sign' | 'config'>,
): Handlers<typeof twoStepCalls> {
  return {
    'GET /apps/users/two_step': requireSignedIn(async (signedIn) => {
      const { isRequired, isEnrolled, isPassed } = twoStepOf(signedIn)
      return { is_required: isRequired, is_enrolled: isEnrolled, is_passed: isPassed }
    }),

    'POST /apps/users/two_step/begin': requireSignedIn(async (signedIn, { password }) =>
      beginTwoStep(ports, signedIn, password),
    ),

    'POST /apps/users/two_step': requireSignedIn(async (signedIn, { code }, request, reply) => {
      const token = await passSecondStep(ports, signedIn, code)
      return renewedTokens(ports, signedIn.session, token, request, reply)
    }),

    'POST /apps/users/two_step/disable': requireUser(async (user, { password }) => {
      await disableTwoStep(ports, user, password)
      return {}
    }),
  }
}
