import { refusalCode } from '@/api/ApiFailure'
import { TOKEN_KEY, type Proof, type SessionDependencies } from './proof'

/** Storage key of the device token, which outlives sessions. */
const DEVICE_KEY = 'deviceToken'

const own = { handledCodes: 'all' } as const

/** Begins a session. @throws ApiFailure */
export async function sendProof(deps: SessionDependencies, proof: Proof): Promise<void> {
  const { api, sessionContext, platform } = deps
  const device_token = platform.storage.read<string>(DEVICE_KEY)
  const device = device_token ? { device_token } : {}
  const scenario = sessionContext.scenario === 'applet' ? { scenario: 'applet' as const, ...device } : {}
  const reply = await withPageToken(deps, () =>
    typeof proof === 'function' ? proof(device) : api.call('POST /apps/users/login', { ...proof, ...scenario }, own),
  )
  sessionContext.beginSession(reply.csrf_token, reply.auth_token)
  if (reply.auth_token) platform.storage.write(TOKEN_KEY, reply.auth_token)
  if (reply.device_token) platform.storage.write(DEVICE_KEY, reply.device_token)
}

/** Ends the session. @throws ApiFailure */
export async function sendFarewell(deps: SessionDependencies): Promise<void> {
  await withPageToken(deps, () => deps.api.call('POST /apps/users/logout', {}, own))
}

/** Even without a session a POST carries a token from get_base_info, which expires (decisions 48). */
async function withPageToken<T>({ api, sessionContext }: SessionDependencies, send: () => Promise<T>): Promise<T> {
  const renew = async () =>
    sessionContext.setCsrfToken((await api.call('GET /apps/users/get_base_info', {}, own)).csrf_token)
  if (sessionContext.csrfToken === '' && sessionContext.scenario === 'web') await renew()
  try {
    return await send()
  } catch (error) {
    if (refusalCode(error) !== 'security_check_failed') throw error
    await renew()
    return send()
  }
}
