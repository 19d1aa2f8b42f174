import type { FastifyInstance } from 'fastify'
import type { accountCalls } from '@/contract/session/account'
import type { DirectoryPorts } from '../../services/session/directorySignIn'
import type { Dependencies } from '../../dependencies'
import { requireUser, type Handlers } from '../../http/handler'
import { renewedTokens } from '../../http/sessionCookies'
import { presentSession } from '../../presenters/session/session'
import { endOtherSessions, endSession, ownSessions } from '../../services/session/ownSessions'
import { changePassword } from '../../services/session/passwords'
import { pictureAddress, pictureAt, PICTURE, savePicture } from '../../services/session/userPictures'

/** A user's own account: the password, the open sessions and the picture. */
export function accountRoutes(
  ports: DirectoryPorts & Pick<Dependencies, 'sign' | 'config' | 'previews' | 'contentCheck'>,
): Handlers<typeof accountCalls> {
  return {
    'POST /apps/users/password': requireUser(async (user, { password, new_password }, request, reply) => {
      const { ended, ...token } = await changePassword(ports, user, password, new_password)
      return { ...renewedTokens(ports, user.session, token, request, reply), ended }
    }),

    'GET /apps/users/sessions': requireUser(async (user) => {
      const { sessions, mayReadAudit, mayBrand } = await ownSessions(ports, user)
      return {
        sessions: sessions.map((row) => presentSession(row, user.session.id)),
        may_read_audit: mayReadAudit,
        may_brand: mayBrand,
      }
    }),

    'POST /apps/users/sessions/end': requireUser(async (user, { session_id }) => {
      await endSession(ports, user, session_id)
      return {}
    }),

    'POST /apps/users/sessions/end_others': requireUser(async (user) => ({
      ended: await endOtherSessions(ports, user),
    })),

    'POST /apps/users/set_picture': requireUser(async ({ actor }, { picture }) => {
      const key = await savePicture(ports, actor, picture === null ? null : Buffer.from(picture, 'base64'))
      return { avatar: key === null ? null : pictureAddress(ports.sign, actor, actor.user.id, key) }
    }),
  }
}

/** seconds that a browser may cache a picture. A new picture has a new address, and the expiry in the address changes every hour. */
const MAX_AGE = 7200

/** User pictures, by signed address. */
export function registerUserPictures(app: FastifyInstance, ports: Pick<Dependencies, 'db' | 'sign'>): void {
  app.route<{ Querystring: { user_id?: string; profile_pic_key?: string } }>({
    method: ['GET', 'HEAD'],
    url: PICTURE,
    config: { isSigned: true },
    async handler({ query, url }, reply) {
      const picture = await pictureAt(ports, url, query)
      reply.header('x-content-type-options', 'nosniff').header('content-security-policy', "default-src 'none'; sandbox")
      if (!picture) return reply.code(404).header('cache-control', 'no-store').send()
      return reply
        .header('content-type', picture.mediaType)
        .header('cache-control', `private, max-age=${MAX_AGE}, immutable`)
        .send(picture.body)
    },
  })
}
