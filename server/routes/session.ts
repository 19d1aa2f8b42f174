import type { FastifyRequest } from 'fastify'
import type { sessionCalls } from '@/contract/session'
import type { Dependencies } from '../dependencies'
import { wrongCredentials } from '../errors'
import { sessionCookie } from '../http/cookies'
import { sessionToken } from '../http/requestTokens'
import { requireVisitorToken } from '../http/authenticate'
import { verifyPassword } from '../passwords'
import { presentBaseInfo } from '../presenters/presentBaseInfo'
import { countAttempt, forgetAttempts } from '../queries/loginAttempts'
import { closeSession, hashToken, openSession } from '../queries/sessions'
import { ownSpace } from '../queries/spaces'
import { requireUser, type Handlers } from '../http/handler'

/** seconds a browser keeps the cookie, the longest it grants; the session itself ends after its idle days */
const cookieAge = 400 * 86_400

/** Signing in and out, and what a client asks first. */
export function sessionRoutes(deps: Dependencies): Handlers<typeof sessionCalls> {
  const { db, clock, sign } = deps
  return {
    'GET /apps/users/is_user_logged_in': async ({ actor }) => ({ is_user_logged_in: actor !== null }),

    'GET /apps/users/get_base_info': async (context, _input, request) => presentBaseInfo(context, request, deps),

    'POST /apps/users/login': async (context, { login, password, scenario }, request, reply) => {
      if (!context.session) requireVisitorToken(request, deps)
      await countAttempt(db, clock, login, request.ip)
      const user = await db
        .selectFrom('users')
        .select(['id', 'password_hash'])
        .where((eb) => eb(eb.fn<string>('lower', ['login']), '=', login.toLowerCase()))
        .where('is_active', '=', true)
        .executeTakeFirst()
      const isRight = await verifyPassword(user?.password_hash ?? null, password)
      if (!user || !isRight) throw wrongCredentials()
      await forgetAttempts(db, clock, login, request.ip)
      if (context.session) await closeSession(db, context.session.hash)
      const kind = scenario === 'applet' ? 'token' : 'cookie'
      const token = await openSession(db, clock, user.id, kind)
      const csrf_token = sessionToken(sign, hashToken(token))
      if (kind === 'token') return { csrf_token, auth_token: token }
      reply.setCookie(sessionCookie, token, { ...cookieOptions(request), maxAge: cookieAge })
      return { csrf_token }
    },

    'POST /apps/users/logout': async ({ session }, _input, request, reply) => {
      if (session) await closeSession(db, session.hash)
      reply.clearCookie(sessionCookie, cookieOptions(request))
      return {}
    },

    'POST /apps/users/update_user_guide_settings': requireUser(
      async ({ actor }, { new_user_guide_settings: settings }) => {
        await db.updateTable('users').set(settings).where('id', '=', actor.user.id).execute()
        return {}
      },
    ),

    'GET /apps/frequently_used_items/get_space_info': requireUser(({ actor }) => ownSpace(db, actor)),
  }
}

function cookieOptions(request: FastifyRequest) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' } as const
}
