import type { FastifyRequest } from 'fastify'
import type { fileRequestCalls } from '@/contract/fileRequests'
import { tusAddress } from '../crypto/signedAddresses'
import type { Dependencies } from '../dependencies'
import { requireUser, type Handlers, type RequestContext } from '../http/handler'
import { collectTokenOf, originOf, activeUser } from '../http/viewers'
import { itemPresenter } from '../presenters/items/viewedItem'
import {
  presentCollect,
  presentCollectInfo,
  presentContributor,
  presentOverseenCollect,
  presentPerson,
} from '../presenters/fileRequests'
import { closeCollectOf, enterpriseCollects, reopenCollectOf } from '../services/fileRequests/oversight'
import { releaseName, remindPeople } from '../services/fileRequests/people'
import {
  closeCollect,
  createCollect,
  editCollect,
  ownCollects,
  peopleOf,
  reopenCollect,
  viewCollect,
} from '../services/fileRequests/requests'
import { collectInfo, requireContributor, claimName, viewContributor } from '../services/fileRequests/contributors'
import { createFinisher } from '../services/uploads/finish'
import { requireHandIn, takeBack } from '../services/fileRequests/handIns'
import { picturedHandIns } from '../services/fileRequests/pictures'
import { announceUpload } from '../services/uploads/announce'

type Ports = Omit<Dependencies, 'live' | 'lease'>

/** Collecting links (AH-25): calls of their makers, and calls of contributors, who need no account. */
export function collectRoutes(ports: Ports): Handlers<typeof fileRequestCalls> {
  const finish = createFinisher(ports)
  const contributorRequest = (context: RequestContext, request: FastifyRequest) => ({
    token: collectTokenOf(request),
    user: activeUser(context),
    address: originOf(request).address,
  })
  const contributor = (context: RequestContext, request: FastifyRequest, uniqueName: string) =>
    requireContributor(ports, contributorRequest(context, request), uniqueName)

  return {
    'POST /apps/collects/create': requireUser(async ({ actor }, input) => ({
      collect: presentCollect(await createCollect(ports, actor, input), ports.config),
    })),

    'GET /apps/collects/get_list': requireUser(async ({ actor }, input) => {
      const { collects, total } = await ownCollects(ports, actor, input)
      return { collects: collects.map((each) => presentCollect(each, ports.config)), total_count: total }
    }),

    'GET /apps/collects/enterprise_list': requireUser(async ({ actor }, input) => {
      const { collects, total } = await enterpriseCollects(ports, actor, input)
      return { collects: collects.map((each) => presentOverseenCollect(each, ports.config)), total_count: total }
    }),

    'POST /apps/collects/enterprise_close': requireUser(async ({ actor }, { collect_id: id }) => ({
      collect: presentOverseenCollect(await closeCollectOf(ports, actor, id), ports.config),
    })),

    'POST /apps/collects/enterprise_reopen': requireUser(async ({ actor }, { collect_id: id }) => ({
      collect: presentOverseenCollect(await reopenCollectOf(ports, actor, id), ports.config),
    })),

    'GET /apps/collects/get': requireUser(async ({ actor }, { collect_id: id }) => ({
      collect: presentCollect(await viewCollect(ports, actor, id), ports.config),
    })),

    'GET /apps/collects/people': requireUser(async ({ actor }, input) => {
      const { rows, total } = await peopleOf(ports, actor, input)
      const present = itemPresenter(actor, ports)
      const pictures = new Map(
        (await picturedHandIns(ports, actor, rows)).map((item) => [item.row.id, present(item).thumbnail]),
      )
      return { people: rows.map((person) => presentPerson(person, pictures)), total_count: total }
    }),

    'POST /apps/collects/edit': requireUser(async ({ actor }, input) => ({
      collect: presentCollect(await editCollect(ports, actor, input), ports.config),
    })),

    'POST /apps/collects/close': requireUser(async ({ actor }, { collect_id: id }) => ({
      collect: presentCollect(await closeCollect(ports, actor, id), ports.config),
    })),

    'POST /apps/collects/reopen': requireUser(async ({ actor }, { collect_id: id }) => ({
      collect: presentCollect(await reopenCollect(ports, actor, id), ports.config),
    })),

    'POST /apps/collects/remind': requireUser(async ({ actor }, { collect_id: id }) => ({
      reminded_count: await remindPeople(ports, actor, id),
    })),

    'POST /apps/collects/release': requireUser(async ({ actor }, input) => {
      await releaseName(ports, actor, input)
      return {}
    }),

    'GET /apps/collects/info/{unique_name}': async (context, { unique_name: uniqueName }, request) => {
      const { user, ...from } = contributorRequest(context, request)
      const { link, state, people, me, offered } = await collectInfo(ports, { ...from, uniqueName })
      return {
        collect: presentCollectInfo(link, { state, people, userId: user?.user.id ?? null }),
        me: me && presentContributor(me),
        offered_token: offered,
      }
    },

    'POST /apps/collects/join': async (context, { unique_name: uniqueName, ...chosen }, request) => ({
      me: presentContributor(await claimName(ports, { ...contributorRequest(context, request), uniqueName }, chosen)),
    }),

    'POST /apps/collects/presign': async (context, { unique_name: uniqueName, ...file }, request) => {
      const actor = await contributor(context, request, uniqueName)
      const target = await requireHandIn(ports, actor, file)
      const { file_size, original_date } = file
      const id = await announceUpload(ports, actor, { ...target, file_size, original_date })
      return { tus_url: tusAddress(id), upload_id: id }
    },

    'POST /apps/collects/finish': async (context, { unique_name: uniqueName, upload_id: id }, request) => {
      const actor = await contributor(context, request, uniqueName)
      await finish(actor, id)
      return { me: presentContributor(await viewContributor(ports.db, actor.person)) }
    },

    'POST /apps/collects/take_back': async (context, { unique_name: uniqueName, hand_in_id: id }, request) => {
      const actor = await contributor(context, request, uniqueName)
      await takeBack(ports, actor, id)
      return { me: presentContributor(await viewContributor(ports.db, actor.person)) }
    },
  }
}
