import { Type, type Static } from '@sinclair/typebox'
import { Id, Seconds, call, nullable, oneOf } from './call'

/** What the audit log knows; a new one needs words in `i18n/session`. */
export const auditEvents = [
  'signed_in',
  'signed_in_by_code',
  'sign_in_refused',
  'signed_out',
  'password_changed',
  'password_refused',
  'second_step_passed',
  'second_step_refused',
  'second_step_on',
  'second_step_off',
  'sessions_ended',
  'messenger_linked',
  'messenger_unlinked',
  'demo_password_changed',
  'item_downloaded',
  'item_copied',
  'item_moved',
  'item_deleted',
  'item_restored',
  'item_purged',
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
  'application_created',
  'application_ended',
  'application_token',
  'audit_read',
] as const
export type AuditEvent = (typeof auditEvents)[number]

/** Rights as they were and are; null where there were or are none. */
const Rights = nullable(Type.Record(Type.String(), Type.Unknown()))

/** What more is known of a deed. */
export const AuditDetail = Type.Object({
  /** Of whose rights or sessions, where it is not who did it. */
  user_id: Type.Optional(Type.Integer()),
  group_id: Type.Optional(Type.Integer()),
  before: Type.Optional(Rights),
  after: Type.Optional(Rights),
  /** Where somebody is who signs in by its codes. */
  messenger: Type.Optional(oneOf('wechat', 'wecom')),
  /** Sessions that ended. */
  count: Type.Optional(Type.Integer()),
  /** Of a share link. */
  serial_number: Type.Optional(Type.String()),
  /** Who handed in, by the name that they took; whose picture went. */
  person_name: Type.Optional(Type.String()),
  /** Of an application of the open platform. */
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
  detail: nullable(AuditDetail),
})

export const auditCalls = {
  /** Own call, for administrators: what was done by users of their enterprise and to its items, the newest first. */
  'GET /apps/audit/list': call(
    {
      /** Part of a login or a name. */
      user: Type.Optional(Type.String({ maxLength: 200 })),
      deed: Type.Optional(oneOf(...auditEvents)),
      since: Type.Optional(Seconds),
      until: Type.Optional(Seconds),
      /** The `next` of the page before. */
      before: Type.Optional(Id),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    },
    {
      entries: Type.Array(AuditEntry),
      /** null: nothing is older. */
      next: nullable(Id),
    },
  ),
}

export type AuditEntry = Static<typeof AuditEntry>
export type AuditDetail = Static<typeof AuditDetail>
