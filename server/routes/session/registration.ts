import type { CallName } from '@/contract/api'
import { registrationCalls } from '@/contract/session/registration'
import type { Configuration } from '../../config/configuration'
import type { Dependencies } from '../../dependencies'
import { requireVisitorToken } from '../../http/authenticate'
import { signedInOf, type Handlers } from '../../http/handler'
import { sessionToken } from '../../http/requestTokens'
import { setSessionCookies } from '../../http/sessionCookies'
import { register, sendRegistrationCode, waysToRegister } from '../../services/session/registration'

type Ports = Pick<
  Dependencies,
  'db' | 'clock' | 'sign' | 'log' | 'config' | 'codeSender' | 'mailer' | 'jobs' | 'contentCheck'
>

/** Registering a personal account (DIR-05). */
export function registrationRoutes(ports: Ports): Handlers<typeof registrationCalls> {
  return {
    'GET /apps/users/registration_ways': async () => waysToRegister(ports),

    'POST /apps/users/registration_code': async ({ session, language }, { address }, request) => {
      if (!session) requireVisitorToken(request, ports)
      await sendRegistrationCode(ports, { typed: address, network: request.ip, language })
      return {}
    },

    'POST /apps/users/register': async (context, { address, code, name, new_password }, request, reply) => {
      if (!context.session) requireVisitorToken(request, ports)
      const made = await register(ports, {
        typed: address,
        code,
        name,
        password: new_password,
        network: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        language: context.language,
        before: context.session && signedInOf(context),
      })
      setSessionCookies(ports, made, request, reply)
      return { csrf_token: sessionToken(ports.sign, made.hash) }
    },
  }
}

/** The calls that a server does not know, by its settings. */
export function unknownCalls({ registration }: Pick<Configuration, 'registration'>): ReadonlySet<CallName> {
  return new Set(registration === null ? (Object.keys(registrationCalls) as CallName[]) : [])
}
