import type { pushCalls } from '@/contract/push'
import type { Dependencies } from '../dependencies'
import { requireUser, type Handlers } from '../http/handler'
import { setPushChoice, pushSettings } from '../services/push/choices'

/** A user's choice of push messages in WeChat and WeCom (AH-30). */
export function pushRoutes(ports: Pick<Dependencies, 'db' | 'config'>): Handlers<typeof pushCalls> {
  return {
    'GET /apps/messages/outside': requireUser(async ({ actor }) => {
      const { isPossible, isKnown, choices } = await pushSettings(ports, actor)
      return { is_possible: isPossible, is_known: isKnown, choices }
    }),

    'POST /apps/messages/choose_outside': requireUser(async ({ actor }, { kind, is_on: isOn }) => {
      await setPushChoice(ports.db, actor, kind, isOn)
      return {}
    }),
  }
}
