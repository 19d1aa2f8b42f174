import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withoutDirections } from '@/domain/items/naming'
import { wordError } from '@/i18n/errors'
import { officeToken } from '../../crypto/officeTokens'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { authenticate, contextOf } from '../../http/authenticate'
import { userOf } from '../../http/handler'
import { unknownParty, type CallTurns } from '../../http/turns'
import { editAddress } from '../../remote/officeDiscovery'
import type { OfficeService } from '../../remote/OfficeService'
import { openForEditing } from '../../services/office/opening'
import { officePage, officeRefusedPage } from '../../web/officePage'
import { noDevicePolicy } from '../../web/contentSecurity'
import { sourceOf } from './host'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'config' | 'sign' | 'office'> & { turns: CallTurns }
type PageRequest = FastifyRequest<{ Params: { id: string } }>

/** The page in which a user edits a file in the office service (DOC-10). The session of the browser opens it, so its address holds no secret. */
export function registerOfficePage(app: FastifyInstance, ports: Ports): void {
  app.get<{ Params: { id: string } }>('/office/:id', { exposeHeadRoute: false }, (request, reply) => {
    const { office, turns } = ports
    if (office === null || !/^\d{1,15}$/.test(request.params.id)) return reply.callNotFound()
    return turns.pages.run(unknownParty(request), () => sendPage(ports, office, request, reply))
  })
}

async function sendPage(ports: Ports, office: OfficeService, request: PageRequest, reply: FastifyReply) {
  request.context = contextOf(request, await authenticate(request, ports))
  // The app asks for the password.
  if (request.context.actor === null) return reply.redirect('/')
  try {
    return send(reply, officePage(await openedPage(ports, office, request)))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { language, wording } = request.context
    request.log.info({ code: error.code }, 'refused')
    return send(
      reply.code(403),
      officeRefusedPage(language, wordError(error.code, language, wording, error.detail.params)),
    )
  }
}

/** @throws Refused as openForEditing; not_support for a file type that the service does not edit */
async function openedPage(ports: Ports, office: OfficeService, request: PageRequest) {
  const { actor, session, language } = userOf(request.context)
  const { opened, holder } = await openForEditing(ports, actor, session, Number(request.params.id))
  const { file } = opened
  const editor = await office.editorOf(file.extension)
  if (editor === null) throw new Refused('not_support')
  return {
    language,
    name: withoutDirections(file.name),
    address: editAddress(editor.address, sourceOf(ports.config.baseUrl!, file.fileId), localeOf(language)),
    origins: editor.origins,
    token: officeToken(ports.sign, holder),
    expiresAt: holder.expiresAt,
  }
}

function localeOf(language: 'zh-CN' | 'zh-TW' | 'en'): string {
  return language === 'en' ? 'en-US' : language
}

function send(reply: FastifyReply, { html, policy }: { html: string; policy: string }) {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('permissions-policy', noDevicePolicy)
    .header('content-security-policy', policy)
    .send(html)
}
