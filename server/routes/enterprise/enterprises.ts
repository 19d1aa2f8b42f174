import type { FastifyInstance } from 'fastify'
import type { enterpriseCalls } from '@/contract/enterprise/enterprises'
import { LOGO, logoAddress } from '@/domain/enterprise/logo'
import type { Dependencies } from '../../dependencies'
import { requireUser, type Handlers } from '../../http/handler'
import { logoOf, saveLogo } from '../../services/enterprise/logos'
import { pictureAddresses, picturedPeople, removePicture } from '../../services/session/userPictures'

/** seconds for a browser to cache a logo: a new logo has a new address */
const MAX_AGE = 31_536_000

/** The logo of an enterprise and the pictures of its people. */
export function enterpriseRoutes(
  ports: Pick<Dependencies, 'db' | 'clock' | 'previews' | 'sign' | 'contentCheck'>,
): Handlers<typeof enterpriseCalls> {
  return {
    'POST /enterprise/set_logo': requireUser(async ({ actor }, { picture, is_dark: isDark = false }) => {
      const bytes = picture === null ? null : Buffer.from(picture, 'base64')
      const key = await saveLogo(ports, actor, { picture: bytes, isDark })
      return { logo_url: logoAddress(actor.enterprise.id, key) }
    }),

    'GET /enterprise/pictures': requireUser(async ({ actor }, { search_string: search = '', offset = 0 }) => {
      const { people, total } = await picturedPeople(ports, actor, { search, offset })
      const ids = people.map(({ id }) => id)
      const faces = await pictureAddresses(ports, actor, ids)
      // People may have removed their picture meanwhile.
      const shown = people.flatMap(({ id, name, login }) => {
        const avatar = faces.get(id)
        return avatar === undefined ? [] : [{ id, name, login, avatar }]
      })
      return { people: shown, total_count: total }
    }),

    'POST /enterprise/remove_picture': requireUser(async ({ actor }, { user_id: userId }) => {
      await removePicture(ports, actor, userId)
      return {}
    }),
  }
}

interface LogoQuery {
  enterprise_id?: string
  profile_pic_key?: string
}

/** The logos themselves (1§7), for anybody: the landing page shows them to strangers. */
export function registerLogos(app: FastifyInstance, ports: Pick<Dependencies, 'db'>): void {
  app.route<{ Querystring: LogoQuery }>({
    method: ['GET', 'HEAD'],
    url: LOGO,
    config: { isSigned: true },
    async handler({ query: { enterprise_id: id, profile_pic_key: key } }, reply) {
      const isNamed = typeof id === 'string' && /^\d{1,15}$/.test(id) && typeof key === 'string' && key.length <= 64
      const logo = isNamed ? await logoOf(ports, Number(id), key) : undefined
      reply.header('x-content-type-options', 'nosniff').header('content-security-policy', "default-src 'none'; sandbox")
      if (!logo) return reply.code(404).header('cache-control', 'no-store').send()
      return reply
        .header('content-type', logo.mediaType)
        .header('cache-control', `public, max-age=${MAX_AGE}, immutable`)
        .send(logo.body)
    },
  })
}
