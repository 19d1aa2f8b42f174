import type { FastifyReply } from 'fastify'
import type { OpenCallName, OpenRequest } from '@/contract/applications'
import type { openPeopleCalls } from '@/contract/applications/people'
import { formatSize } from '@/domain/format/size'
import { safeRedirect } from '@/domain/session/redirect'
import type { Dependencies } from '../../dependencies'
import { invalidRequest } from '../../errors'
import { originOf } from '../../http/baseInfo'
import type { OpenHandlers } from '../../http/openContract'
import { presentOpenPage } from '../../presenters/applications'
import {
  presentDepartment,
  presentDepartmentTree,
  presentListedUser,
  presentMiniDepartment,
  presentOpenGroup,
  presentOpenUser,
} from '../../presenters/applications/people'
import {
  openDepartmentUsers,
  openGroups,
  openGroupUsers,
  ownDepartments,
  ownTreeOf,
  requireDepartment,
  seenOrganisation,
} from '../../services/applications/organisation'
import {
  openPicture,
  openUser,
  openUsers,
  ownUser,
  renameSelf,
  type Listed,
  type OpenUsers,
} from '../../services/applications/people'
import { makeOwnSignIn } from '../../services/applications/administration/people'
import type { TokenHolder } from '../../services/applications/tokens'
import { ownSpace } from '../../services/session/account'

type Name = Extract<OpenCallName, keyof typeof openPeopleCalls>
type Actor = TokenHolder['actor']

/** rows of a page without `page_capacity` */
const ROWS = 500
const firstPage = { page_id: 0, page_capacity: ROWS }

const readerOf = ({ onBehalfOf: { user } }: Actor) => ({ userId: user.id })
const GIGABYTE = 1024 ** 3

/** Bytes as a text such as `32.95 GB`. */
function sizeText(bytes: number): string {
  const { value, unit } = formatSize(bytes)
  return unit === 'GB' ? `${(bytes / GIGABYTE).toFixed(2)} GB` : `${value} ${unit}`
}

/** What programs learn about people, departments and groups (OAPI-05). */
export function peopleHandlers({
  db,
  clock,
  config,
  contentCheck,
}: Pick<Dependencies, 'db' | 'clock' | 'config' | 'contentCheck'>): Pick<OpenHandlers, Name> {
  const usersPage = async (actor: Actor, asked: Listed, found: Promise<OpenUsers>) => {
    const { users, total } = await found
    const reader = readerOf(actor)
    return { users: users.map((user) => presentListedUser(user, reader)), ...presentOpenPage(asked, total) }
  }
  return {
    'GET /v2/user/{id}/info': async ({ actor }, { id }) =>
      presentOpenUser(await openUser(db, actor, id), readerOf(actor)),
    'GET /v2/user/search': async ({ actor }, input) => {
      const asked = { ...firstPage, ...input }
      return usersPage(actor, asked, openUsers(db, actor, asked))
    },
    'POST /v2/user/update': async ({ actor }, { name }) => {
      await renameSelf({ db, clock, contentCheck }, actor, name)
      return presentOpenUser(await ownUser(db, actor.onBehalfOf), readerOf(actor))
    },
    'GET /v2/user/space_usage': async ({ actor }) => {
      const { used, total } = await ownSpace(db, actor.onBehalfOf)
      return { space_used: sizeText(used), space_total: total === null ? '-1' : sizeText(total) }
    },
    'GET /v2/user/{id}/profile_pic_download': async ({ actor }, { id, profile_pic_key: key }, _request, reply) => {
      const { mediaType, body } = await openPicture(db, actor, id, key)
      asAttachment(reply, `${id}.${mediaType === 'image/png' ? 'png' : 'jpg'}`).type(mediaType)
      return body
    },
    'GET /v2/user/as_user_code': async ({ actor }, { url }, request) => {
      const base = config.baseUrl ?? originOf(request)
      const target = URL.canParse(url, base) ? new URL(url, base) : null
      if (target?.origin !== new URL(base).origin) throw invalidRequest('url')
      const redirect = safeRedirect(target.pathname + target.search + target.hash)
      return { code: await makeOwnSignIn({ db, clock }, actor, redirect) }
    },
    'GET /v2/user/departments': async ({ actor }) => {
      const [organisation, ids] = [await seenOrganisation(db, actor), await ownDepartments(db, actor)]
      const rows = ids.flatMap((id) => organisation.byId.get(id) ?? [])
      return { departments: rows.map((row) => presentMiniDepartment(organisation, row)) }
    },
    'GET /v2/department/{id}/info': async ({ actor }, { id }) => {
      const organisation = await seenOrganisation(db, actor)
      return presentDepartment(organisation, requireDepartment(organisation, id))
    },
    'GET /v2/department/{id}/children': async ({ actor }, { id, permission_filter: isFiltered = false }) => {
      const organisation = await seenOrganisation(db, actor)
      const department = requireDepartment(organisation, id)
      const shown = isFiltered ? await ownTreeOf(db, actor) : organisation.byId
      const below = organisation.childrenOf.get(department?.id ?? null) ?? []
      return {
        children: below.filter((row) => shown.has(row.id)).map((row) => presentMiniDepartment(organisation, row)),
      }
    },
    'GET /v2/department/{id}/users': async ({ actor }, { id, ...input }) => {
      const asked = { ...firstPage, ...input }
      return usersPage(actor, asked, openDepartmentUsers(db, actor, id, asked))
    },
    'GET /v2/department/own_list': async ({ actor }) => {
      const organisation = await seenOrganisation(db, actor)
      return { ...presentDepartmentTree(organisation, null, await ownTreeOf(db, actor)), parent_id: null }
    },
    'GET /v2/group/list': async ({ actor }, input: OpenRequest<'GET /v2/group/list'>) => {
      const asked = { ...firstPage, ...input }
      const { groups, total } = await openGroups(db, actor, asked)
      return { groups: groups.map(presentOpenGroup), ...presentOpenPage(asked, total) }
    },
    'GET /v2/group/{id}/users': async ({ actor }, { id, ...input }) => {
      const asked = { ...firstPage, ...input }
      return usersPage(actor, asked, openGroupUsers(db, actor, id, asked))
    },
  }
}

/** The header with the spelling that clients compare; Fastify writes its own headers in lower case. */
function asAttachment(reply: FastifyReply, name: string): FastifyReply {
  reply.raw.setHeader('Content-Disposition', `attachment; filename="${name}"`)
  return reply
}
