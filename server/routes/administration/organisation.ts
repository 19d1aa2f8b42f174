import type { administrationDepartmentCalls, administrationGroupCalls } from '@/contract/administration/departments'
import type { administrationPolicyCalls } from '@/contract/administration/policies'
import type { Dependencies } from '../../dependencies'
import { requireUser, type Handlers } from '../../http/handler'
import { addDepartmentMembers, removeDepartmentMembers } from '../../services/administration/departmentMembers'
import * as departments from '../../services/administration/departments'
import * as groups from '../../services/administration/groups'
import { readOverview } from '../../services/administration/overview'
import { readPolicies, setPolicies } from '../../services/administration/policies'

type Calls = typeof administrationDepartmentCalls & typeof administrationGroupCalls & typeof administrationPolicyCalls

/** Departments, groups and settings of an organisation, for its administrators. */
export function organisationRoutes(
  ports: Pick<Dependencies, 'db' | 'clock' | 'config' | 'previews' | 'codeSender' | 'mailer'>,
): Handlers<Calls> {
  return {
    'GET /admin/departments/tree': requireUser(async ({ actor }) => ({
      departments: await departments.departmentTree(ports, actor),
    })),
    'POST /admin/departments/create': requireUser(async ({ actor }, asked) => ({
      department_id: await departments.createDepartment(ports, actor, asked),
    })),
    'POST /admin/departments/edit': requireUser(async ({ actor }, asked) => {
      await departments.editDepartment(ports, actor, asked)
      return {}
    }),
    'POST /admin/departments/move': requireUser(async ({ actor }, asked) => {
      await departments.moveDepartment(ports, actor, asked)
      return {}
    }),
    'POST /admin/departments/merge': requireUser(async ({ actor }, { department_id, into_id }) => {
      await departments.mergeDepartments(ports, actor, department_id, into_id)
      return {}
    }),
    'POST /admin/departments/delete': requireUser(async ({ actor }, asked) => {
      await departments.deleteDepartment(ports, actor, asked)
      return {}
    }),
    'POST /admin/departments/add_members': requireUser(async ({ actor }, { department_id, user_ids, is_manager }) => {
      await addDepartmentMembers(ports, actor, department_id, user_ids, is_manager ?? false)
      return {}
    }),
    'POST /admin/departments/remove_members': requireUser(async ({ actor }, { department_id, user_ids }) => {
      await removeDepartmentMembers(ports, actor, department_id, user_ids)
      return {}
    }),

    'GET /admin/groups/list': requireUser(async ({ actor }) => ({
      groups: await groups.groupsOfOrganisation(ports, actor),
    })),
    'POST /admin/groups/create': requireUser(async ({ actor }, { name, user_ids }) => ({
      group_id: await groups.createGroup(ports, actor, name, user_ids ?? []),
    })),
    'POST /admin/groups/rename': requireUser(async ({ actor }, { group_id, name }) => {
      await groups.renameGroup(ports, actor, group_id, name)
      return {}
    }),
    'POST /admin/groups/add_members': requireUser(async ({ actor }, { group_id, user_ids }) => {
      await groups.addGroupMembers(ports, actor, group_id, user_ids)
      return {}
    }),
    'POST /admin/groups/remove_members': requireUser(async ({ actor }, { group_id, user_ids }) => {
      await groups.removeGroupMembers(ports, actor, group_id, user_ids)
      return {}
    }),
    'POST /admin/groups/delete': requireUser(async ({ actor }, { group_id }) => {
      await groups.deleteGroup(ports, actor, group_id)
      return {}
    }),

    'GET /admin/overview': requireUser(async ({ actor }) => ({ overview: await readOverview(ports, actor) })),
    'GET /admin/policies/get': requireUser(({ actor }) => readPolicies(ports, actor)),
    'POST /admin/policies/set': requireUser(async ({ actor }, { policies }) => ({
      policies: await setPolicies(ports, actor, policies),
    })),
  }
}
