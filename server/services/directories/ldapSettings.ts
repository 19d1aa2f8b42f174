import { X509Certificate } from 'node:crypto'
import { FilterParser } from 'ldapts'
import type { LdapDirectory, LdapSettings } from '@/contract/administration/ldap'
import type { UserActor } from '../../actors/actor'
import type { DirectoryRow, LdapDirectoryRow } from '../../database/directoryTables'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { deleteDirectory, findDirectory, putDirectory } from '../../queries/directories/facts'
import { findLdapSettings, putLdapSettings } from '../../queries/directories/ldap'
import { DirectoryFailure } from '../../remote/DirectoryFailure'
import { isUsableLdapAddress } from '../../remote/LdapClients'
import { act, difference, requireRight } from '../administration/acts'
import { ldapSecretPlace, ldapServerOf } from '../session/ldapServer'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'config' | 'encrypter' | 'ldapClients'>

/** The LDAP directory of the organisation, without its password; null: none. @throws Refused permission_denied */
export async function readLdap({ db }: Pick<Ports, 'db'>, actor: UserActor): Promise<LdapDirectory | null> {
  requireRight(actor, 'configureDirectories')
  const stored = await findStored(db, actor.enterprise.id)
  return stored && present(stored)
}

interface Stored {
  directory: DirectoryRow
  settings: LdapDirectoryRow
}

async function findStored(db: Ports['db'], enterpriseId: number): Promise<Stored | null> {
  const directory = await findDirectory(db, enterpriseId, 'ldap')
  const settings = directory && (await findLdapSettings(db, directory.id))
  return settings ? { directory, settings } : null
}

/**
 * Stores the settings, after the directory answered.
 * @param password undefined: stays; '' = none
 * @throws Refused permission_denied, directory_…
 */
export async function setLdap(
  ports: Ports,
  actor: UserActor,
  asked: LdapSettings,
  password: string | undefined,
): Promise<LdapDirectory> {
  requireRight(actor, 'configureDirectories')
  const settings = requireSettings(asked, ports.config)
  const enterpriseId = actor.enterprise.id
  await requireAnswer(
    ports,
    enterpriseId,
    settings,
    sealedBy(ports, enterpriseId, password, await findStored(ports.db, enterpriseId), settings),
  )
  return act(ports, actor, async ({ db, at, actor: now, record }) => {
    requireRight(now, 'configureDirectories')
    const before = await findStored(db, enterpriseId)
    const bind_password = sealedBy(ports, enterpriseId, password, before, settings)
    const { label, is_on, signs_in, links_existing, sync_hours, ...own } = settings
    const common = { label, is_on, signs_in, links_existing, sync_hours }
    const directory = { enterprise_id: enterpriseId, kind: 'ldap' as const, ...common, changed_at: at }
    const id = await putDirectory(db, directory)
    await putLdapSettings(db, { directory_id: id, ...own, bind_password })
    const after = present((await findStored(db, enterpriseId))!)
    const changed = before ? difference(present(before), after) : { before: null, after }
    const isNewPassword = password !== undefined && { new_password: true }
    if (changed || isNewPassword)
      await record('directory_changed', {
        before: changed?.before ?? null,
        after: { ...changed?.after, ...isNewPassword },
      })
    return after
  })
}

/** @throws Refused permission_denied */
export function removeLdap(ports: Pick<Ports, 'db' | 'clock'>, actor: UserActor): Promise<void> {
  return act(ports, actor, async ({ db, actor: now, record }) => {
    requireRight(now, 'configureDirectories')
    const before = await findStored(db, actor.enterprise.id)
    if (!before) return
    await deleteDirectory(db, before.directory.id)
    await record('directory_changed', { before: present(before), after: null })
  })
}

function present({ directory, settings }: Stored): LdapDirectory {
  const { label, is_on, signs_in, links_existing, sync_hours } = directory
  const { directory_id: _id, bind_password: password, ...rest } = settings
  return { label, is_on, signs_in, links_existing, sync_hours, ...rest, has_password: password !== null }
}

/** The password as it is stored. @throws Refused directory_secret if the stored one would go to a server that its owner never meant */
function sealedBy(
  { encrypter }: Ports,
  enterpriseId: number,
  password: string | undefined,
  before: Stored | null,
  settings: LdapSettings,
): Buffer | null {
  if (password !== undefined) return password === '' ? null : encrypter.encrypt(password, ldapSecretPlace(enterpriseId))
  const stored = before?.settings
  if (!stored || stored.bind_password === null) return null
  const names = ['url', 'starts_tls', 'ca_certificate', 'bind_dn'] as const
  if (names.some((name) => stored[name] !== settings[name]))
    throw new Refused('directory_secret', { field: 'bind_password' })
  return stored.bind_password
}

/** Reads one page, so that wrong settings show at once. @throws Refused directory_… */
async function requireAnswer(
  ports: Ports,
  enterpriseId: number,
  settings: LdapSettings,
  sealed: Buffer | null,
): Promise<void> {
  const server = ldapServerOf(ports, enterpriseId, { directory_id: 0, ...settings, bind_password: sealed })
  const { base_dn: base, user_filter: filter } = settings
  try {
    if (!(await ports.ldapClients.hasEntry(server, { base, filter, attributes: ['1.1'] })))
      throw new Refused('directory_empty', { field: 'user_filter' })
  } catch (error) {
    if (!(error instanceof DirectoryFailure)) throw error
    const field = error.reason === 'directory_credentials' ? 'bind_password' : 'url'
    throw new Refused(error.reason, { field })
  }
}

/** The settings in their stored form. @throws Refused directory_address, directory_settings */
function requireSettings(asked: LdapSettings, config: Ports['config']): LdapSettings {
  const settings = Object.fromEntries(
    Object.entries(asked).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  ) as LdapSettings
  settings.url = settings.url.replace(/\/$/, '')
  if (settings.url.startsWith('ldaps:')) settings.starts_tls = false
  if (!isUsableLdapAddress({ url: settings.url, startsTls: settings.starts_tls }, config))
    throw new Refused('directory_address', { field: 'url' })
  const { departments_by: by } = settings
  const isWrong = {
    label: settings.label === '',
    ca_certificate: settings.ca_certificate !== '' && !isCertificate(settings.ca_certificate),
    base_dn: settings.base_dn === '',
    user_filter: !isFilter(settings.user_filter),
    id_attribute: !isAttribute(settings.id_attribute),
    login_attribute: !isAttribute(settings.login_attribute),
    name_attribute: !isAttribute(settings.name_attribute),
    email_attribute: settings.email_attribute !== '' && !isAttribute(settings.email_attribute),
    department_attribute: by === 'attribute' && !isAttribute(settings.department_attribute),
  }
  const field = Object.entries(isWrong).find(([, wrong]) => wrong)?.[0]
  if (field !== undefined) throw new Refused('directory_settings', { field })
  return settings
}

const isAttribute = (name: string) => /^[a-zA-Z][a-zA-Z0-9-]*(;[a-zA-Z0-9-]+)*$/.test(name)

function isFilter(text: string): boolean {
  try {
    return text !== '' && Boolean(FilterParser.parseString(text))
  } catch {
    return false
  }
}

function isCertificate(pem: string): boolean {
  try {
    return Boolean(new X509Certificate(pem))
  } catch {
    return false
  }
}
