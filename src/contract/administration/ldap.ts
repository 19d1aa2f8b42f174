import { Type, type Static } from '@sinclair/typebox'
import { call, nullable, oneOf } from '../call'

const Attribute = Type.String({ maxLength: 100 })
const Name = Type.String({ maxLength: 1000 })

/** The settings of a directory that speaks LDAP. The server checks the texts with error codes of its own. */
const settings = {
  /** The name that people know it by, such as "Campus account". */
  label: Type.String({ maxLength: 100 }),
  /** Whether people sign in and syncs run. */
  is_on: Type.Boolean(),
  /** People of the directory sign in with their password there. */
  signs_in: Type.Boolean(),
  /** A sync links people with the same login and departments with the same place. Never administrators. */
  links_existing: Type.Boolean(),
  /** hours from one sync to the next; null: only by hand */
  sync_hours: nullable(Type.Integer({ minimum: 1, maximum: 168 })),
  /** ldaps://HOST or ldap://HOST, with a port if it is not the usual one. */
  url: Type.String({ maxLength: 1000 }),
  /** For ldap://: encrypt before anything else is sent. */
  starts_tls: Type.Boolean(),
  /** Certificates of authorities as PEM; '' = those that the server's system trusts. */
  ca_certificate: Type.String({ maxLength: 100_000 }),
  /** The account that searches; '' = nobody signs in before searching. */
  bind_dn: Name,
  /** The entry below which people are. */
  base_dn: Name,
  /** Selects people, such as (objectClass=inetOrgPerson). */
  user_filter: Name,
  /** The attribute that never changes, such as entryUUID or objectGUID. */
  id_attribute: Attribute,
  /** Such as uid or sAMAccountName. */
  login_attribute: Attribute,
  name_attribute: Attribute,
  /** '' = addresses are not synced. */
  email_attribute: Attribute,
  /** Departments are the units of the tree, or the values of an attribute, or not synced. */
  departments_by: oneOf('none', 'ou', 'attribute'),
  /** For departments by ou: the entry below which units are departments; '' = base_dn. */
  department_base: Name,
  /** For departments by attribute: its values, with a slash between a department and the one below. */
  department_attribute: Attribute,
}

export const LdapSettings = Type.Object(settings)
export const LdapDirectory = Type.Object({ ...settings, has_password: Type.Boolean() })

export const administrationLdapCalls = {
  /** For owners. The password is never shown. null: nothing is configured. */
  'GET /admin/ldap/get': call({}, { ldap: nullable(LdapDirectory) }),
  /**
   * For owners. Asks the directory first. An absent password stays; another address or account needs it again. Refused with: directory_address,
   * directory_secret, directory_settings (with the field), directory_unreachable, directory_credentials, directory_nonsense, directory_empty.
   */
  'POST /admin/ldap/set': call(
    { ldap: LdapSettings, bind_password: Type.Optional(Type.String({ maxLength: 1000 })) },
    { ldap: LdapDirectory },
  ),
  /** For owners. People and departments stay, and the organisation changes them itself. */
  'POST /admin/ldap/remove': call({}, {}),
}

export type LdapSettings = Static<typeof LdapSettings>
export type LdapDirectory = Static<typeof LdapDirectory>
