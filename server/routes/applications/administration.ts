import type { OpenAdminCallName } from '@/contract/applications'
import type { Dependencies } from '../../dependencies'
import type { OpenHandlers } from '../../http/openContract'
import { originOf } from '../../http/baseInfo'
import { presentOpenPage } from '../../presenters/applications'
import {
  presentAdminDepartment,
  presentAdminGroup,
  presentAdminListedUser,
  presentAdminUser,
  presentDepartmentSpace,
  presentMiniDepartment,
  presentOpenUser,
} from '../../presenters/applications/people'
import {
  addDepartment,
  addUserToDepartment,
  administeredDepartment,
  administeredOrganisation,
  changeDepartment,
  changeSpace,
  managedSpaces,
  removeUserFromDepartment,
} from '../../services/applications/administration/departments'
import {
  addGroup,
  addUserToGroup,
  administeredGroup,
  administeredGroups,
  administeredGroupUsers,
  changeGroup,
  removeUserFromGroup,
} from '../../services/applications/administration/groups'
import {
  addUser,
  administeredUser,
  administeredUsers,
  changeUser,
  hashOfPassword,
  makeSignIn,
  removeUser,
  SIGN_IN_LIFE,
  userNamed,
} from '../../services/applications/administration/people'
import type { OpenUsers, Listed } from '../../services/applications/people'
import { requireDepartment } from '../../services/applications/organisation'
import type { EnterpriseHolder } from '../../services/applications/tokens'
import { deleteDepartment } from '../../services/administration/departments'
import { deleteGroup } from '../../services/administration/groups'
import { SIGN_IN_PATH } from './signIns'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'config'>
type Name<Subject extends string> = Extract<OpenAdminCallName, `${string}/admin/${Subject}/${string}`>

/** rows of a page without `page_capacity` */
const firstPage = { page_id: 0, page_capacity: 500 }
const done = { success: true } as const

function presentUsers(asked: Listed, { users, total }: OpenUsers) {
  return { users: users.map(presentAdminListedUser), ...presentOpenPage(asked, total) }
}

/** What programs with an enterprise's token do to people (OAPI-06). */
export function adminUserHandlers(ports: Ports): Pick<OpenHandlers, Name<'user'>> {
  const shown = async ({ actor }: EnterpriseHolder, id: number, showsLogin = false) =>
    presentAdminUser(await administeredUser(ports, actor, id), showsLogin)
  const signIn = async (holder: EnterpriseHolder, { identifier }: { identifier: string }) => {
    const { id } = await userNamed(ports, holder.actor, identifier)
    return makeSignIn(ports, holder, id)
  }
  return {
    'POST /v2/admin/user/create': async (holder, { password, ...input }) => {
      const login = input.email ?? input.phone ?? ''
      const hash = password === undefined ? null : await hashOfPassword(holder.actor, login, password)
      return shown(holder, await addUser(ports, holder.actor, input, hash))
    },
    'GET /v2/admin/user/{id}/info': (holder, { id, last_login_flag: showsLogin }) => shown(holder, id, showsLogin),
    'POST /v2/admin/user/{id}/update': async (holder, { id, ...change }) => {
      await changeUser(ports, holder.actor, id, change)
      return shown(holder, id)
    },
    'POST /v2/admin/user/{id}/delete': async ({ actor }, { id, user_receive_items: receiverId }) => {
      await removeUser(ports, actor, id, receiverId)
      return done
    },
    'GET /v2/admin/user/get_user_info': async ({ actor }, { identifier }) =>
      presentOpenUser(await userNamed(ports, actor, identifier), { userId: null }),
    'GET /v2/admin/user/get_login_url': async (holder, input, request) => {
      const query = new URLSearchParams({
        auth_key: await signIn(holder, input),
        client_id: holder.application.client_id,
      })
      const base = ports.config.baseUrl ?? originOf(request)
      return { login_url: `${base}${SIGN_IN_PATH}?${query.toString()}`, expires_in: SIGN_IN_LIFE }
    },
    'GET /v2/admin/user/get_login_params': async (holder, input) => ({
      auth_key: await signIn(holder, input),
      client_id: holder.application.client_id,
      expires_in: SIGN_IN_LIFE,
    }),
  }
}

/** What they do to departments. */
export function adminDepartmentHandlers(
  ports: Ports,
): Pick<OpenHandlers, Exclude<Name<'department'>, `${string}/get_file_manager_info`>> {
  const { db } = ports
  const shown = async ({ actor }: EnterpriseHolder, id: number) =>
    presentAdminDepartment(await administeredDepartment(db, actor, id), actor.enterprise.accepts_collabs_for_members)
  return {
    'POST /v2/admin/department/create': async (holder, input) =>
      shown(holder, await addDepartment(ports, holder.actor, input)),
    'GET /v2/admin/department/{id}/info': (holder, { id }) => shown(holder, id),
    'POST /v2/admin/department/{id}/update': async (holder, { id, ...change }) => {
      await changeDepartment(ports, holder.actor, id, change)
      return shown(holder, id)
    },
    'POST /v2/admin/department/{id}/delete': async ({ actor }, { id }) => {
      await deleteDepartment(ports, actor, { department_id: id, members_to: null, files_to: null })
      return done
    },
    'GET /v2/admin/department/{id}/children': async ({ actor }, { id }) => {
      const organisation = await administeredOrganisation(db, actor)
      const below = organisation.childrenOf.get(requireDepartment(organisation, id)?.id ?? null) ?? []
      return { children: below.map((row) => presentMiniDepartment(organisation, row)) }
    },
    'GET /v2/admin/department/{id}/users': async ({ actor }, { id, ...input }) => {
      const asked = { ...firstPage, ...input }
      const row = requireDepartment(await administeredOrganisation(db, actor), id)
      return presentUsers(asked, await administeredUsers(db, actor, asked, row ? { memberOf: [row.id] } : {}))
    },
    'POST /v2/admin/department/{id}/add_user': async ({ actor }, { id, user_id: userId }) => {
      await addUserToDepartment(ports, actor, id, userId)
      return done
    },
    'POST /v2/admin/department/{id}/remove_user': async ({ actor }, { id, user_id: userId }) => {
      await removeUserFromDepartment(ports, actor, id, userId)
      return done
    },
    'GET /v2/admin/department/space_list': async ({ actor }, { operator_id: operatorId }) => ({
      department_list: (await managedSpaces(ports, actor, operatorId)).map(presentDepartmentSpace),
    }),
    'POST /v2/admin/department/{id}/update_space': async ({ actor }, { id, operatorId, spaceTotal: gigabytes }) => ({
      department: presentDepartmentSpace(await changeSpace(ports, actor, id, { operatorId, gigabytes })),
    }),
  }
}

/** What they do to groups. */
export function adminGroupHandlers(ports: Ports): Pick<OpenHandlers, Name<'group'>> {
  const present = ({ actor: { enterprise } }: EnterpriseHolder, row: Parameters<typeof presentAdminGroup>[0]) =>
    presentAdminGroup(row, enterprise.accepts_collabs_for_members)
  const shown = async (holder: EnterpriseHolder, id: number) =>
    present(holder, await administeredGroup(ports, holder.actor, id))
  return {
    'GET /v2/admin/group/list': async (holder, input) => {
      const asked = { ...firstPage, ...input }
      const { groups, total } = await administeredGroups(ports, holder.actor, asked)
      return { groups: groups.map((row) => present(holder, row)), ...presentOpenPage(asked, total) }
    },
    'POST /v2/admin/group/create': async (holder, input) => shown(holder, await addGroup(ports, holder.actor, input)),
    'GET /v2/admin/group/{id}/info': (holder, { id }) => shown(holder, id),
    'POST /v2/admin/group/{id}/update': async (holder, { id, ...change }) => {
      await changeGroup(ports, holder.actor, id, change)
      return shown(holder, id)
    },
    'POST /v2/admin/group/{id}/delete': async ({ actor }, { id }) => {
      await deleteGroup(ports, actor, id)
      return done
    },
    'GET /v2/admin/group/{id}/users': async ({ actor }, { id, ...input }) => {
      const asked = { ...firstPage, ...input }
      return presentUsers(asked, await administeredGroupUsers(ports, actor, id, asked))
    },
    'POST /v2/admin/group/{id}/add_user': async ({ actor }, { id, user_id: userId }) => {
      await addUserToGroup(ports, actor, id, userId)
      return done
    },
    'POST /v2/admin/group/{id}/remove_user': async ({ actor }, { id, user_id: userId }) => {
      await removeUserFromGroup(ports, actor, id, userId)
      return done
    },
  }
}
