import { EqualityFilter, type Entry } from 'ldapts'
import type { DirectoryRow, LdapDirectoryRow } from '../../database/directoryTables'
import type { Dependencies } from '../../dependencies'
import { findLdapSettings } from '../../queries/directories/ldap'
import { DirectoryFailure } from '../../remote/DirectoryFailure'
import type { LdapServer } from '../../remote/LdapClients'
import { externalIdIn, isBinary, ldapServerOf, textIn, textsIn } from '../session/ldapServer'
import { dnKey, parentDn } from './distinguishedNames'
import type { DirectorySnapshot, DirectorySource, SnapshotDepartment, SnapshotPerson } from './snapshot'

type Ports = Pick<Dependencies, 'db' | 'encrypter' | 'ldapClients'>

/** Attributes by which servers say that a person may not sign in. */
const STATE = ['userAccountControl', 'nsAccountLock', 'pwdAccountLockedTime']
/** The bit of Active Directory's userAccountControl for a disabled account. */
const DISABLED = 2
/** The time by which OpenLDAP locks an account for good. */
const LOCKED_FOR_GOOD = '000001010000Z'

/** Opens an LDAP directory with its stored settings. @throws DirectoryFailure without settings */
export async function openLdapSource(ports: Ports, directory: DirectoryRow): Promise<DirectorySource> {
  const settings = await findLdapSettings(ports.db, directory.id)
  if (!settings) throw new DirectoryFailure('directory_unreachable', 'the directory has no settings')
  return ldapSource(ports, ldapServerOf(ports, directory.enterprise_id, settings), settings)
}

export function ldapSource(
  ports: Pick<Ports, 'ldapClients'>,
  server: LdapServer,
  settings: Omit<LdapDirectoryRow, 'directory_id'>,
): DirectorySource {
  return {
    fields: [
      'name',
      ...(settings.email_attribute === '' ? [] : (['email'] as const)),
      ...(settings.departments_by === 'none' ? [] : (['departments'] as const)),
    ],
    async read(signal) {
      const units = await readUnits(ports, server, settings, signal)
      const people = await readPeople(ports, server, settings, signal)
      return settings.departments_by === 'attribute' ? byAttribute(people, settings) : byUnits(people, units, settings)
    },
  }
}

type Settings = Omit<LdapDirectoryRow, 'directory_id'>

function readPeople(
  { ldapClients }: Pick<Ports, 'ldapClients'>,
  server: LdapServer,
  settings: Settings,
  signal: AbortSignal,
) {
  const { id_attribute: id, login_attribute, name_attribute, email_attribute, department_attribute } = settings
  const wanted = [id, login_attribute, name_attribute, email_attribute, department_attribute, ...STATE]
  const search = {
    base: settings.base_dn,
    filter: settings.user_filter,
    attributes: [...new Set(wanted.filter((each) => each !== ''))],
    bytes: isBinary(id) ? [id] : [],
  }
  return ldapClients.search(server, search, signal)
}

async function readUnits(
  { ldapClients }: Pick<Ports, 'ldapClients'>,
  server: LdapServer,
  settings: Settings,
  signal: AbortSignal,
): Promise<Entry[]> {
  if (settings.departments_by !== 'ou') return []
  const { id_attribute: id } = settings
  const search = {
    base: baseOfUnits(settings),
    filter: new EqualityFilter({ attribute: 'objectClass', value: 'organizationalUnit' }),
    attributes: [id, 'ou', 'description'],
    bytes: isBinary(id) ? [id] : [],
  }
  return ldapClients.search(server, search, signal)
}

const baseOfUnits = ({ department_base: base, base_dn: top }: Settings) => (base === '' ? top : base)

/** Units of the tree are departments. A person belongs to the nearest unit above them. */
function byUnits(people: readonly Entry[], units: readonly Entry[], settings: Settings): DirectorySnapshot {
  const top = dnKey(baseOfUnits(settings))
  const ids = new Map<string, string>()
  for (const unit of units) {
    const key = dnKey(unit.dn)
    if (key !== top) ids.set(key, externalIdIn(unit, settings.id_attribute))
  }
  if ([...ids.values()].includes('')) throw new DirectoryFailure('directory_nonsense', 'a unit has no id')
  const above = (dn: string): string | null => {
    for (let key = parentDn(dnKey(dn)); key !== ''; key = parentDn(key)) {
      const found = ids.get(key)
      if (found !== undefined) return found
    }
    return null
  }
  const departments = units
    .filter(({ dn }) => ids.has(dnKey(dn)))
    .map((unit) => ({
      externalId: ids.get(dnKey(unit.dn))!,
      parentExternalId: above(unit.dn),
      name: textIn(unit, 'ou'),
      order: 0,
    }))
    .sort(byName)
  return {
    departments,
    people: people.map((entry) => {
      const department = above(entry.dn)
      return personOf(entry, settings, department === null ? [] : [department])
    }),
  }
}

/** Values of an attribute are departments; a slash leads to a department below. */
function byAttribute(people: readonly Entry[], settings: Settings): DirectorySnapshot {
  const departments = new Map<string, SnapshotDepartment>()
  const departmentOf = (path: string): string | null => {
    let parent: string | null = null
    for (const part of path.split('/')) {
      const name = part.trim()
      if (name === '') continue
      const externalId: string = `${parent ?? ''}/${name.normalize('NFKC').toLowerCase()}`
      if (!departments.has(externalId))
        departments.set(externalId, { externalId, parentExternalId: parent, name, order: 0 })
      parent = externalId
    }
    return parent
  }
  const found = people.map((entry) =>
    personOf(
      entry,
      settings,
      textsIn(entry, settings.department_attribute).flatMap((path) => departmentOf(path) ?? []),
    ),
  )
  return { departments: [...departments.values()].sort(byName), people: found }
}

function personOf(entry: Entry, settings: Settings, departments: string[]): SnapshotPerson {
  const login = textIn(entry, settings.login_attribute)
  return {
    externalId: externalIdIn(entry, settings.id_attribute),
    login,
    name: textIn(entry, settings.name_attribute) || login,
    ...(settings.email_attribute !== '' && { email: textIn(entry, settings.email_attribute) }),
    departments,
    active: isActive(entry),
  }
}

function isActive(entry: Entry): boolean {
  const [control, lock, lockedAt] = STATE.map((attribute) => textIn(entry, attribute))
  if ((Number(control) & DISABLED) !== 0) return false
  return lock?.toLowerCase() !== 'true' && lockedAt !== LOCKED_FOR_GOOD
}

const byName = (one: SnapshotDepartment, other: SnapshotDepartment) => one.name.localeCompare(other.name, 'zh-CN')
