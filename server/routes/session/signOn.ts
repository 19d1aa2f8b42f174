import type { FastifyInstance } from 'fastify'
import type { administrationSignOnCalls } from '@/contract/administration/signOn'
import type { signOnCalls } from '@/contract/session/signOn'
import type { Dependencies } from '../../dependencies'
import { isPhone, isWeComBrowser, maySignInByItself } from '../../http/browsers'
import { requireUser, type Handlers } from '../../http/handler'
import type { CallTurns } from '../../http/turns'
import { readSignOn, removeSignOn, setSignOn } from '../../services/administration/signOn'
import {
  beginSignOn,
  completeSignOn,
  offersWeCom,
  signOutAtProvider,
  waysToSignOn,
} from '../../services/session/signOn'
import { addressOf, BrowserSignOn, idOf } from './BrowserSignOn'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'config' | 'sign' | 'log' | 'encrypter' | 'openIdClients'>
type Query = { Querystring: Record<string, unknown> }

const PATH = '/api/sign_on'
const CALLBACK = `${PATH}/callback`

/** The calls about signing on at an OpenID provider: what the sign-in page offers, and the settings in the console. */
export function signOnRoutes(ports: Ports): Handlers<typeof signOnCalls & typeof administrationSignOnCalls> {
  return {
    'GET /apps/users/sign_on_ways': async ({ isDeactivated }, _input, request) => {
      const hasWeCom = isWeComBrowser(request) || !isPhone(request)
      const ways = await waysToSignOn(ports, { hasWeCom, isAutomatic: maySignInByItself(request) })
      return {
        ways,
        ...(!hasWeCom && { opens_in_wecom: await offersWeCom(ports) }),
        ...(isDeactivated && { ended: 'account_deactivated' as const }),
      }
    },
    'GET /admin/sign_on/get': requireUser(async ({ actor }, _input, request) => ({
      provider: await readSignOn(ports, actor),
      redirect_url: `${addressOf(request, ports)}${CALLBACK}`,
    })),
    'POST /admin/sign_on/set': requireUser(async ({ actor }, { provider, client_secret }) => ({
      provider: await setSignOn(ports, actor, provider, client_secret),
    })),
    'POST /admin/sign_on/remove': requireUser(async ({ actor }) => {
      await removeSignOn(ports, actor)
      return {}
    }),
  }
}

/** The addresses through which a browser goes to the provider and comes back (DIR-01). */
export function registerSignOn(app: FastifyInstance, ports: Ports & { turns: CallTurns }): void {
  const browsers = new BrowserSignOn(ports, CALLBACK, 'satchel_sign_on')
  app.get<Query>(`${PATH}/start`, (request, reply) =>
    browsers.leave(request, reply, (asked) => beginSignOn(ports, asked)),
  )
  app.get(CALLBACK, (request, reply) => browsers.comeBack(request, reply, (back) => completeSignOn(ports, back)))
  app.get<Query>(`${PATH}/out`, (request, reply) =>
    browsers.inTurn(request, async () => {
      const back = `${addressOf(request, ports)}/login`
      const id = idOf(request.query.organisation)
      return reply.redirect((await signOutAtProvider(ports, id, back)) ?? '/login')
    }),
  )
}
