import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RevokeRequest, TokenRequest, type TokenReply } from '@/contract/grants'
import type { TSchema } from '@sinclair/typebox'
import type { Dependencies } from '../../dependencies'
import { askedTooOften, clientInvalid } from '../../errors'
import { readOpenInput } from '../../http/openInput'
import { countRate } from '../../http/rateHeaders'
import { SharedMinuteLimit } from '../../limits/SharedMinuteLimit'
import { networkOf } from '../../remote/networkAddress'
import { grantTokens, revoke } from '../../services/applications/grants'
import type { IssuedTokens } from '../../services/applications/issuing'
import { requireClient } from '../../services/applications/tokens'
import type { DirectoryPorts } from '../../services/session/directorySignIn'

type Application = Awaited<ReturnType<typeof requireClient>>

/** Per minute: tokens for one application, and wrong secrets from one network. */
const MAX_TOKENS = 600
const MAX_WRONG_SECRETS = 30

/** Tokens for applications: `POST /oauth/token` and `POST /oauth/token/revoke` (OAPI-01). */
export function registerTokens(
  open: FastifyInstance,
  ports: DirectoryPorts & Pick<Dependencies, 'db' | 'clock'>,
): void {
  const tokens = new SharedMinuteLimit<string>(ports, 'tokens of applications', MAX_TOKENS)
  const wrong = new SharedMinuteLimit<string>(ports, 'wrong secrets', MAX_WRONG_SECRETS)
  const config = { isOpen: true }

  /** The application and its request. @throws Refused client_invalid, asked_too_often, invalid_request */
  async function read(request: FastifyRequest, schema: TSchema): Promise<{ application: Application; input: never }> {
    const network = networkOf(request.ip)
    request.rate = { limit: wrong, key: network }
    const credentials = basicOf(request)
    const application = await requireClient(ports, credentials).catch(async (error: unknown) => {
      if (!(await wrong.tryCount(network))) throw askedTooOften()
      throw error
    })
    await countRate(request, tokens, String(application.id))
    const input = readOpenInput(request, schema) as { client_id?: string }
    // A request must not name another application than the header.
    if (input.client_id !== undefined && input.client_id !== application.client_id) throw clientInvalid()
    return { application, input: input as never }
  }

  open.post('/oauth/token', { config }, async (request, reply): Promise<TokenReply> => {
    reply.header('cache-control', 'no-store')
    const { application, input } = await read(request, TokenRequest)
    const asked: TokenRequest = input
    const issued = await grantTokens(ports, application, asked, request.ip)
    return {
      access_token: issued.token,
      ...(issued.refreshToken !== null && { refresh_token: issued.refreshToken }),
      token_type: 'bearer',
      expires_in: issued.seconds,
      scope: scopeOf(application, issued),
    }
  })

  open.post('/oauth/token/revoke', { config }, async (request) => {
    const { application, input } = await read(request, RevokeRequest)
    const { token }: { token: string } = input
    await revoke(ports, application, token)
    return { success: true }
  })
}

/** `all` and `admin` are what clients of the open platform know; a part of the scopes is listed, also for tokens without a refresh token. */
function scopeOf({ scopes: all }: Application, { scopes, isOfEnterprise, refreshToken }: IssuedTokens): string {
  if (isOfEnterprise) return 'admin'
  return refreshToken !== null && all.every((each) => scopes.includes(each)) ? 'all' : scopes.join(' ')
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
