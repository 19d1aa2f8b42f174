import type { FastifyRequest } from 'fastify'
import type { shareCalls } from '@/contract/shares/shares'
import type { Dependencies } from '../../dependencies'
import { requireUser, type Handlers, type RequestContext } from '../../http/handler'
import { grantOf, originOf, activeUser } from '../../http/viewers'
import { itemPresenter } from '../../presenters/items/viewedItem'
import { presentPreview } from '../../presenters/landing/preview'
import { presentProcess } from '../../presenters/landing/process'
import { pictureOf } from '../../presenters/previews'
import { presentGroup, presentShareLink, presentVisit } from '../../presenters/shares/link'
import { decideLinks } from '../../services/shares/approval'
import { closeLinks, editLink, reopenLink } from '../../services/shares/changes'
import { enterpriseLinks, linkWithVisits, ownLinks, visitsOf } from '../../services/shares/lists'
import { openLink, type OpenedLink } from '../../services/landing/opening'
import { cardOf } from '../../services/landing/preview'
import { createLink } from '../../services/shares/creation'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'sign' | 'office' | 'encrypter' | 'config' | 'jobs' | 'contentCheck'>

/** Share links: calls of their makers and administrators, and the call that opens a link for anybody. */
export function shareRoutes(ports: Ports): Handlers<typeof shareCalls> {
  const present = (link: Parameters<typeof presentShareLink>[0]) => presentShareLink(link, ports.config)

  function presentShown({ visitor: actor, ...shown }: NonNullable<OpenedLink['shown']>) {
    const first = itemPresenter(actor, ports)(shown.first)
    return { ...shown, first, picture: pictureOf(first, { actor, sign: ports.sign }) }
  }

  async function open(
    context: RequestContext,
    uniqueName: string,
    password: string | undefined,
    request: FastifyRequest,
  ) {
    const visitor = { grant: grantOf(request), user: activeUser(context), ...originOf(request) }
    const { link, status, user, shown, grant } = await openLink(ports, { uniqueName, password, ...visitor })
    return {
      process: presentProcess(link, { status, user, shown: shown && presentShown(shown) }),
      share_grant: grant,
    }
  }

  return {
    'POST /apps/share_links/create': requireUser(async ({ actor }, input) => ({
      share_link: present(await createLink(ports, actor, input)),
    })),

    'GET /apps/share_links/get_list': requireUser(async ({ actor }, input) => {
      const { links, total, mayListEnterprise } = await ownLinks(ports, actor, input)
      return { share_links: links.map(present), total_count: total, may_list_enterprise: mayListEnterprise }
    }),

    'GET /apps/share_links/enterprise_list': requireUser(async ({ actor }, input) => {
      const { links, total } = await enterpriseLinks(ports, actor, input)
      return { share_links: links.map(present), total_count: total }
    }),

    'GET /apps/share_links/get': requireUser(async ({ actor }, { share_link_id: id, zone = 0 }) => {
      const { link, days, groups } = await linkWithVisits(ports, actor, id, zone)
      return {
        share_link: present(link),
        visits_by_day: days,
        groups: groups.rows.map(presentGroup),
        group_count: groups.total,
      }
    }),

    'GET /apps/share_links/visits': requireUser(async ({ actor }, { share_link_id: id, offset = 0 }) => {
      const { rows, total } = await visitsOf(ports, actor, id, offset)
      return { visits: rows.map(presentVisit), total_count: total }
    }),

    'GET /apps/share_links/card': async (_context, { unique_name: uniqueName }, request) => {
      const seen = await cardOf(ports, { uniqueName, address: request.ip })
      const preview = seen && presentPreview(seen, itemPresenter(seen.actor, ports)(seen.first))
      return { title: preview?.title ?? '', count: preview?.count ?? 0, picture: preview?.image ?? null }
    },

    'POST /apps/share_links/edit': requireUser(async ({ actor }, { share_link_id: id, ...settings }) => ({
      share_link: present(await editLink(ports, actor, id, settings)),
    })),

    'POST /apps/share_links/close': requireUser(async ({ actor }, { share_link_ids: ids }) => ({
      share_links: (await closeLinks(ports, actor, ids)).map(present),
    })),

    'POST /apps/share_links/reopen': requireUser(async ({ actor }, { share_link_id: id }) => ({
      share_link: present(await reopenLink(ports, actor, id)),
    })),

    'POST /apps/share_links/approve': requireUser(
      async ({ actor }, { share_link_ids: ids, is_approved: isApproved }) => ({
        share_links: (await decideLinks(ports, actor, ids, isApproved)).map(present),
      }),
    ),

    'GET /apps/share_links/info/{unique_name}': (context, { unique_name: name }, request) =>
      open(context, name, undefined, request),

    'POST /apps/share_links/info/{unique_name}': (context, { unique_name: name, password }, request) =>
      open(context, name, password, request),
  }
}
