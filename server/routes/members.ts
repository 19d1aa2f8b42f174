import type { collabCalls } from '@/contract/members'
import type { UserActor } from '../actors/actor'
import type { Dependencies } from '../dependencies'
import { requireUser, type Handlers } from '../http/handler'
import {
  presentFolder,
  presentManager,
  presentMember,
  presentNotInvited,
  presentReaching,
  presentReachingLink,
  type MemberView,
  type PresentedMember,
} from '../presenters/members'
import { accept, refuse, viewEntry } from '../services/members/answers'
import { changeRoles, removeCollabs } from '../services/members/changes'
import { invite, resend } from '../services/members/invitations'
import { countsOf, listMembers, rolesOtherwise } from '../services/members/members'
import { pictureAddresses } from '../services/session/userPictures'
import { whoCanSee } from '../services/members/whoCanSee'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'sign' | 'jobs' | 'messengers' | 'contentCheck'>
/** A user or group that is shown. Only users have pictures. */
type Shown = { subject: Pick<PresentedMember['subject'], 'id' | 'isGroup'> }

/** The members of a folder, the invitations to a folder, and the people who can see an item (2§7, AH-45). */
export function collabRoutes(ports: Ports): Handlers<typeof collabCalls> {
  const { db, clock } = ports
  const faces = (actor: UserActor, shown: readonly Shown[]) =>
    pictureAddresses(
      ports,
      actor,
      shown.flatMap(({ subject }) => (subject.isGroup ? [] : subject.id)),
    )
  const viewOf = async (
    actor: UserActor,
    access: MemberView['access'],
    members: readonly PresentedMember[],
    others: readonly Shown[] = [],
  ) => ({
    access,
    counts: await countsOf(db, members),
    otherwise: await rolesOtherwise(db, access, members),
    faces: await faces(actor, [...members, ...others]),
    now: clock(),
  })
  const present = async (
    actor: UserActor,
    {
      access,
      members,
    }: {
      access: MemberView['access']
      members: readonly PresentedMember[]
    },
  ) => {
    const view = await viewOf(actor, access, members)
    return members.map((member) => presentMember(member, view))
  }

  return {
    'POST /apps/collabs/invite': requireUser(async (context, input) => {
      const done = await invite(ports, context.actor, {
        folderId: input.folder_id,
        message: input.invitation_message ?? '',
        users: input.invited_users ?? '',
        groups: input.invited_groups ?? '',
      })
      const named = (code: string, isGroup: boolean) =>
        done.failed.flatMap((each) =>
          each.code === code && each.isGroup === isGroup ? { id: each.id, name: each.name } : [],
        )
      const isGroup = ({ subject }: PresentedMember) => subject.isGroup
      return {
        reduce_coowner_permission_users: named('collab_cannot_reduce', false),
        accepted_collaborated_users: named('collab_already', false),
        accepted_collaborated_groups: named('collab_already', true),
        collab_groups_info: await present(context.actor, { ...done, members: done.members.filter(isGroup) }),
        collab_users_info: await present(context.actor, {
          ...done,
          members: done.members.filter((each) => !isGroup(each)),
        }),
        failed: done.failed.map((each) => presentNotInvited(each, context)),
      }
    }),

    'POST /apps/collabs/edit': requireUser(async ({ actor }, input) => ({
      collabs: await present(
        actor,
        await changeRoles(ports, actor, input.item_id, {
          direct: input.edit_collabs_roles ?? [],
          users: input.invite_user_collabs_roles ?? [],
          groups: input.invite_group_collabs_roles ?? [],
        }),
      ),
    })),

    'POST /apps/collabs/delete': requireUser(async ({ actor }, { collab_ids: ids }) => ({
      is_accessible: await removeCollabs(ports, actor, ids),
    })),

    'GET /apps/collabs/get': requireUser(async ({ actor }, { collab_id: id }) => {
      const { access, member, message } = await viewEntry(db, actor, id)
      return {
        collab: presentMember(member, await viewOf(actor, access, [member])),
        item: presentFolder(access.chain[0]),
        invitation_message: message,
      }
    }),

    'POST /apps/collabs/accept': requireUser(async ({ actor }, { collab_id: id }) => ({
      item: presentFolder(await accept(ports, actor, id)),
    })),

    'POST /apps/collabs/refuse': requireUser(async ({ actor }, { collab_id: id }) => {
      await refuse(ports, actor, id)
      return {}
    }),

    'POST /apps/collabs/resend': requireUser(async ({ actor }, { collab_id: id }) => {
      const [collab] = await present(actor, await resend(ports, actor, id))
      return { collab: collab! }
    }),

    'GET /apps/folders/get_collab_info_on_item': requireUser(async ({ actor }, input) => {
      const { page_number: page = 1, page_size: size = 500, search_string: search = '' } = input
      const found = await listMembers(db, actor, input.folder_id, { search, page, size })
      const managers = found.managers.map(({ id }) => ({ subject: { id, isGroup: false } }))
      const view = await viewOf(actor, found.access, [...found.accepted, ...found.invited], managers)
      return {
        accepted_collabs: found.accepted.map((member) => presentMember(member, view)),
        unaccepted_collabs: found.invited.map((member) => presentMember(member, view)),
        final_role: found.access.role ?? 'reset',
        file_managers: found.managers.map((manager) => presentManager(manager, view)),
        page_number: page,
        page_count: Math.ceil(Math.max(found.total, found.totalInvited) / size),
        total_count: found.total,
        unaccepted_count: found.unaccepted,
        may_invite: found.mayInvite,
      }
    }),

    'GET /apps/files/who_can_see': requireUser(async ({ actor }, input) => {
      const { page_number: page = 1, page_size: size = 50, search_string: search = '' } = input
      const found = await whoCanSee(ports, actor, input.item_typed_id, { search, page, size })
      const view = { ...found, faces: await faces(actor, found.people) }
      return {
        people: found.people.map((person) => presentReaching(person, view)),
        page_number: page,
        page_count: Math.ceil(found.total / size),
        total_count: found.total,
        links: found.links.map((link) => presentReachingLink(link, found.access)),
        are_links_complete: found.areLinksComplete,
        has_more_links: found.hasMoreLinks,
      }
    }),
  }
}
