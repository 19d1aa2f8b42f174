import type { FastifyRequest } from 'fastify'
import type { OpenAdminCallName } from '@/contract/applications'
import { wordError } from '@/i18n/errors'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import type { OpenHandlers } from '../../http/openContract'
import { openCodeOf } from '../../http/openRefusal'
import { presentCustomUser } from '../../presenters/applications/platform'
import { presentDepartment, presentOpenGroup, presentOpenUser } from '../../presenters/applications/people'
import { administeredDepartment } from '../../services/applications/administration/departments'
import { administeredGroup } from '../../services/applications/administration/groups'
import { administeredUser } from '../../services/applications/administration/people'
import { syncDepartments } from '../../services/applications/sync/departments'
import { syncGroups } from '../../services/applications/sync/groups'
import { customIdOf, fileManagersOf, mappedId, platformOf } from '../../services/applications/sync/mapping'
import type { Synced } from '../../services/applications/sync/rows'
import { syncUsers } from '../../services/applications/sync/users'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'log'>
type Name = Extract<OpenAdminCallName, `${string}/admin/platform/${string}` | `${string}/get_file_manager_info`>

/** The people, departments and groups of an outer system (OAPI-06). */
export function platformHandlers(ports: Ports): Pick<OpenHandlers, Name> {
  const { db } = ports
  return {
    'GET /v2/admin/platform/{id}/mapping_user': async ({ actor }, { id, user_id: customId, yfy_user_id: userId }) => {
      const platform = platformOf(actor, id)
      const found = await mappedId(ports, platform, 'user', { customId, id: userId })
      const user = presentOpenUser(await administeredUser(ports, actor, found), { userId: null })
      return { ...user, custom_id: await customIdOf(ports, platform, 'user', found) }
    },
    'GET /v2/admin/platform/{id}/mapping_department': async (
      { actor },
      { id, department_id: customId, yfy_department_id: departmentId },
    ) => {
      const platform = platformOf(actor, id)
      const found = await mappedId(ports, platform, 'department', { customId, id: departmentId })
      const { organisation, row } = await administeredDepartment(db, actor, found)
      if (customId !== undefined && !row) throw new Refused('department_not_found')
      return {
        ...presentDepartment(organisation, row),
        custom_id: await customIdOf(ports, platform, 'department', row?.id ?? null),
        customParentId: await customIdOf(ports, platform, 'department', row?.parent_id ?? null),
        customDirectorId: await customIdOf(ports, platform, 'user', row?.director?.id ?? null),
      }
    },
    'GET /v2/admin/platform/{id}/mapping_group': async (
      { actor },
      { id, group_id: customId, yfy_group_id: groupId },
    ) => {
      const platform = platformOf(actor, id)
      const found = await mappedId(ports, platform, 'group', { customId, id: groupId })
      const group = presentOpenGroup(await administeredGroup(ports, actor, found))
      return { ...group, custom_id: await customIdOf(ports, platform, 'group', found) }
    },
    'POST /v2/admin/department/{id}/get_file_manager_info': async ({ actor }, { id, list }) => {
      const found = await fileManagersOf(ports, actor, platformOf(actor, id), list)
      return {
        department_file_manager_info_list: found.map(({ id: departmentId, customId, managers }) => ({
          department_id: departmentId,
          custom_department_id: customId,
          custom_user_list: managers.map(presentCustomUser),
        })),
      }
    },
    'POST /v2/admin/platform/{id}/sync_users': async ({ actor }, { id, users, ...defaults }, request) => {
      const syncing = { ports, actor, platform: platformOf(actor, id) }
      return presentSynced(await syncUsers(syncing, users, defaults), request)
    },
    'POST /v2/admin/platform/{id}/sync_departments': async ({ actor }, { id, departments }, request) => {
      const syncing = { ports, actor, platform: platformOf(actor, id) }
      return presentSynced(await syncDepartments(syncing, departments), request)
    },
    'POST /v2/admin/platform/{id}/sync_groups': async ({ actor }, { id, groups }, request) => {
      const syncing = { ports, actor, platform: platformOf(actor, id) }
      return presentSynced(await syncGroups(syncing, groups), request)
    },
  }
}

/** Rows that failed by their reason, which is a code of the platform, and the message of each reason. */
function presentSynced({ succeeded, failed }: Synced, request: FastifyRequest) {
  const { language, wording } = request.context
  const reasons = new Map<string, { msg: string; ids: string[] }>()
  for (const { id, refused } of failed) {
    const code = openCodeOf(refused, request)
    const reason = reasons.get(code) ?? {
      msg: wordError(refused.code, language, wording, refused.detail.params),
      ids: [],
    }
    reasons.set(code, { ...reason, ids: [...reason.ids, id] })
  }
  return {
    success_items_count: succeeded,
    errors: [...reasons].map(([code, { msg }]) => ({ code, msg })),
    failed_items: [...reasons].map(([reason, { ids }]) => ({ reason, ids })),
    request_id: request.id,
  }
}
