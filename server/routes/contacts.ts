import type { contactCalls } from '@/contract/contacts'
import { CONTACT_PAGE_SIZE } from '@/domain/limits'
import type { UserActor } from '../actors/actor'
import type { Dependencies } from '../dependencies'
import { requireUser, type Handlers } from '../http/handler'
import { presentContactDepartment, presentGroup, presentPerson } from '../presenters/contacts/contact'
import {
  departmentCard,
  findContacts,
  findDepartmentsBelow,
  findManagers,
  findMembers,
  groupCard,
  personCard,
  recentPeople,
  type PeoplePage,
} from '../services/contacts'
import { pictureAddresses } from '../services/session/userPictures'

/** People, departments and groups to choose from (2§7). */
export function contactRoutes(ports: Pick<Dependencies, 'db' | 'clock' | 'sign'>): Handlers<typeof contactCalls> {
  const { db } = ports
  const faces = (actor: UserActor, people: readonly { id: number }[]) =>
    pictureAddresses(
      ports,
      actor,
      people.map(({ id }) => id),
    )

  return {
    'GET /apps/contacts/get': requireUser(async ({ actor }, input) => {
      const page = pageOf(input)
      const found = await findContacts(ports, actor, {
        search: input.search_string ?? '',
        hasGroups: input.include_groups ?? false,
        hasDepartments: input.include_departments ?? false,
        hasUsersWithoutDepartment: input.include_users_without_department ?? false,
        excludesSelf: input.exclude_self ?? false,
        excludesInactive: input.exclude_inactive ?? false,
        inviteTo: input.item_typed_id,
        seenBy: input.review_id,
        page,
      })
      const shown = await faces(actor, found.people)
      return {
        contacts: found.people.map((person) => presentPerson(found, person, actor.user.id, shown)),
        departments: found.departments.map((department) => presentContactDepartment(found, department)),
        groups: found.groups.map((group) => presentGroup(found.taken, group)),
        ...counts(page, found),
      }
    }),

    'GET /departments/user_list': requireUser(async ({ actor }, input) => {
      const page = pageOf(input)
      const found = await findMembers(ports, actor, {
        departmentId: input.department_id,
        isDirect: input.direct ?? false,
        isCounted: !input.skip_get_count,
        excludesSelf: input.exclude_self ?? false,
        excludesInactive: input.exclude_inactive ?? false,
        inviteTo: input.item_typed_id,
        page,
      })
      const shown = await faces(actor, found.people)
      return {
        users: found.people.map((person) => presentPerson(found, person, actor.user.id, shown)),
        ...counts(page, found),
      }
    }),

    'GET /departments/children': requireUser(async ({ actor }, { department_id, item_typed_id }) => {
      const found = await findDepartmentsBelow(ports, actor, department_id, item_typed_id)
      return { departments: found.departments.map((department) => presentContactDepartment(found, department)) }
    }),

    'GET /departments/manager_list': requireUser(async ({ actor }, { department_id }) => ({
      file_managers: (await findManagers(db, actor, department_id)).map(({ id, name }) => ({
        id,
        name,
        final_role: 'coowner' as const,
      })),
    })),

    'GET /apps/contacts/recent': requireUser(async ({ actor }) => {
      const { people, ...setting } = await recentPeople(db, actor)
      const shown = await faces(actor, people)
      return { contacts: people.map((person) => presentPerson(setting, person, actor.user.id, shown)) }
    }),

    'GET /cards/user_info': requireUser(async ({ actor }, { user_id, item_typed_id }) => {
      const { person, ...setting } = await personCard(ports, actor, user_id, item_typed_id)
      return { user: presentPerson(setting, person, actor.user.id, await faces(actor, [person])) }
    }),

    'GET /cards/department_info': requireUser(async ({ actor }, { department_id, item_typed_id }) => {
      const { department, ...setting } = await departmentCard(ports, actor, department_id, item_typed_id)
      return { department: presentContactDepartment(setting, department) }
    }),

    'GET /cards/group_info': requireUser(async ({ actor }, { group_id, item_typed_id }) => {
      const { group, taken } = await groupCard(ports, actor, group_id, item_typed_id)
      return { group: presentGroup(taken, group) }
    }),
  }
}

function pageOf({ page_number: number = 1, page_size: size = CONTACT_PAGE_SIZE }) {
  return { number, size }
}

function counts({ number, size }: ReturnType<typeof pageOf>, { total }: PeoplePage) {
  return {
    page_number: number,
    page_count: total === null ? null : Math.ceil(total / size),
    total_count: total,
  }
}
