import { Type, type Static } from '@sinclair/typebox'
import { scopes } from './applications'
import { Id, Seconds, call, nullable, oneOf } from './call'

/** Grants that an administrator must allow, because they prove less or give more than the others. */
export const allowedGrants = ['password', 'jwt_simple', 'enterprise'] as const
export type AllowedGrant = (typeof allowedGrants)[number]

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))

/**
 * `POST /oauth/token` with the application's id and secret (HTTP basic), as a form, as JSON, or in the query of a request without a body (OAPI-01).
 */
export const TokenRequest = Type.Object(
  {
    grant_type: oneOf(
      'authorization_code',
      'password',
      'refresh_token',
      'jwt',
      'jwt_simple',
      // Own grant: the application names its user.
      'client_credentials',
    ),
    /** For authorization_code: the code, the address that it was sent to, and the secret of PKCE. */
    code: text(200),
    redirect_uri: text(2000),
    code_verifier: text(200),
    /** For password: a login with its password. */
    username: text(200),
    password: text(2000),
    refresh_token: text(200),
    /** For jwt: a token that the application signed with one of its keys. For jwt_simple: the same claims as JSON in base64. */
    assertion: text(8000),
    /** For client_credentials: the login of the user for whom the application acts. */
    user: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    /** Separated by blanks; absent or `all`: all scopes that the grant has. */
    scope: text(400),
    /** For client_credentials and jwt: the origin of the page that will show the drive, one of the application's origins. */
    origin: text(300),
    /** May repeat the id of the header. */
    client_id: text(200),
  },
  { additionalProperties: false },
)
export const TokenReply = Type.Object({
  access_token: Type.String(),
  /** Absent for tokens that name a page, and for client_credentials. */
  refresh_token: Type.Optional(Type.String()),
  token_type: oneOf('bearer'),
  /** seconds */
  expires_in: Type.Integer(),
  /** `all`: all scopes of the application; `admin`: the token is for the enterprise, not for a user */
  scope: Type.String(),
})
export type TokenRequest = Static<typeof TokenRequest>
export type TokenReply = Static<typeof TokenReply>

/** `POST /oauth/token/revoke` with the application's id and secret. */
export const RevokeRequest = Type.Object(
  { token: Type.String({ maxLength: 200 }), client_id: text(200) },
  { additionalProperties: false },
)

/** What an application asks for at `/oauth/authorize`, as its address says it. */
const asked = {
  client_id: Type.String({ maxLength: 200 }),
  response_type: Type.String({ maxLength: 100 }),
  redirect_uri: text(2000),
  scope: text(400),
  state: text(2000),
  code_challenge: text(200),
  code_challenge_method: text(20),
}

/** An application that a user allowed to act for them. */
export const AllowedApplication = Type.Object({
  id: Id,
  name: Type.String(),
  scopes: Type.Array(oneOf(...scopes)),
  allowed_at: Seconds,
})

/**
 * Calls of the page `/oauth/authorize`, and of the list of applications in the security settings. Both first calls are refused with
 * application_not_found, redirect_refused, and permission_denied if the application may not act for the user, who then stays on the page.
 */
export const consentCalls = {
  'GET /apps/applications/asked': call(asked, {
    name: Type.String(),
    scopes: Type.Array(oneOf(...scopes)),
    /** Where the answer goes: a host, or the name of an app; null: the page shows the code. */
    target: nullable(Type.String()),
    /** Whether the user allowed all this before. */
    is_allowed: Type.Boolean(),
    /** The address that tells the application why it asked in vain; null: it may ask. */
    refused: nullable(Type.String()),
  }),
  /** The answer of the user. */
  'POST /apps/applications/answer': call(
    { ...asked, allows: Type.Boolean() },
    {
      /** Where to go; null: `code` is shown. */
      redirect: nullable(Type.String()),
      code: nullable(Type.String()),
    },
  ),
  /** By name. */
  'GET /apps/applications/allowed': call({}, { applications: Type.Array(AllowedApplication) }),
  /** Ends an application's access that the user gave, at once. */
  'POST /apps/applications/disallow': call({ application_id: Id }, {}),
}

export type AskedConsent = Static<(typeof consentCalls)['GET /apps/applications/asked']['request']>
export type AllowedApplication = Static<typeof AllowedApplication>
