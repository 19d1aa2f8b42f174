import type { FastifyRequest } from 'fastify'
import type { sessionCalls } from '@/contract/session'
import type { Dependencies } from '../dependencies'
import { requireVisitorToken } from '../http/authenticate'
import { baseInfoOf } from '../http/baseInfo'
import { cookieNames, isSecure } from '../http/cookies'
import { requireUser, type Handlers } from '../http/handler'
import { sessionToken } from '../http/requestTokens'
import { ownSpace, saveGuides } from '../services/account'
import { signIn, signOut } from '../services/sessions'

/** seconds a browser keeps the cookie, the longest it grants; the session itself ends after its idle days */
const cookieAge = 400 * 86_400

/** Signing in and out, and what a client asks first. */
export function sessionRoutes(
  ports: Pick<Dependencies, 'db' | 'clock' | 'sign' | 'config'>,
): Handlers<typeof sessionCalls> {
  const { db, sign, config } = ports
  return {
    'GET /apps/users/is_user_logged_in': async ({ actor }) => ({ is_user_logged_in: actor !== null }),

    'GET /apps/users/get_base_info': (context, _input, request) => baseInfoOf(context, request, ports),

    'POST /apps/users/login': async ({ session }, { login, password, scenario, device_token }, request, reply) => {
      if (!session) requireVisitorToken(request, ports)
      const kind = scenario === 'applet' ? 'token' : 'cookie'
      const cookies = cookieNames(request, config)
      const credentials = {
        login,
        password,
        address: request.ip,
        deviceToken: kind === 'token' ? device_token : request.cookies[cookies.device],
      }
      const { token, hash, deviceToken } = await signIn(ports, credentials, kind, session)
      const csrf_token = sessionToken(sign, hash)
      if (kind === 'token') return { csrf_token, auth_token: token, device_token: deviceToken }
      const options = { ...cookieOptions(request, config), maxAge: cookieAge }
      reply.setCookie(cookies.session, token, options).setCookie(cookies.device, deviceToken, options)
      return { csrf_token }
    },

    'POST /apps/users/logout': async ({ session }, _input, request, reply) => {
      if (session) await signOut(db, session)
      reply.clearCookie(cookieNames(request, config).session, cookieOptions(request, config))
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

function cookieOptions(request: FastifyRequest, config: Dependencies['config']) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(request, config) } as const
}
