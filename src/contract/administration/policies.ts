import { Type, type Static } from '@sinclair/typebox'
import { Bytes, Id, Seconds, call, nullable, oneOf } from '../call'
import { Wording } from '../entities'
import { SharePolicy } from '../shares/policy'

const Days = Type.Integer({ minimum: 0, maximum: 3650 })
const { is_share_company_allowed: _computed, ...sharePolicies } = SharePolicy.properties

/** Every setting of an organisation that has an effect. The columns of `enterprises` and `share_policies`. */
export const Policies = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  wording: Wording,
  /** '' = the product's name */
  share_link_page_title: Type.String({ maxLength: 100 }),
  complaints: Type.Boolean(),
  is_h5_show_user_guide: Type.Boolean(),

  /** Who needs the second step. */
  second_step_for: oneOf('nobody', 'administrators', 'everybody'),
  /** Characters of a new password. */
  password_length: Type.Integer({ minimum: 8, maximum: 64 }),
  /** Days after which a session ends; null: as the server is configured. */
  session_days: nullable(Type.Integer({ minimum: 1, maximum: 3650 })),

  /** 0 = items are deleted for good at the next cleaning. */
  trash_period_days: Days,
  /** 0 = never */
  invitation_days: Days,
  /** What happens to the links of people who are deactivated. */
  links_of_leavers: oneOf('keep', 'close'),

  /** null = unlimited */
  user_quota_bytes: nullable(Bytes),
  department_quota_bytes: nullable(Bytes),
  is_personal_space_closed: Type.Boolean(),

  share_with_colleagues_disallowed: Type.Boolean(),
  accepts_collabs_for_members: Type.Boolean(),
  hide_share_link_download: Type.Boolean(),
  /** 0 = never */
  default_expiring_interval_days: Days,
  virus_scan: Type.Boolean(),
  data_leak_prevention: Type.Boolean(),
  collaborative_document: Type.Boolean(),
  wps_preview: Type.Boolean(),
  ...sharePolicies,
  share_default_watermark_content: Type.String({ maxLength: 100 }),
})

/** How many people and links the settings concern now. */
export const PolicyReach = Type.Object({
  people: Type.Integer({ minimum: 0 }),
  people_without_second_step: Type.Integer({ minimum: 0 }),
  administrators_without_second_step: Type.Integer({ minimum: 0 }),
  /** People whose own space holds more than the default quota. */
  people_over_quota: Type.Integer({ minimum: 0 }),
  departments_over_quota: Type.Integer({ minimum: 0 }),
  open_links: Type.Integer({ minimum: 0 }),
  links_without_password: Type.Integer({ minimum: 0 }),
  public_links: Type.Integer({ minimum: 0 }),
  links_with_download: Type.Integer({ minimum: 0 }),
  links_without_expiry: Type.Integer({ minimum: 0 }),
  waiting_links: Type.Integer({ minimum: 0 }),
  open_invitations: Type.Integer({ minimum: 0 }),
  items_in_trash: Type.Integer({ minimum: 0 }),
})

/** A space and the bytes in it. */
const SpaceUse = Type.Object({
  kind: oneOf('person', 'department'),
  /** The id of the person or the department. */
  id: Id,
  name: Type.String(),
  used_bytes: Bytes,
  /** The quota that applies; null = unlimited. */
  quota_bytes: nullable(Bytes),
})

const Count = Type.Integer({ minimum: 0 })

export const Overview = Type.Object({
  people: Type.Object({ active: Count, never_signed_in: Count, deactivated: Count, administrators: Count }),
  storage: Type.Object({
    people_bytes: Bytes,
    departments_bytes: Bytes,
    /** One value a day, oldest first, at most 90; without today. */
    history: Type.Array(Type.Object({ day: Seconds, people_bytes: Bytes, departments_bytes: Bytes })),
    /** At most ten. */
    largest: Type.Array(SpaceUse),
  }),
  links: Type.Object({ open: Count, without_password: Count, waiting: Count, collecting: Count, reported: Count }),
  /** Of the last seven days. */
  failed_sign_ins: Count,
  /** Files of the organisation whose preview failed, in the last seven days. */
  failed_previews: Count,
  /** Jobs of the organisation that failed for good. */
  failed_jobs: Count,
  configured: Type.Object({
    storage: oneOf('disk', 's3'),
    office_converter: Type.Boolean(),
    media_converter: Type.Boolean(),
    mail: Type.Boolean(),
    phone_codes: Type.Boolean(),
    messengers: Type.Array(oneOf('wechat', 'wecom')),
  }),
  version: Type.String(),
})

export const administrationPolicyCalls = {
  'GET /admin/overview': call({}, { overview: Overview }),
  'GET /admin/policies/get': call({}, { policies: Policies, reach: PolicyReach }),
  /**
   * For owners. Settings that are not given stay. In force with the next call. Refused with `second_step_missing` if the second step is switched on by
   * an owner without one.
   */
  'POST /admin/policies/set': call(
    { policies: Type.Partial(Policies, { additionalProperties: false, minProperties: 1 }) },
    { policies: Policies },
  ),
}

export type Policies = Static<typeof Policies>
export type PolicyReach = Static<typeof PolicyReach>
export type Overview = Static<typeof Overview>
