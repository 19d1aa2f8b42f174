import type { consentCalls } from '@/contract/grants'
import type { Dependencies } from '../../dependencies'
import type { FastifyRequest } from 'fastify'
import { originOf } from '../../http/baseInfo'
import { requireUser, type Handlers } from '../../http/handler'
import { presentAllowed, presentAsking } from '../../presenters/applications'
import {
  allowApplication,
  allowedApplications,
  answerAddress,
  disallowApplication,
  isAllowedBefore,
  readAsking,
} from '../../services/applications/consents'

/** What a user decides at `/oauth/authorize`, and later in the security settings. */
export function consentRoutes(ports: Pick<Dependencies, 'db' | 'clock' | 'config'>): Handlers<typeof consentCalls> {
  const issuerOf = (request: FastifyRequest) => ports.config.baseUrl ?? originOf(request)
  return {
    'GET /apps/applications/asked': requireUser(async ({ actor }, asked, request) => {
      const asking = await readAsking(ports, asked)
      const { fault } = asking
      const refused = fault && answerAddress(asking, { error: fault }, asked.state, issuerOf(request))
      return presentAsking(asking, { isAllowed: !fault && (await isAllowedBefore(ports, actor, asking)), refused })
    }),

    'POST /apps/applications/answer': requireUser(async ({ actor }, { allows, ...asked }, request, reply) => {
      reply.header('cache-control', 'no-store')
      const asking = await readAsking(ports, asked)
      const to = (answer: { code: string } | { error: string }) =>
        answerAddress(asking, answer, asked.state, issuerOf(request))
      if (asking.fault !== null) return { redirect: to({ error: asking.fault }), code: null }
      if (!allows) return { redirect: to({ error: 'access_denied' }), code: null }
      const code = await allowApplication(ports, actor, asking, asked.code_challenge || null)
      const redirect = to({ code })
      return { redirect, code: redirect === null ? code : null }
    }),

    'GET /apps/applications/allowed': requireUser(async ({ actor }) => ({
      applications: (await allowedApplications(ports, actor)).map(presentAllowed),
    })),

    'POST /apps/applications/disallow': requireUser(async ({ actor }, { application_id: id }) => {
      await disallowApplication(ports, actor, id)
      return {}
    }),
  }
}
