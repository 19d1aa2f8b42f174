import type { FastifyRequest } from 'fastify'
import type { sessionCalls } from '@/contract/session'
import type { Dependencies } from '../dependencies'
import { wrongCredentials } from '../errors'
import { sessionCookie } from '../http/cookies'
import { sessionToken } from '../http/requestTokens'
import { requireVisitorToken } from '../http/visits'
import { verifyPassword } from '../passwords'
import { presentBaseInfo } from '../presenters/presentBaseInfo'
import { countAttempt, forgetAttempts } from '../queries/loginAttempts'
import { closeSession, hashToken, openSession } from '../queries/sessions'
import { ownSpace } from '../queries/spaces'
import { member, type Handlers } from './handler'

/** seconds a browser keeps the cookie, the longest it grants; the session itself ends after its idle days */
const cookieAge = 400 * 86_400

/** Signing in and out, and what a client asks first. */
export function sessionRoutes(deps: Dependencies): Handlers<typeof sessionCalls> {
  const { db, clock, sign } = deps
  return {
    'GET /apps/users/is_user_logged_in': async ({ signedIn }) => ({ is_user_logged_in: signedIn !== null }),

    'GET /apps/users/get_base_info': async (visit, _input, request) => presentBaseInfo(visit, request, deps),

    'POST /apps/users/login': async (visit, { login, password, scenario }, request, reply) => {
      if (!visit.signedIn) requireVisitorToken(request, deps)
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
      if (visit.signedIn) await closeSession(db, visit.signedIn.session.hash)
      const kind = scenario === 'applet' ? 'token' : 'cookie'
      const token = await openSession(db, clock, user.id, kind)
      const csrf_token = sessionToken(sign, hashToken(token))
      if (kind === 'token') return { csrf_token, auth_token: token }
      reply.setCookie(sessionCookie, token, { ...cookieOptions(request), maxAge: cookieAge })
      return { csrf_token }
    },

    'POST /apps/users/logout': async ({ signedIn }, _input, request, reply) => {
      if (signedIn) await closeSession(db, signedIn.session.hash)
      reply.clearCookie(sessionCookie, cookieOptions(request))
      return {}
    },

    'POST /apps/users/update_user_guide_settings': member(
      async ({ signedIn }, { new_user_guide_settings: settings }) => {
        await db.updateTable('users').set(settings).where('id', '=', signedIn.user.id).execute()
        return {}
      },
    ),

    'GET /apps/frequently_used_items/get_space_info': member(({ signedIn }) => ownSpace(db, signedIn)),
  }
}

function cookieOptions(request: FastifyRequest) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' } as const
}
