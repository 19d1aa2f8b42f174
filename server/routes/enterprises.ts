import type { FastifyInstance } from 'fastify'
import type { enterpriseCalls } from '@/contract/enterprises'
import { LOGO, logoAddress } from '@/domain/session/logo'
import type { Dependencies } from '../dependencies'
import { requireUser, type Handlers } from '../http/handler'
import { logoOf, saveLogo } from '../services/logos'

/** seconds that a browser keeps a logo: another one has another address. */
const KEPT = 31_536_000

/** How an enterprise shows itself. */
export function enterpriseRoutes(
  ports: Pick<Dependencies, 'db' | 'clock' | 'previews' | 'contentCheck'>,
): Handlers<typeof enterpriseCalls> {
  return {
    'POST /enterprise/set_logo': requireUser(async ({ actor }, { picture, is_dark: isDark = false }) => {
      const bytes = picture === null ? null : Buffer.from(picture, 'base64')
      const key = await saveLogo(ports, actor, { picture: bytes, isDark })
      return { logo_url: logoAddress(actor.enterprise.id, key) }
    }),
  }
}

interface LogoQuery {
  enterprise_id?: string
  profile_pic_key?: string
}

/** The pictures themselves (1§7), for anybody: the page of a link shows them to strangers. */
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
        .header('cache-control', `public, max-age=${KEPT}, immutable`)
        .send(logo.body)
    },
  })
}
