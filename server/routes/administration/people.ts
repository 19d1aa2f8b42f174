import type { FastifyRequest } from 'fastify'
import type { administrationPeopleCalls } from '@/contract/administration/people'
import type { Dependencies } from '../../dependencies'
import { originOf } from '../../http/baseInfo'
import { requireUser, type Handlers } from '../../http/handler'
import { presentPerson, presentPersonDetail } from '../../presenters/administration'
import { createPerson, editPerson, endSessionsOf, resetSecondStep } from '../../services/administration/people'
import { deactivatePeople, deletePeople, restorePeople } from '../../services/administration/leaving'
import { handOver, undoHandOver } from '../../services/administration/handingOver'
import { describeHandover, exportPeople, listPeople, readPerson, stateOf } from '../../services/administration/reading'
import { administratorsOf, setRole } from '../../services/administration/roles'
import { renewSignInLink, resetPassword, withdrawSignInLink } from '../../services/administration/signInLinks'
import type { SignInLink } from '../../services/session/oneTimeLinks'
import { mailSignInLink } from '../../services/administration/signInMail'
import { messageSignInLink } from '../../services/administration/signInMessage'
import { secondsOf } from '../../time/clock'

/** The people of an organisation, for its administrators. */
export function administrationPeopleRoutes(
  ports: Pick<Dependencies, 'db' | 'clock' | 'config' | 'mailer' | 'messengers' | 'encrypter' | 'log'>,
): Handlers<typeof administrationPeopleCalls> {
  const { mailer, config } = ports
  const { baseUrl } = config
  const addressFor = (request: FastifyRequest) => baseUrl ?? originOf(request)
  // The token follows the #, so that no server and no log ever sees it.
  const present = ({ token, expiresAt, email, weComId }: SignInLink, request: FastifyRequest) => ({
    url: `${addressFor(request)}/welcome#${token}`,
    expires_at: secondsOf(expiresAt),
    mail_to: mailer && email !== '' ? email : null,
    wecom_to: weComId,
  })
  return {
    'GET /admin/people/list': requireUser(async ({ actor }, { offset, limit, ...question }) => {
      const { people, total } = await listPeople(ports, actor, question, { offset, limit })
      return { people: people.map((row) => presentPerson(row, stateOf(row))), total_count: total }
    }),
    'GET /admin/people/export': requireUser(({ actor }, question) => exportPeople(ports, actor, question)),
    'GET /admin/people/info': requireUser(async ({ actor, session }, { user_id }) => {
      const facts = await readPerson(ports, actor, user_id)
      return { person: presentPersonDetail(facts, stateOf(facts.row), session.id) }
    }),
    'POST /admin/people/create': requireUser(async ({ actor }, asked, request) => {
      const { userId, link } = await createPerson(ports, actor, asked)
      return { user_id: userId, link: present(link, request) }
    }),
    'POST /admin/people/edit': requireUser(async ({ actor }, asked) => {
      await editPerson(ports, actor, asked)
      return {}
    }),
    'POST /admin/people/deactivate': requireUser(async ({ actor }, { user_ids, links }) => ({
      count: await deactivatePeople(ports, actor, user_ids, links),
    })),
    'POST /admin/people/restore': requireUser(async ({ actor }, { user_ids }) => ({
      count: await restorePeople(ports, actor, user_ids),
    })),
    'POST /admin/people/end_sessions': requireUser(async ({ actor }, { user_ids }) => ({
      ended: await endSessionsOf(ports, actor, user_ids),
    })),
    'POST /admin/people/reset_password': requireUser(async ({ actor }, { user_id }, request) => ({
      link: present(await resetPassword(ports, actor, user_id), request),
    })),
    'POST /admin/people/renew_link': requireUser(async ({ actor }, { user_id }, request) => ({
      link: present(await renewSignInLink(ports, actor, user_id), request),
    })),
    'POST /admin/people/mail_link': requireUser(async ({ actor }, { user_id, token }) => {
      await mailSignInLink(ports, actor, { userId: user_id, token })
      return {}
    }),
    'POST /admin/people/message_link': requireUser(async ({ actor }, { user_id, token }, request) => {
      await messageSignInLink(ports, actor, { userId: user_id, token, address: addressFor(request) })
      return {}
    }),
    'POST /admin/people/withdraw_link': requireUser(async ({ actor }, { user_id }) => {
      await withdrawSignInLink(ports, actor, user_id)
      return {}
    }),
    'POST /admin/people/reset_second_step': requireUser(async ({ actor }, { user_id }) => {
      await resetSecondStep(ports, actor, user_id)
      return {}
    }),
    'POST /admin/people/hand_over': requireUser(async ({ actor }, { user_id, files_to, shares_to }) => {
      const made = await handOver(ports, actor, user_id, { filesTo: files_to, sharesTo: shares_to })
      return { handover: describeHandover(made, actor) }
    }),
    'POST /admin/people/undo_hand_over': requireUser(async ({ actor }, { handover_id }) => {
      await undoHandOver(ports, actor, handover_id)
      return {}
    }),
    'POST /admin/people/delete': requireUser(async ({ actor }, { user_ids }) => ({
      count: await deletePeople(ports, actor, user_ids),
    })),
    'GET /admin/administrators/list': requireUser(async ({ actor }) => {
      const rows = await administratorsOf(ports, actor)
      const administrators = rows.map((row) => ({
        id: row.id,
        login: row.login,
        name: row.name,
        role: row.administrator_role!,
        state: stateOf(row),
      }))
      return { administrators }
    }),
    'POST /admin/administrators/set': requireUser(async ({ actor }, { user_id, role }) => {
      await setRole(ports, actor, user_id, role)
      return {}
    }),
  }
}
