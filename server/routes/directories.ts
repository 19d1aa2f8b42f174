import type { administrationDirectoryCalls } from '@/contract/administration/directories'
import type { administrationLdapCalls } from '@/contract/administration/ldap'
import type { Dependencies } from '../dependencies'
import { requireUser, type Handlers } from '../http/handler'
import { presentDirectory, presentRun } from '../presenters/directories'
import { readLdap, removeLdap, setLdap } from '../services/directories/ldapSettings'
import { readDirectories, readRuns } from '../services/directories/reading'
import { requestRun } from '../services/directories/runs'

type Ports = Pick<
  Dependencies,
  'db' | 'clock' | 'log' | 'jobs' | 'config' | 'encrypter' | 'ldapClients' | 'openDirectory'
>

/** The directories of an organisation, for its owners and auditors. */
export function directoryRoutes(
  ports: Ports,
): Handlers<typeof administrationDirectoryCalls & typeof administrationLdapCalls> {
  return {
    'GET /admin/ldap/get': requireUser(async ({ actor }) => ({ ldap: await readLdap(ports, actor) })),
    'POST /admin/ldap/set': requireUser(async ({ actor }, { ldap, bind_password: password }) => ({
      ldap: await setLdap(ports, actor, ldap, password),
    })),
    'POST /admin/ldap/remove': requireUser(async ({ actor }) => {
      await removeLdap(ports, actor)
      return {}
    }),
    'GET /admin/directories/list': requireUser(async (context) => ({
      directories: (await readDirectories(ports, context.actor)).map((each) => presentDirectory(each, context)),
    })),
    'GET /admin/directories/runs': requireUser(async (context, { directory_id: id, limit = 20 }) => ({
      runs: (await readRuns(ports, context.actor, id, limit)).map((run) => presentRun(run, context)),
    })),
    'POST /admin/directories/sync': requireUser(async (context, { directory_id: directoryId, is_dry, confirms }) => {
      const asked = { directoryId, isDry: is_dry, confirms: confirms ?? null }
      return { run: presentRun(await requestRun(ports, context.actor, asked), context) }
    }),
  }
}
