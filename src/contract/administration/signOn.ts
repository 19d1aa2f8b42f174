import { Type, type Static } from '@sinclair/typebox'
import { Id, call, nullable, oneOf } from '../call'

/** The settings of signing on at an OpenID provider. The server checks the texts with error codes of its own. */
const settings = {
  /** Whether the sign-in page offers the provider. */
  is_on: Type.Boolean(),
  /** On the button, such as the name of the provider. */
  label: Type.String({ maxLength: 100 }),
  /** An https address; `/.well-known/openid-configuration` below it describes the provider. */
  issuer: Type.String({ maxLength: 1000 }),
  client_id: Type.String({ maxLength: 500 }),
  /** Requested beside openid, profile and email, separated by blanks. */
  scopes: Type.String({ maxLength: 500 }),
  /** A first sign-on needs a verified address of one of these domains; none: of any. */
  email_domains: Type.Array(Type.String({ maxLength: 253 }), { maxItems: 50 }),
  /** How a first sign-on finds the person: by the verified e-mail address, or by a claim that is the login. */
  link_by: oneOf('email', 'claim'),
  link_claim: Type.String({ maxLength: 100 }),
  /** Whether a first sign-on adds somebody whom the organisation does not have. */
  creates_people: Type.Boolean(),
  /** The claim that lists groups; '' = none. */
  group_claim: Type.String({ maxLength: 100 }),
  /** At each sign-on, members of a group join its department, and others leave it. Managers stay. */
  group_rules: Type.Array(Type.Object({ group: Type.String({ minLength: 1, maxLength: 200 }), department_id: Id }), {
    maxItems: 200,
  }),
  /** Whether signing out also leads to the provider. */
  signs_out: Type.Boolean(),
}

export const SignOnProvider = Type.Object({ ...settings, has_secret: Type.Boolean() })

export const administrationSignOnCalls = {
  /** For owners. The secret is never shown. */
  'GET /admin/sign_on/get': call(
    {},
    {
      provider: nullable(SignOnProvider),
      /** The address to register at the provider. */
      redirect_url: Type.String(),
    },
  ),
  /**
   * For owners. Asks the provider for its description first. An absent secret stays; another issuer or client needs it again. Refused with:
   * sign_on_issuer, sign_on_unreachable, sign_on_secret, sign_on_settings (with the field), department_not_found.
   */
  'POST /admin/sign_on/set': call(
    {
      provider: Type.Object(settings),
      /** '' removes the secret: a public client. */
      client_secret: Type.Optional(Type.String({ maxLength: 1000 })),
    },
    { provider: SignOnProvider },
  ),
  /** For owners. People keep their accounts, and their identities for the case that the provider returns. */
  'POST /admin/sign_on/remove': call({}, {}),
}

export type SignOnProvider = Static<typeof SignOnProvider>
