import { Type, type Static } from '@sinclair/typebox'
import { AdministratorRole } from './role'
import { Bytes, Id, Seconds, call, nullable, oneOf } from '../call'
import { DirectoryKind } from './directories'
import { SignedInDevice } from '../session/account'
import { Belongings, Handover, PersonAct, PersonRow, PersonState, SignInLink } from './entities'

/** Filters and order of the list and of its export. Without a state: everybody who is not deleted. */
const question = {
  /** Part of a name, a login or an e-mail address. */
  search: Type.Optional(Type.String({ maxLength: 200 })),
  state: Type.Optional(PersonState),
  /** `any`: every administrator */
  role: Type.Optional(oneOf('owner', 'people', 'auditor', 'any')),
  /** The department and all departments below; 0: people without a department. */
  department_id: Type.Optional(Id),
  group_id: Type.Optional(Id),
  has_second_step: Type.Optional(Type.Boolean()),
  /** true: people who asked for a new password and wait for an administrator. */
  has_asked: Type.Optional(Type.Boolean()),
  sort_by: Type.Optional(oneOf('name', 'login', 'created_at', 'last_sign_in_at', 'used_bytes')),
  sort_direction: Type.Optional(oneOf('asc', 'desc')),
}

/** A person of the organisation. */
const one = { user_id: Id }
const several = { user_ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }) }
const changed = { count: Type.Integer({ minimum: 0 }) }

/** Checked by the server with error codes of their own. */
const Login = Type.String({ maxLength: 1000 })
const Name = Type.String({ maxLength: 1000 })
const Email = Type.String({ maxLength: 1000 })
/** null: the organisation's default */
const Quota = nullable(Bytes)
const Memberships = Type.Array(
  Type.Object({ department_id: Id, is_manager: Type.Optional(Type.Boolean({ default: false })) }),
  { maxItems: 100 },
)

export const PersonDetail = Type.Object({
  ...PersonRow.properties,
  /** Without a password, the person needs a one-time link. */
  has_password: Type.Boolean(),
  groups: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  devices: Type.Array(SignedInDevice),
  /** The messengers whose codes sign the person in. */
  messengers: Type.Array(oneOf('wechat', 'wecom')),
  /** The quota that applies; null = unlimited. */
  effective_quota_bytes: nullable(Bytes),
  deactivated_at: nullable(Seconds),
  /** When a deleted person can no longer be restored. */
  restorable_until: nullable(Seconds),
  belongings: Belongings,
  /** Newest first. */
  handovers: Type.Array(Handover),
  /** What the asking administrator may do with the person now. */
  acts: Type.Array(PersonAct),
  /** The directory that owns the person; null: none. Nobody else changes what it owns. */
  directory: nullable(
    Type.Object({
      kind: DirectoryKind,
      /** The name that people know it by. */
      label: Type.String(),
      owned: Type.Array(oneOf('login', 'name', 'email', 'departments')),
      /** The person signs in with a password of the directory. */
      signs_in: Type.Boolean(),
      /** A sync deactivated the person. */
      is_gone: Type.Boolean(),
    }),
  ),
  /** What the policy proposes for the links of a person who is deactivated. */
  links_of_leavers: oneOf('keep', 'close'),
})

/**
 * The people of the administrator's organisation. Ids of other organisations answer person_not_found, like unknown ids. Whoever may not make a call
 * is refused with permission_denied.
 */
export const administrationPeopleCalls = {
  'GET /admin/people/list': call(
    {
      ...question,
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    },
    { people: Type.Array(PersonRow), total_count: Type.Integer({ minimum: 0 }) },
  ),
  /** The people that the filters select, as CSV with a byte order mark; no cell is a formula. The export is recorded in the audit log. */
  'GET /admin/people/export': call(question, {
    /** For example `people-2026-03-01.csv`. */
    name: Type.String(),
    content: Type.String(),
  }),
  'GET /admin/people/info': call(one, { person: PersonDetail }),
  /** Refused with: login_invalid, login_taken, email_invalid, name_*, department_not_found, group_not_found. Only owners may give a role. */
  'POST /admin/people/create': call(
    {
      login: Login,
      name: Name,
      email: Type.Optional(Email),
      departments: Type.Optional(Memberships),
      group_ids: Type.Optional(Type.Array(Id, { maxItems: 100, uniqueItems: true })),
      quota_bytes: Type.Optional(Quota),
      role: Type.Optional(AdministratorRole),
    },
    { user_id: Id, link: SignInLink },
  ),
  /** Fields that are not given stay; lists that are given replace the whole list. Refused as create. */
  'POST /admin/people/edit': call(
    {
      ...one,
      login: Type.Optional(Login),
      name: Type.Optional(Name),
      email: Type.Optional(Email),
      departments: Type.Optional(Memberships),
      group_ids: Type.Optional(Type.Array(Id, { maxItems: 100, uniqueItems: true })),
      quota_bytes: Type.Optional(Quota),
    },
    {},
  ),
  /**
   * Ends sessions, application tokens, live streams and signed addresses at once, and keeps everything else. All or nobody.
   * Refused with: own_account, last_owner.
   */
  'POST /admin/people/deactivate': call(
    {
      ...several,
      /** What happens to the share links and collecting links of these people; default: the organisation's policy `links_of_leavers`. */
      links: Type.Optional(oneOf('keep', 'close')),
    },
    changed,
  ),
  /** Activates deactivated and deleted people again. They sign in with their old password, or by a new link. */
  'POST /admin/people/restore': call(several, changed),
  /** Ends all sessions and application tokens, and forgets known devices. */
  'POST /admin/people/end_sessions': call(several, { ended: Type.Integer({ minimum: 0 }) }),
  /** Deletes the password, ends all sessions, and returns a one-time link, which replaces an earlier link. */
  'POST /admin/people/reset_password': call(one, { link: SignInLink }),
  /** A new one-time link for a person without a password: the first one was lost or has expired. Refused with person_has_password. */
  'POST /admin/people/renew_link': call(one, { link: SignInLink }),
  /**
   * Mails a one-time link, which the administrator has just made, to the person. Refused with: sign_in_link_invalid, mail_missing,
   * person_without_email, mail_too_often, mail_not_sent.
   */
  'POST /admin/people/mail_link': call({ ...one, token: Type.String({ pattern: '^[\\w-]{43}$' }) }, {}),
  /**
   * Sends such a link to the person as a message of the organisation's app in WeCom. Refused with: sign_in_link_invalid, wecom_missing,
   * person_without_wecom, message_too_often, message_not_sent.
   */
  'POST /admin/people/message_link': call({ ...one, token: Type.String({ pattern: '^[\\w-]{43}$' }) }, {}),
  /** Withdraws an open one-time link. Does nothing if there is none. */
  'POST /admin/people/withdraw_link': call(one, {}),
  'POST /admin/people/reset_second_step': call(one, {}),
  /**
   * Moves the own space as a folder `Files of NAME` into the own space of `files_to`. Shared folders, links and collecting links go to `shares_to`.
   * At least one of the two is required. The person must be deactivated. Refused with: person_active, person_not_found, quota_exceeded,
   * handover_nothing.
   */
  'POST /admin/people/hand_over': call(
    { ...one, files_to: Type.Optional(Id), shares_to: Type.Optional(Id) },
    { handover: Handover },
  ),
  /** Gives everything back that is still where the handing over put it. Refused with: handover_not_found, handover_expired. */
  'POST /admin/people/undo_hand_over': call({ handover_id: Id }, {}),
  /** Deletes deactivated people who own nothing. All or nobody. Refused with: own_account, person_active, person_has_files. */
  'POST /admin/people/delete': call(several, changed),

  'GET /admin/administrators/list': call(
    {},
    {
      administrators: Type.Array(
        Type.Object({ id: Id, login: Type.String(), name: Type.String(), role: AdministratorRole, state: PersonState }),
      ),
    },
  ),
  /** For owners. Nobody changes the own role upwards, and the last owner stays. Refused with: last_owner, own_account, person_inactive. */
  'POST /admin/administrators/set': call({ ...one, role: nullable(AdministratorRole) }, {}),
}

export type PersonDetail = Static<typeof PersonDetail>
