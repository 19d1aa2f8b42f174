import type { twoStepCalls } from '@/contract/twoStep'
import type { Dependencies } from '../dependencies'
import { signedInOf, type Handlers } from '../http/handler'
import { passSecondStep, twoStepOf } from '../services/twoStep'

/** The second step of signing in; reachable before it is passed. */
export function twoStepRoutes(ports: Pick<Dependencies, 'db' | 'clock' | 'config'>): Handlers<typeof twoStepCalls> {
  return {
    'GET /apps/users/two_step': async (context) => {
      const { isRequired, isEnrolled, isPassed, secret, address } = await twoStepOf(ports, signedInOf(context))
      return { is_required: isRequired, is_enrolled: isEnrolled, is_passed: isPassed, secret, address }
    },

    'POST /apps/users/two_step': async (context, { code }, request) => {
      await passSecondStep(ports, signedInOf(context), code, request.ip)
      return {}
    },
  }
}
