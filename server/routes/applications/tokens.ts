import type { FastifyInstance, FastifyRequest } from 'fastify'
import { TokenRequest, type TokenReply } from '@/contract/applications'
import type { Dependencies } from '../../dependencies'
import { askedTooOften, clientInvalid, invalidRequest } from '../../errors'
import { validateBody } from '../../http/validators'
import { SharedMinuteLimit } from '../../limits/SharedMinuteLimit'
import { networkOf } from '../../remote/networkAddress'
import { requireAssertion } from '../../services/applications/assertions'
import { issueToken, requireClient, TOKEN_LIFETIME } from '../../services/applications/tokens'

type Ports = Pick<Dependencies, 'db' | 'clock'>

/** Per minute: tokens for one application, and wrong secrets from one network. */
const MAX_TOKENS = 600
const MAX_WRONG_SECRETS = 30

export function registerTokens(open: FastifyInstance, ports: Ports): void {
  const tokens = new SharedMinuteLimit<number>(ports, 'tokens of applications', MAX_TOKENS)
  const wrong = new SharedMinuteLimit<string>(ports, 'wrong secrets', MAX_WRONG_SECRETS)
  const validate = validateBody(TokenRequest)
  open.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
  open.post('/oauth/token', { config: { isOpen: true } }, async (request, reply): Promise<TokenReply> => {
    const network = networkOf(request.ip)
    const application = await requireClient(ports, basicOf(request)).catch(async (error: unknown) => {
      if (!(await wrong.tryCount(network))) throw askedTooOften()
      throw error
    })
    if (!(await tokens.tryCount(application.id))) throw askedTooOften()
    const input: unknown = request.body
    if (!validate(input)) throw invalidRequest(validate.errors?.[0]?.instancePath?.split('/')[1] || undefined)
    const { scope, origin, ...grant } = input as TokenRequest
    const user = await userOf(ports, application, grant)
    const asked = { user, origin: origin ?? null, scopes: scope?.split(' ').filter((each) => each !== '') }
    const { token, scopes } = await issueToken(ports, application, asked, request.ip)
    reply.header('cache-control', 'no-store')
    return { access_token: token, token_type: 'bearer', expires_in: TOKEN_LIFETIME / 1000, scope: scopes.join(' ') }
  })
}

/** The user for whom the application asks: by login, or by a signed assertion. @throws Refused invalid_request, grant_invalid */
async function userOf(
  ports: Ports,
  application: Parameters<typeof requireAssertion>[1],
  { grant_type, user, assertion }: Pick<TokenRequest, 'grant_type' | 'user' | 'assertion'>,
): Promise<string | number> {
  if (grant_type === 'jwt') {
    if (assertion === undefined) throw invalidRequest('assertion')
    return requireAssertion(ports, application, assertion)
  }
  if (user === undefined) throw invalidRequest('user')
  return user
}

/** @throws Refused client_invalid */
function basicOf({ headers: { authorization } }: FastifyRequest): { clientId: string; secret: string } {
  const encoded = /^Basic +([A-Za-z0-9+/=]{1,400})$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) throw clientInvalid()
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const at = text.indexOf(':')
  if (at < 0) throw clientInvalid()
  return { clientId: decodeIfEscaped(text.slice(0, at)), secret: decodeIfEscaped(text.slice(at + 1)) }
}

/** Clients must escape id and secret before encoding them (RFC 6749, 2.3.1). Our ids and secrets contain nothing to escape. */
function decodeIfEscaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
