import type { administrationApplicationCalls } from '@/contract/administration/applications'
import type { Dependencies } from '../../dependencies'
import { requireUser, type Handlers } from '../../http/handler'
import { presentApplication, presentKey } from '../../presenters/administration'
import { addKey, removeKey } from '../../services/administration/applicationKeys'
import {
  applicationsOf,
  createApplication,
  editApplication,
  endApplication,
  rotateSecret,
} from '../../services/administration/applications'
import { secondsOf } from '../../time/clock'

/** Applications of the open platform, for administrators of the organisation. */
export function administrationApplicationRoutes(
  ports: Pick<Dependencies, 'db' | 'clock'>,
): Handlers<typeof administrationApplicationCalls> {
  return {
    'GET /admin/applications/list': requireUser(async ({ actor }) => {
      const rows = await applicationsOf(ports, actor)
      return { applications: rows.map((row) => presentApplication(row, ports.clock())) }
    }),
    'POST /admin/applications/create': requireUser(
      async ({ actor }, { for_all, user_ids, redirect_uris: redirectUris, ...given }, _request, reply) => {
        const settings = { ...given, redirectUris, users: for_all ? ('all' as const) : user_ids }
        const { applicationId, clientId, secret } = await createApplication(ports, actor, settings)
        reply.header('cache-control', 'no-store')
        return { application_id: applicationId, client_id: clientId, secret }
      },
    ),
    'POST /admin/applications/edit': requireUser(
      async ({ actor }, { application_id: id, for_all, user_ids, redirect_uris: redirectUris, ...settings }) => {
        const users = for_all === true ? ('all' as const) : user_ids
        await editApplication(ports, actor, id, { ...settings, redirectUris, ...(users && { users }) })
        return {}
      },
    ),
    'POST /admin/applications/rotate': requireUser(
      async ({ actor }, { application_id: id, ends_former: endsFormer = false }, _request, reply) => {
        const { secret, formerEndsAt } = await rotateSecret(ports, actor, id, { endsFormer })
        reply.header('cache-control', 'no-store')
        return { secret, former_secret_ends_at: formerEndsAt && secondsOf(formerEndsAt) }
      },
    ),
    'POST /admin/applications/add_key': requireUser(
      async ({ actor }, { application_id: id, name, public_key: publicKey }) => {
        const { createdAt, ...key } = await addKey(ports, actor, id, { name, publicKey })
        return { key: presentKey({ ...key, created_at: createdAt }) }
      },
    ),
    'POST /admin/applications/remove_key': requireUser(async ({ actor }, { application_id: id, name }) => {
      await removeKey(ports, actor, id, name)
      return {}
    }),
    'POST /admin/applications/end': requireUser(async ({ actor }, { application_id: id }) => {
      await endApplication(ports, actor, id)
      return {}
    }),
  }
}
