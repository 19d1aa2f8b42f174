import { Type, type Static } from '@sinclair/typebox'
import { scopes } from '../applications'
import { allowedGrants } from '../grants'
import { Id, Seconds, call, nullable, oneOf } from '../call'

/** A public key that verifies the application's assertions (`grant_type=jwt`). */
export const ApplicationKey = Type.Object({
  /** The `kid` of assertions. */
  name: Type.String(),
  /** `SHA256:` and the hash of the key in base64, as `openssl` and `ssh-keygen` compute it. */
  fingerprint: Type.String(),
  created_at: Seconds,
})

/** An application as administrators see it. It never contains a secret. */
export const ApplicationRow = Type.Object({
  id: Id,
  name: Type.String(),
  client_id: Type.String(),
  scopes: Type.Array(oneOf(...scopes)),
  /** Origins of pages that may show the drive in a frame. */
  origins: Type.Array(Type.String()),
  /** Addresses that a user's code may be sent to (`/oauth/authorize`), compared as texts. */
  redirect_uris: Type.Array(Type.String()),
  /** Further grants that the application may use; `enterprise`: assertions for the whole organisation. */
  grants: Type.Array(oneOf(...allowedGrants)),
  /** Whether the application may act for every member; otherwise only for `users`. */
  for_all: Type.Boolean(),
  users: Type.Array(Type.Object({ id: Id, name: Type.String(), login: Type.String() })),
  keys: Type.Array(ApplicationKey),
  created_at: Seconds,
  /** When the application last got a token or made a call, up to a minute late; null: never */
  last_used_at: nullable(Seconds),
  /** Until when the secret before the last rotation works; null: only the present secret works */
  former_secret_ends_at: nullable(Seconds),
  /** null: the application works */
  ended_at: nullable(Seconds),
})

const one = { application_id: Id }
/** These limits only bound the request. The server checks the values with error codes of its own. */
const settings = {
  name: Type.String({ maxLength: 1000 }),
  scopes: Type.Array(oneOf(...scopes), { maxItems: scopes.length }),
  origins: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 50 }),
  for_all: Type.Boolean(),
  /** Without effect if the application may act for all. */
  user_ids: Type.Array(Id, { maxItems: 1000, uniqueItems: true }),
}

/** Absent in `create`: none. */
const access = {
  redirect_uris: Type.Optional(Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 50 })),
  grants: Type.Optional(Type.Array(oneOf(...allowedGrants), { maxItems: allowedGrants.length })),
}

/**
 * Applications of the open platform. Owners change them, auditors read them. Ids of other organisations answer application_not_found. Each change
 * of an application that has ended is refused with application_ended.
 */
export const administrationApplicationCalls = {
  /** By name; those that have ended at the end. */
  'GET /admin/applications/list': call({}, { applications: Type.Array(ApplicationRow) }),
  /**
   * The reply is the only one with the secret. Refused with name_*, application_origin, application_redirect, application_scopes, application_users, person_not_found,
   * person_inactive.
   */
  'POST /admin/applications/create': call(
    { ...settings, ...access },
    { ...one, client_id: Type.String(), secret: Type.String() },
  ),
  /**
   * Fields that are not given stay. In force with the next call: tokens lose scopes, users, origins and grants that the application loses. `for_all` and
   * `user_ids` belong together. Refused as create.
   */
  'POST /admin/applications/edit': call({ ...one, ...Type.Partial(Type.Object(settings)).properties, ...access }, {}),
  /** Makes a new secret. The present one works for 24 hours more, unless `ends_former` ends it and all tokens at once. */
  'POST /admin/applications/rotate': call(
    { ...one, ends_former: Type.Optional(Type.Boolean({ default: false })) },
    { secret: Type.String(), former_secret_ends_at: nullable(Seconds) },
  ),
  /** Refused with application_key, application_key_private, application_key_name, application_keys. */
  'POST /admin/applications/add_key': call(
    { ...one, name: Type.String({ maxLength: 200 }), public_key: Type.String({ maxLength: 20_000 }) },
    { key: ApplicationKey },
  ),
  'POST /admin/applications/remove_key': call({ ...one, name: Type.String({ maxLength: 200 }) }, {}),
  /** Ends the application for good, with its tokens and addresses, at once. */
  'POST /admin/applications/end': call(one, {}),
}

export type ApplicationRow = Static<typeof ApplicationRow>
export type ApplicationKey = Static<typeof ApplicationKey>
