import type { Request } from '@/contract/api'
import { ADMIN, BASE } from './Slapd'

export type LdapSettings = Request<'POST /admin/ldap/set'>['ldap']

/** The settings of a directory as the tests start it: people sign in and syncs run by hand. */
export function ldapSettings(given: Pick<LdapSettings, 'url'> & Partial<LdapSettings>): LdapSettings {
  return {
    label: '校园账号',
    is_on: true,
    signs_in: true,
    links_existing: false,
    sync_hours: null,
    starts_tls: false,
    ca_certificate: '',
    bind_dn: ADMIN.dn,
    base_dn: BASE,
    user_filter: '(objectClass=inetOrgPerson)',
    id_attribute: 'entryUUID',
    login_attribute: 'uid',
    name_attribute: 'cn',
    email_attribute: 'mail',
    departments_by: 'ou',
    department_base: '',
    department_attribute: '',
    ...given,
  }
}
