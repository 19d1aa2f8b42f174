import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { InvalidCredentialsError, ResultCodeError, type Client, type Entry, type Filter } from 'ldapts'
import { isLoopback, type Configuration } from '../config/configuration'
import { DirectoryFailure } from './DirectoryFailure'
import { guardedClient } from './ldapGuard'
import { hostNameOf } from './networkAddress'
import { publicLookup } from './publicLookup'

/** A server that speaks LDAP, and the account of ours that searches there. */
export interface LdapServer {
  /** ldap:// or ldaps:// */
  url: string
  startsTls: boolean
  /** PEM; '' = the authorities that the system trusts. */
  caCertificate: string
  /** '' = nobody signs in before searching. */
  bindDn: string
  bindPassword: string
}

export interface LdapSearch {
  base: string
  filter: Filter | string
  attributes: readonly string[]
  /** Attributes whose values are bytes. */
  bytes?: readonly string[]
}

/** ms for a connection and for one answer, or one page of answers */
const PATIENCE = { connect: 5000, answer: 15_000 }
/** entries per page: Active Directory gives at most 1000 */
const PAGE = 500
/** entries of one search, and pages, because a page may be empty */
const MOST = { entries: 500_000, pages: 5000 }
/** The codes by which servers refuse a person's password: wrong, not allowed, no password, unwilling. */
const REFUSALS: ReadonlySet<number> = new Set([19, 48, 49, 50, 53])

/** Asks servers that speak LDAP. A server may be slow, broken or an impostor. Referrals are never followed: they would carry passwords elsewhere. */
export class LdapClients {
  constructor(private readonly ports: { config: Pick<Configuration, 'signOnLoopback'> }) {}

  /** All entries that match. @throws DirectoryFailure also if the server gives only a part */
  search(server: LdapServer, search: LdapSearch, signal: AbortSignal): Promise<Entry[]> {
    return this.connected(server, signal, async (client) => {
      await signIn(client, server)
      return readAll(client, search, signal)
    })
  }

  /** Whether anything matches. Shows at once whether the settings are right. @throws DirectoryFailure */
  hasEntry(server: LdapServer, { base, filter, attributes }: LdapSearch): Promise<boolean> {
    const signal = AbortSignal.timeout(PATIENCE.answer)
    return this.connected(server, signal, async (client) => {
      await signIn(client, server)
      const { searchEntries: found } = await client.search(base, { filter, attributes: [...attributes], sizeLimit: 1 })
      return found.length > 0
    })
  }

  /**
   * Finds the only entry that matches, and checks a password by signing in as that entry.
   * @param isRight decides whether the entry is the expected one, before the password is sent
   * @returns whether there is exactly one entry and the server takes its password @throws DirectoryFailure
   */
  checkPassword(
    server: LdapServer,
    search: LdapSearch,
    password: string,
    isRight: (entry: Entry) => boolean,
  ): Promise<boolean> {
    // Servers take an empty password as that of nobody, and say yes.
    if (password === '') return Promise.resolve(false)
    const signal = AbortSignal.timeout(PATIENCE.answer)
    return this.connected(server, signal, async (client) => {
      await signIn(client, server)
      const { searchEntries: found } = await client.search(search.base, {
        filter: search.filter,
        attributes: [...search.attributes],
        explicitBufferAttributes: [...(search.bytes ?? [])],
        sizeLimit: 2,
      })
      const [entry] = found
      // An empty name would be nobody, too.
      if (found.length !== 1 || !entry || entry.dn === '' || !isRight(entry)) return false
      try {
        await client.bind(entry.dn, password)
        return true
      } catch (error) {
        if (error instanceof ResultCodeError && REFUSALS.has(error.code)) return false
        throw error
      }
    })
  }

  private async connected<T>(server: LdapServer, signal: AbortSignal, run: (client: Client) => Promise<T>): Promise<T> {
    if (!isUsableLdapAddress(server, this.ports.config))
      throw new DirectoryFailure('directory_unreachable', `${server.url}: not allowed`)
    const lookup = this.ports.config.signOnLoopback ? undefined : publicLookup()
    const tls = { ...tlsOptions(server), ...(lookup && { lookup }) }
    const isLdaps = server.url.startsWith('ldaps:')
    const { client, close, requireNothingUnread } = guardedClient({
      url: server.url,
      timeout: PATIENCE.answer,
      connectTimeout: PATIENCE.connect,
      lookup,
      ...(isLdaps && { tlsOptions: tls }),
    })
    const work = async () => {
      if (server.startsTls && !isLdaps) {
        await client.startTLS(tls)
        requireNothingUnread()
      }
      return run(client)
    }
    try {
      return await unlessAborted(work(), signal)
    } catch (error) {
      throw failureOf(error)
    } finally {
      close()
    }
  }
}

/** The encryption by StartTLS or TLS is checked against the name of the host. */
function tlsOptions({ url, caCertificate }: LdapServer): ConnectionOptions {
  const host = ldapHost(url)
  return {
    host,
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    ...(isIP(host) === 0 && { servername: host }),
    ...(caCertificate !== '' && { ca: caCertificate }),
  }
}

async function signIn(client: Client, { bindDn, bindPassword }: LdapServer): Promise<void> {
  if (bindDn === '') return
  if (bindPassword === '') throw new DirectoryFailure('directory_credentials', 'the account has no password')
  try {
    await client.bind(bindDn, bindPassword)
  } catch (error) {
    if (error instanceof InvalidCredentialsError || (error instanceof ResultCodeError && REFUSALS.has(error.code)))
      throw new DirectoryFailure('directory_credentials', `the server refused the account: ${nameOf(error)}`)
    throw error
  }
}

async function readAll(client: Client, search: LdapSearch, signal: AbortSignal): Promise<Entry[]> {
  const { base, filter, attributes, bytes = [] } = search
  const entries: Entry[] = []
  let pages = 0
  const options = {
    filter,
    attributes: [...attributes],
    explicitBufferAttributes: [...bytes],
    timeLimit: 0,
    paged: { pageSize: PAGE },
  }
  for await (const { searchEntries: page } of client.searchPaginated(base, options)) {
    signal.throwIfAborted()
    entries.push(...page)
    pages += 1
    if (entries.length > MOST.entries || pages > MOST.pages)
      throw new DirectoryFailure('directory_nonsense', 'the answer does not end')
  }
  return entries
}

/** Whether the server may ask an address: encrypted, and not this machine. @throws nothing */
export function isUsableLdapAddress(
  { url, startsTls }: Pick<LdapServer, 'url' | 'startsTls'>,
  { signOnLoopback }: Pick<Configuration, 'signOnLoopback'>,
): boolean {
  if (!/^ldaps?:\/\/[^/?#@\\\s]+$/.test(url) || !URL.canParse(asWeb(url))) return false
  const host = ldapHost(url)
  if (isLoopback(host)) return signOnLoopback
  if (/^(169\.254\.|fe[89ab][0-9a-f]:|0\.|::$|::ffff:)/i.test(host)) return false
  return url.startsWith('ldaps:') || startsTls
}

/** As an address of the web, whose parser knows every spelling of an IPv4 address. */
const asWeb = (url: string) => url.replace(/^ldaps?:/, 'https:')
const ldapHost = (url: string) => hostNameOf(asWeb(url)).replace(/\.$/, '')

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new DirectoryFailure('directory_unreachable', 'the answer took too long'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** An answer with a code of LDAP came from a server that was reached. Messages of servers may repeat what they were sent, so only names are logged. */
function failureOf(error: unknown): DirectoryFailure {
  if (error instanceof DirectoryFailure) return error
  if (error instanceof ResultCodeError) return new DirectoryFailure('directory_nonsense', nameOf(error))
  const { code, message } = error as Error & { code?: string }
  return new DirectoryFailure('directory_unreachable', code ?? message)
}

const nameOf = (error: Error) =>
  error instanceof ResultCodeError ? `${error.constructor.name} (${error.code})` : error.constructor.name
