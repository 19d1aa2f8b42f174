import type { Api } from '@/api/Api'
import { refusalCode } from '@/api/ApiFailure'
import type { SessionContext } from '@/api/SessionContext'

interface Dependencies {
  api: Api
  sessionContext: SessionContext
}

/** Sends a call of a page before sign-in, again if the page's request token has expired (decisions 48). @throws ApiFailure */
export async function withFreshToken<T>({ api, sessionContext }: Dependencies, send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (refusalCode(error) !== 'security_check_failed') throw error
    const { csrf_token } = await api.call('GET /apps/users/get_base_info', {}, { handledCodes: 'all' })
    sessionContext.setCsrfToken(csrf_token)
    return send()
  }
}
