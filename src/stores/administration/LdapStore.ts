import { comparer, makeAutoObservable, observable } from 'mobx'
import type { Api } from '@/api/Api'
import { answerOrNull } from '@/api/ApiFailure'
import type { LdapDirectory, LdapSettings } from '@/contract/administration/ldap'
import { Answer } from './Answer'
import { Sending } from './Sending'

/** The attributes of the two common kinds of servers. */
export const ldapKinds = {
  openldap: {
    user_filter: '(objectClass=inetOrgPerson)',
    id_attribute: 'entryUUID',
    login_attribute: 'uid',
    name_attribute: 'cn',
    email_attribute: 'mail',
  },
  active: {
    user_filter: '(&(objectCategory=person)(objectClass=user))',
    id_attribute: 'objectGUID',
    login_attribute: 'sAMAccountName',
    name_attribute: 'displayName',
    email_attribute: 'mail',
  },
} as const
export type LdapKind = keyof typeof ldapKinds

const blank: LdapSettings = {
  label: '',
  is_on: true,
  signs_in: true,
  links_existing: false,
  sync_hours: 24,
  url: '',
  starts_tls: false,
  ca_certificate: '',
  bind_dn: '',
  base_dn: '',
  ...ldapKinds.openldap,
  departments_by: 'ou',
  department_base: '',
  department_attribute: '',
}

/** The LDAP directory of the organisation, with unsaved changes. */
export class LdapStore {
  readonly saved = new Answer<{ ldap: LdapDirectory | null }>()
  readonly sending = new Sending()
  draft: LdapSettings = blank
  /** '' = the stored password stays */
  password = ''

  constructor(private readonly api: Api) {
    makeAutoObservable<this, 'api'>(this, { api: false, saved: false, sending: false, draft: observable.ref })
  }

  async load(): Promise<void> {
    await this.saved.take(this.api.call('GET /admin/ldap/get', {}, { quiet: true }))
    this.discard()
  }

  get isDirty(): boolean {
    return this.password !== '' || !comparer.structural(this.draft, this.stored)
  }

  get hasPassword(): boolean {
    return this.saved.value?.ldap?.has_password ?? false
  }

  /** The kind of server whose attributes the draft has; null: others. */
  get kind(): LdapKind | null {
    const isKind = (kind: LdapKind) =>
      Object.entries(ldapKinds[kind]).every(([name, value]) => this.draft[name as keyof LdapSettings] === value)
    return (Object.keys(ldapKinds) as LdapKind[]).find(isKind) ?? null
  }

  change(changes: Partial<LdapSettings>) {
    this.draft = { ...this.draft, ...changes }
    this.sending.clear()
  }

  setPassword(password: string) {
    this.password = password
    this.sending.clear()
  }

  /** The form shows a refusal. */
  async save(): Promise<boolean> {
    const { draft, password } = this
    const input = { ldap: draft, ...(password !== '' && { bind_password: password }) }
    const reply = await this.sending.send(() => this.api.call('POST /admin/ldap/set', input, { quiet: true }))
    if (reply) await this.load()
    return reply !== null
  }

  /** The app shows a refusal. */
  async remove(): Promise<boolean> {
    const reply = await answerOrNull(this.api.call('POST /admin/ldap/remove', {}))
    if (reply) await this.load()
    return reply !== null
  }

  discard() {
    this.draft = this.stored
    this.password = ''
    this.sending.clear()
  }

  private get stored(): LdapSettings {
    const { has_password: _hasPassword, ...settings } = this.saved.value?.ldap ?? { ...blank, has_password: false }
    return settings
  }
}
