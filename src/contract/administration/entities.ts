import { Type, type Static } from '@sinclair/typebox'
import { AdministratorRole } from './role'
import { Bytes, Id, Seconds, nullable, oneOf } from '../call'

/** `new`: never signed in. `deleted`: can be restored until the trash period ends. */
export const PersonState = oneOf('active', 'new', 'deactivated', 'deleted')

/** A department that a person belongs to. */
export const Membership = Type.Object({ department_id: Id, name: Type.String(), is_manager: Type.Boolean() })

/** A person in the list of an organisation's people. */
export const PersonRow = Type.Object({
  id: Id,
  login: Type.String(),
  name: Type.String(),
  /** '' = none */
  email: Type.String(),
  state: PersonState,
  /** null: no administrator */
  role: nullable(AdministratorRole),
  /** Sorted by the tree of departments. */
  departments: Type.Array(Membership),
  has_second_step: Type.Boolean(),
  /** Bytes of the own space, including old versions and the trash. */
  used_bytes: Bytes,
  /** null: the organisation's default */
  quota_bytes: nullable(Bytes),
  created_at: Seconds,
  /** null: never */
  last_sign_in_at: nullable(Seconds),
  /** When the person's open one-time link expires; null without such a link. */
  link_expires_at: nullable(Seconds),
  /** When the person asked for a new password on the sign-in page and could get no mail; null: they did not, or have signed in since. */
  password_asked_at: nullable(Seconds),
})

/** What a leaving person still owns. Deleting the person requires that nothing is left. */
export const Belongings = Type.Object({
  /** Items at the top of the own space, without the trash. */
  items: Type.Integer({ minimum: 0 }),
  bytes: Bytes,
  /** Folders of the own space with members. */
  shared_folders: Type.Integer({ minimum: 0 }),
  /** Share links that have not been closed. */
  links: Type.Integer({ minimum: 0 }),
  /** Collecting links that have not been closed. */
  collecting_links: Type.Integer({ minimum: 0 }),
})

/** A handing over that can be undone. */
export const Handover = Type.Object({
  id: Id,
  at: Seconds,
  /** The administrator; '' if their account is gone. */
  by: Type.String(),
  /** Who received the own space; null: nobody. */
  files_to: nullable(Type.Object({ id: Id, name: Type.String() })),
  /** Who received shared folders, links and collecting links; null: nobody. */
  shares_to: nullable(Type.Object({ id: Id, name: Type.String() })),
  undo_until: Seconds,
})

/** What an administrator may do with a person; the console hides the rest. */
export const PersonAct = oneOf(
  'edit',
  'deactivate',
  'restore',
  'end_sessions',
  'reset_password',
  'reset_second_step',
  'hand_over',
  'undo_hand_over',
  'delete',
  'set_role',
)

/** A one-time address at which a person sets a password. Shown once; the server stores only a hash. */
export const SignInLink = Type.Object({
  url: Type.String(),
  expires_at: Seconds,
  /** The address to which the server can mail the link; null: the person has none, or the server sends no mails. */
  mail_to: nullable(Type.String()),
  /** The member of WeCom to whom the organisation's app can send the link; null: the directory does not link the person, or is off. */
  wecom_to: nullable(Type.String()),
})

export type PersonState = Static<typeof PersonState>
export type Membership = Static<typeof Membership>
export type PersonRow = Static<typeof PersonRow>
export type Belongings = Static<typeof Belongings>
export type Handover = Static<typeof Handover>
export type PersonAct = Static<typeof PersonAct>
export type SignInLink = Static<typeof SignInLink>
