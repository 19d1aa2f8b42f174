import type { sessionCalls } from '@/contract/session/session'
import type { DirectoryPorts } from '../../services/session/directorySignIn'
import type { Dependencies } from '../../dependencies'
import { requireVisitorToken } from '../../http/authenticate'
import { baseInfoOf } from '../../http/baseInfo'
import { cookieNames } from '../../http/cookies'
import { requireUser, signedInOf, type Handlers } from '../../http/handler'
import { sessionToken } from '../../http/requestTokens'
import { rememberSignOut } from '../../http/browsers'
import { clearSessionCookie, setSessionCookies } from '../../http/sessionCookies'
import { presentShareUser } from '../../presenters/session/baseInfo'
import { ownSpace, saveGuides } from '../../services/session/account'
import { askForPassword } from '../../services/session/forgottenRequests'
import { lookUpInTurn } from '../../services/session/loginAttempts'
import { loginMeant } from '../../services/session/registration'
import { signIn, signOut } from '../../services/session/sessions'
import { brandingOf } from '../../services/landing/branding'

/** Signing in and out, and the first calls of a client. */
export function sessionRoutes(
  ports: DirectoryPorts & Pick<Dependencies, 'sign' | 'config' | 'jobs'>,
): Handlers<typeof sessionCalls> {
  const { db, sign, config } = ports
  return {
    'GET /apps/users/is_user_logged_in': async ({ actor }) => ({ is_user_logged_in: actor !== null }),

    'GET /apps/users/get_base_info': async (context, { share_link_token: uniqueName }, request) => {
      const { ip: address } = request
      const branding = uniqueName === undefined ? undefined : await brandingOf(ports, { uniqueName, address })
      return baseInfoOf(context, request, ports, branding)
    },

    'GET /apps/users/get_share_user_info': async (_context, { share_link_token = '' }) =>
      presentShareUser(config, share_link_token),

    'POST /apps/users/login': async (context, { login, password, scenario, device_token }, request, reply) => {
      if (!context.session) requireVisitorToken(request, ports)
      const before = context.session && signedInOf(context)
      const kind = scenario === 'applet' ? 'token' : 'cookie'
      const credentials = {
        login: await lookUpInTurn(request.ip, () => loginMeant(ports, login)),
        password,
        address: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        deviceToken: kind === 'token' ? device_token : request.cookies[cookieNames(request, config).device],
      }
      const { token, hash, deviceToken } = await signIn(ports, credentials, kind, before)
      const csrf_token = sessionToken(sign, hash)
      if (kind === 'token') return { csrf_token, auth_token: token, device_token: deviceToken }
      setSessionCookies(ports, { token, deviceToken }, request, reply)
      return { csrf_token }
    },

    'POST /apps/users/forgotten_password': async (context, { login }, request) => {
      if (!context.session) requireVisitorToken(request, ports)
      await askForPassword(ports, { name: login, address: request.ip })
      return {}
    },

    'POST /apps/users/logout': async (context, _input, request, reply) => {
      if (context.session) await signOut(ports, signedInOf(context))
      clearSessionCookie(ports, request, reply)
      rememberSignOut(request, reply, ports.config)
      return {}
    },

    'POST /apps/users/update_user_guide_settings': requireUser(
      async ({ actor }, { new_user_guide_settings: guides }) => {
        await saveGuides(db, actor, guides)
        return {}
      },
    ),

    'GET /apps/frequently_used_items/get_space_info': requireUser(({ actor }) => ownSpace(db, actor)),
  }
}
