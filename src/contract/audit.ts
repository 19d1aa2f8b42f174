import { Type, type Static } from '@sinclair/typebox'
import { Id, Seconds, call, nullable, oneOf } from './call'

/** The events of the audit log. A new event needs words in `i18n/session`. */
export const auditEvents = [
  'signed_in',
  'signed_in_by_code',
  'signed_on',
  'sign_on_linked',
  'sign_on_changed',
  'directory_changed',
  'sign_in_refused',
  'signed_out',
  'password_changed',
  'password_refused',
  'second_step_passed',
  'second_step_refused',
  'second_step_on',
  'second_step_off',
  'recovery_code_used',
  'recovery_codes_made',
  'sessions_ended',
  'messenger_linked',
  'messenger_unlinked',
  'demo_password_changed',
  'item_uploaded',
  'version_uploaded',
  'item_created',
  'item_opened',
  'item_downloaded',
  'item_copied',
  'item_renamed',
  'item_described',
  'item_moved',
  'item_deleted',
  'item_restored',
  'item_purged',
  'version_chosen',
  'version_deleted',
  'collaborator_changed',
  'member_changed',
  'account_changed',
  'share_created',
  'share_changed',
  'share_closed',
  'share_reopened',
  'share_reported',
  'share_approved',
  'share_refused',
  'logo_changed',
  'picture_removed',
  'coupon_claimed',
  'collect_created',
  'collect_changed',
  'collect_closed',
  'collect_reopened',
  'collect_released',
  'collect_handed_in',
  'collect_taken_back',
  'application_created',
  'application_changed',
  'application_secret_rotated',
  'application_ended',
  'application_token',
  'application_token_reused',
  'application_allowed',
  'application_disallowed',
  'audit_read',
  'audit_exported',
  'organisation_created',
  'person_created',
  'person_changed',
  'person_deactivated',
  'person_restored',
  'person_deleted',
  'person_handed_over',
  'person_given_back',
  'people_exported',
  'people_imported',
  'password_reset',
  'sign_in_link_made',
  'sign_in_link_mailed',
  'sign_in_link_messaged',
  'sign_in_link_withdrawn',
  'sign_in_link_used',
  'second_step_reset',
  'password_forgotten',
  'password_asked',
  'role_changed',
  'department_created',
  'department_changed',
  'department_moved',
  'department_merged',
  'department_deleted',
  'group_created',
  'group_changed',
  'group_deleted',
  'policies_changed',
  'demo_removed',
] as const
export type AuditEvent = (typeof auditEvents)[number]

/**
 * The rights, the name, the number of the current version, or the place (`folder`, or `space_owner` for the root of a personal space), before or after
 * a change; null: none.
 */
const Rights = nullable(Type.Record(Type.String(), Type.Unknown()))

/** Further facts about an event. */
export const AuditDetail = Type.Object({
  /** The user whose rights or sessions changed, if not the actor. */
  user_id: Type.Optional(Type.Integer()),
  group_id: Type.Optional(Type.Integer()),
  /** The name of the group at the time; for older entries the current name, absent if the group is gone. */
  group_name: Type.Optional(Type.String()),
  before: Type.Optional(Rights),
  after: Type.Optional(Rights),
  /** The messenger whose codes sign the user in. */
  messenger: Type.Optional(oneOf('wechat', 'wecom')),
  /** The number of ended sessions. */
  count: Type.Optional(Type.Integer()),
  /** Identifies a share link. */
  serial_number: Type.Optional(Type.String()),
  /**
   * For collect_handed_in and collect_taken_back: the name that the contributor chose. Else the name of `user_id` at the time; for older entries
   * the current name, absent if the user is gone.
   */
  person_name: Type.Optional(Type.String()),
  /** The present login of `user_id`, which tells people of one name apart; absent for people of other organisations and if the user is gone. */
  person_login: Type.Optional(Type.String()),
  /** The name of an application of the open platform. */
  application: Type.Optional(Type.String()),
})

export const AuditEntry = Type.Object({
  id: Id,
  time: Seconds,
  deed: oneOf(...auditEvents),
  /** null: the server itself. */
  user: nullable(Type.Object({ id: Id, login: Type.String(), name: Type.String() })),
  address: Type.String(),
  item: nullable(Type.Object({ id: Id, name: Type.String() })),
  /** The name of the person, group, department, application or imported file that the event concerns; '' if none. */
  subject: Type.String(),
  detail: nullable(AuditDetail),
})

const question = {
  /** Part of a login or a name. */
  user: Type.Optional(Type.String({ maxLength: 200 })),
  /** Events by this user, or about this user. */
  user_id: Type.Optional(Id),
  deed: Type.Optional(oneOf(...auditEvents)),
  since: Type.Optional(Seconds),
  until: Type.Optional(Seconds),
}

export const auditCalls = {
  /** Own call, for administrators: events by users of their enterprise and on its items, newest first. */
  'GET /apps/audit/list': call(
    {
      ...question,
      /** The `next` of the previous page. */
      before: Type.Optional(Id),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    },
    {
      entries: Type.Array(AuditEntry),
      /** null: there is no older entry. */
      next: nullable(Id),
    },
  ),
  /** Own call, for administrators: the newest 50,000 events that match, newest first. Recorded itself. */
  'GET /apps/audit/export': call(question, {
    /** For a file. */
    name: Type.String(),
    entries: Type.Array(AuditEntry),
    /** Whether older events were left out. */
    is_cut: Type.Boolean(),
  }),
}

export type AuditEntry = Static<typeof AuditEntry>
export type AuditDetail = Static<typeof AuditDetail>
