import type { FastifyRequest } from 'fastify'
import type { OpenCallName, OpenRequest } from '@/contract/applications'
import type { ApplicationActor } from '../../actors/actor'
import type { Dependencies } from '../../dependencies'
import { invalidRequest } from '../../errors'
import { originOf } from '../../http/baseInfo'
import type { OpenHandlers } from '../../http/openContract'
import { presentOpenPage } from '../../presenters/applications'
import { presentOpenCollab } from '../../presenters/applications/collabs'
import { presentPerson } from '../../presenters/applications/people'
import { presentOpenLink, presentOpenLinkDetail } from '../../presenters/applications/shares'
import {
  openChangeRole,
  openCollab,
  openCollabs,
  openInvite,
  openRemove,
  type OpenCollabs,
} from '../../services/applications/collabs'
import { openPeople, peopleFacts } from '../../services/applications/itemFacts'
import {
  openCloseLink,
  openEditLink,
  openLinkInfo,
  openLinksOf,
  openNewLink,
  openOwnLink,
} from '../../services/applications/shares'
import type { TokenHolder } from '../../services/applications/tokens'

type Ports = Omit<Dependencies, 'lease' | 'live'>
type Name = Extract<
  OpenCallName,
  `${string}/${'share_links' | 'collabs'}` | `${string}/v2/${'share_link' | 'collab'}/${string}`
>

const done = { success: true } as const
const firstPage = { page_id: 0, page_capacity: 20 }

/** Share links and members (OAPI-04). */
export function sharingHandlers(ports: Ports): Pick<OpenHandlers, Name> {
  return { ...linkHandlers(ports), ...collabHandlers(ports) }
}

function linkHandlers(ports: Ports) {
  const { db, clock, config } = ports
  const origin = (request: FastifyRequest) => config.baseUrl ?? originOf(request)
  const listed =
    (kind: 'file' | 'folder') =>
    async (
      { actor }: TokenHolder,
      { id, ...input }: OpenRequest<'GET /v2/file/{id}/share_links'>,
      request: FastifyRequest,
    ) => {
      const asked = { ...firstPage, ...input }
      const { links, total } = await openLinksOf(ports, actor, `${kind}_${id}`, asked)
      const share_links = links.map(({ link }) => presentOpenLink(link, origin(request), true))
      return { share_links, ...presentOpenPage(asked, total) }
    }
  const close = async ({ actor }: TokenHolder, { unique_name: name }: { unique_name: string }) => {
    await openCloseLink(ports, actor, name)
    return done
  }
  return {
    'GET /v2/file/{id}/share_links': listed('file'),
    'GET /v2/folder/{id}/share_links': listed('folder'),
    'POST /v2/share_link/create': async ({ actor }, input, request) =>
      presentOpenLink((await openNewLink(ports, actor, input)).link, origin(request), true),
    'GET /v2/share_link/{unique_name}/info': async ({ actor }, input, request) => {
      const { link, isOwn } = await openLinkInfo(ports, actor, input)
      return presentOpenLink(link, origin(request), isOwn)
    },
    'GET /v2/share_link/{unique_name}/info_detail': async ({ actor }, { unique_name: name }, request) => {
      const { link } = await openOwnLink(ports, actor, name)
      const people = await openPeople(db, actor, [link.maker_id])
      const owner = presentPerson(link.maker_id, people)
      return presentOpenLinkDetail(link, origin(request), owner, clock())
    },
    'POST /v2/share_link/{unique_name}/update': async ({ actor }, input, request) =>
      presentOpenLink((await openEditLink(ports, actor, input)).link, origin(request), true),
    'POST /v2/share_link/{unique_name}/close': close,
    'POST /v2/share_link/{unique_name}/revoke': close,
  } satisfies Partial<OpenHandlers>
}

function collabHandlers(ports: Ports) {
  const { db } = ports
  const present = async (actor: ApplicationActor, { access, members, counts }: OpenCollabs) => {
    const people = members.flatMap(({ subject }) => (subject.isGroup ? [] : subject.id))
    const facts = await peopleFacts(db, actor, people)
    return members.map((member) => presentOpenCollab(member, { access, counts, facts }))
  }
  const presentOne = async (actor: ApplicationActor, found: OpenCollabs) => (await present(actor, found))[0]!
  return {
    'GET /v2/folder/{id}/collabs': async ({ actor }, { id }) => {
      const found = await openCollabs(db, actor, id)
      return { final_role: found.access.role ?? 'reset', collabs: await present(actor, found) }
    },
    'POST /v2/collab/invite': async ({ actor }, { accessible_by: by, invited_user: user, ...input }) => {
      const subject = by ?? (user && { type: 'user', ...user })
      if (!subject) throw invalidRequest('accessible_by')
      return presentOne(actor, await openInvite(ports, actor, { ...input, accessible_by: [subject] }))
    },
    'POST /v2/collab/invite_batch': async ({ actor }, input) => ({
      collab_infos: await present(actor, await openInvite(ports, actor, input)),
    }),
    'GET /v2/collab/{id}/info': async ({ actor }, { id }) => presentOne(actor, await openCollab(db, actor, id)),
    'POST /v2/collab/{id}/update': async ({ actor }, { id, role }) =>
      presentOne(actor, await openChangeRole(ports, actor, id, role)),
    'POST /v2/collab/{id}/delete': async ({ actor }, { id }) => {
      await openRemove(ports, actor, [id])
      return done
    },
    'POST /v2/collab/remove': async ({ actor }, { folder_id: folderId, collab_ids: ids }) => {
      await openRemove(ports, actor, ids, folderId)
      return done
    },
  } satisfies Partial<OpenHandlers>
}
