import type { twoStepCalls } from '@/contract/session/twoStep'
import type { DirectoryPorts } from '../../services/session/directorySignIn'
import type { Dependencies } from '../../dependencies'
import { requireSignedIn, requireUser, type Handlers } from '../../http/handler'
import { renewedTokens } from '../../http/sessionCookies'
import { passWithRecoveryCode, renewRecoveryCodes } from '../../services/session/twoStep/recoveryCodes'
import { beginTwoStep, disableTwoStep, passSecondStep, twoStepOf } from '../../services/session/twoStep/twoStep'

/**
 * The second step of signing in. All calls of this file work before the step is passed, except the calls that disable the step and renew recovery
 * codes.
 */
export function twoStepRoutes(
  ports: DirectoryPorts & Pick<Dependencies, 'sign' | 'config' | 'encrypter' | 'jobs'>,
): Handlers<typeof twoStepCalls> {
  return {
    'GET /apps/users/two_step': requireSignedIn(async (signedIn) => {
      const { isRequired, isEnrolled, isPassed, recoveryCodesLeft } = await twoStepOf(ports, signedIn)
      return {
        is_required: isRequired,
        is_enrolled: isEnrolled,
        is_passed: isPassed,
        recovery_codes_left: recoveryCodesLeft,
      }
    }),

    'POST /apps/users/two_step/begin': requireSignedIn(async (signedIn, { password }) =>
      beginTwoStep(ports, signedIn, password),
    ),

    'POST /apps/users/two_step': requireSignedIn(async (signedIn, { code }, request, reply) => {
      const { recoveryCodes, ...token } = await passSecondStep(ports, signedIn, code)
      const tokens = renewedTokens(ports, signedIn.session, token, request, reply)
      return recoveryCodes === null ? tokens : { ...tokens, recovery_codes: recoveryCodes }
    }),

    'POST /apps/users/two_step/recover': requireSignedIn(async (signedIn, { code }, request, reply) => {
      const { left, ...token } = await passWithRecoveryCode(ports, signedIn, code)
      return { ...renewedTokens(ports, signedIn.session, token, request, reply), recovery_codes_left: left }
    }),

    'POST /apps/users/two_step/recovery_codes': requireUser(async (user, { password }) => ({
      recovery_codes: await renewRecoveryCodes(ports, user, password),
    })),

    'POST /apps/users/two_step/disable': requireUser(async (user, { password }) => {
      await disableTwoStep(ports, user, password)
      return {}
    }),
  }
}
