import { AndFilter, EqualityFilter, FilterParser } from 'ldapts'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import { KeyedSemaphore } from '../../limits/KeyedSemaphore'
import { ldapPerson, type LdapPerson } from '../../queries/directories/ldap'
import { DirectoryFailure } from '../../remote/DirectoryFailure'
import { networksOf } from '../../remote/networkAddress'
import { externalIdIn, isBinary, ldapServerOf } from './ldapServer'

export type DirectoryPorts = Pick<Dependencies, 'db' | 'clock' | 'log' | 'encrypter' | 'ldapClients'>

/** ms for which a directory that did not answer is not asked, because each attempt would wait as long */
const QUIET = 5000
/** most characters of a password */
const LONGEST = 1000

/** Attempts at once: of all, per directory, per site, per network. A whole school may share a network. */
const turns = new KeyedSemaphore<string>([12, 8, 6], 24)
/** When directories failed to answer, by their id, per client. */
const failuresOf = new WeakMap<object, Map<number, number>>()

/** The directory whose password a person signs in with; undefined: none. */
export function directoryOf({ db }: Pick<DirectoryPorts, 'db'>, userId: number): Promise<LdapPerson | undefined> {
  return ldapPerson(db, userId)
}

/** Runs an attempt with a directory when it is the turn of its network. */
export function inDirectoryTurn<T>(person: LdapPerson, address: string, run: () => Promise<T>): Promise<T> {
  return turns.run([String(person.settings.directory_id), ...networksOf(address)], run)
}

/**
 * Whether the directory takes a person's password. The entry with the login must be the person whom the sync linked: a login may have been renamed.
 * @throws Refused sign_on_unreachable
 */
export async function isDirectoryPassword(
  { clock, log, encrypter, ldapClients }: Omit<DirectoryPorts, 'db'>,
  { enterpriseId, externalId, settings }: LdapPerson,
  login: string,
  password: string,
): Promise<boolean> {
  if (password === '' || password.length > LONGEST) return false
  const { directory_id: directory, id_attribute: id, login_attribute: attribute, base_dn: base } = settings
  const failures = failuresOf.get(ldapClients) ?? new Map<number, number>()
  failuresOf.set(ldapClients, failures)
  const failedAt = failures.get(directory)
  if (failedAt !== undefined && clock().getTime() - failedAt < QUIET) throw new Refused('sign_on_unreachable')
  const search = {
    base,
    // The login becomes a value, never a part of a filter's text.
    filter: new AndFilter({
      filters: [FilterParser.parseString(settings.user_filter), new EqualityFilter({ attribute, value: login })],
    }),
    attributes: [id],
    bytes: isBinary(id) ? [id] : [],
  }
  try {
    const server = ldapServerOf({ encrypter }, enterpriseId, settings)
    const isRight = await ldapClients.checkPassword(
      server,
      search,
      password,
      (entry) => externalIdIn(entry, id) === externalId,
    )
    failures.delete(directory)
    return isRight
  } catch (error) {
    if (!(error instanceof DirectoryFailure)) throw error
    failures.set(directory, clock().getTime())
    log.warn({ directory, reason: error.reason, failure: error.message }, 'a directory could not check a password')
    throw new Refused('sign_on_unreachable')
  }
}
