import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Attribute, Change, Client } from 'ldapts'
import { until } from '../until'

/*
 * OpenLDAP's server: the installed one, or one from Debian's packages that are unpacked and not installed. No service starts by itself.
 */

/** Everything that the server needs and a small system may lack. */
const PACKAGES = ['slapd', 'libltdl7', 'libodbc2', 'libperl5.36', 'libwrap0', 'libnsl2', 'libtirpc3', 'libargon2-1']
const CACHE = path.join(tmpdir(), `satchel-slapd-${process.getuid?.() ?? 0}`)
export const BASE = 'dc=mingde,dc=example'
export const ADMIN = { dn: `cn=admin,${BASE}`, password: 'secret-of-the-admin' }

/** The folder in which the server lies; null: it is neither installed nor to be had. */
const root = await findRoot()
/** The reason why tests with the server are skipped; false if it can start. */
export const withoutSlapd = root === null ? 'slapd is neither installed nor to be had from apt' : false

async function findRoot(): Promise<string | null> {
  if (existsSync('/usr/sbin/slapd')) return '/'
  if (existsSync(path.join(CACHE, 'usr/sbin/slapd'))) return CACHE
  const folder = await mkdtemp(path.join(tmpdir(), 'satchel-slapd-packages-'))
  try {
    // Those that the system does not know are left out: what it has itself needs no package.
    for (const name of PACKAGES) quietly('apt-get', ['download', '-qq', name], folder)
    for (const file of await readdir(folder)) if (file.endsWith('.deb')) quietly('dpkg', ['-x', file, 'root'], folder)
    if (!existsSync(path.join(folder, 'root/usr/sbin/slapd'))) return null
    // Another test may have been faster.
    await rename(path.join(folder, 'root'), CACHE).catch(() => undefined)
    return existsSync(path.join(CACHE, 'usr/sbin/slapd')) ? CACHE : null
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function quietly(program: string, parameters: string[], cwd: string): void {
  try {
    execFileSync(program, parameters, { cwd, stdio: 'ignore', timeout: 120_000 })
  } catch {
    // The caller looks at what there is.
  }
}

export interface SlapdSettings {
  /** Lines of slapd.conf before the database, and within it. */
  global?: string[]
  database?: string[]
  /** Listens with TLS only, with this certificate. */
  tls?: { certificate: string; key: string }
}

/** A server with an empty tree on a port of its own. */
export class Slapd {
  private constructor(
    private readonly folder: string,
    readonly port: number,
    private readonly process: ChildProcess,
    readonly url: string,
  ) {}

  static async start({ global = [], database = [], tls }: SlapdSettings = {}): Promise<Slapd> {
    const from = root!
    const folder = await mkdtemp(path.join(tmpdir(), 'satchel-ldap-'))
    await mkdir(path.join(folder, 'db'))
    const libraries = ['usr/lib/x86_64-linux-gnu', 'usr/lib/aarch64-linux-gnu', 'usr/lib/ldap']
    if (tls) {
      await writeFile(path.join(folder, 'certificate.pem'), tls.certificate)
      await writeFile(path.join(folder, 'key.pem'), tls.key)
      global.push(`TLSCertificateFile ${folder}/certificate.pem`, `TLSCertificateKeyFile ${folder}/key.pem`)
    }
    const schemas = ['core', 'cosine', 'inetorgperson']
    const lines = [
      `modulepath ${path.join(from, 'usr/lib/ldap')}`,
      'moduleload back_mdb.la',
      ...schemas.map((name) => `include ${path.join(from, 'etc/ldap/schema', `${name}.schema`)}`),
      ...global,
      'database mdb',
      'maxsize 268435456',
      `suffix "${BASE}"`,
      `rootdn "${ADMIN.dn}"`,
      `rootpw ${ADMIN.password}`,
      `directory ${folder}/db`,
      'index objectClass,uid,entryUUID eq',
      ...database,
    ]
    await writeFile(path.join(folder, 'slapd.conf'), `${lines.join('\n')}\n`)
    const port = await freePort()
    const url = `ldap://localhost:${port}`
    const child = spawn(
      path.join(from, 'usr/sbin/slapd'),
      ['-f', path.join(folder, 'slapd.conf'), '-h', `ldap://127.0.0.1:${port}`, '-d', '0'],
      {
        env: { ...process.env, LD_LIBRARY_PATH: libraries.map((each) => path.join(from, each)).join(':') },
        stdio: 'ignore',
      },
    )
    const made = new Slapd(folder, port, child, url)
    await until('slapd answers', () => made.answers())
    await made.add(BASE, { objectClass: ['dcObject', 'organization'], dc: 'mingde', o: 'Mingde' })
    return made
  }

  private async answers(): Promise<boolean> {
    const client = new Client({ url: this.url, timeout: 2000 })
    try {
      await client.bind(ADMIN.dn, ADMIN.password)
      return true
    } catch {
      return false
    } finally {
      await client.unbind().catch(() => undefined)
    }
  }

  /** Runs something as the administrator of the directory. */
  async asAdmin<T>(run: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ url: this.url })
    await client.bind(ADMIN.dn, ADMIN.password)
    try {
      return await run(client)
    } finally {
      await client.unbind()
    }
  }

  add(dn: string, entry: Record<string, string | string[]>): Promise<void> {
    return this.asAdmin((client) => client.add(dn, entry))
  }

  async addUnit(name: string, above = BASE): Promise<string> {
    const dn = `ou=${name},${above}`
    await this.add(dn, { objectClass: 'organizationalUnit', ou: name })
    return dn
  }

  async addPerson(
    uid: string,
    {
      above = BASE,
      name = uid,
      password = `pw-${uid}`,
      ...more
    }: { above?: string; name?: string; password?: string; [attribute: string]: string | string[] | undefined } = {},
  ): Promise<string> {
    const dn = `uid=${escapeDn(uid)},${above}`
    const rest = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >
    await this.add(dn, { objectClass: 'inetOrgPerson', uid, cn: name, sn: name, userPassword: password, ...rest })
    return dn
  }

  replace(dn: string, attribute: string, values: string[]): Promise<void> {
    const modification = new Attribute({ type: attribute, values })
    return this.asAdmin((client) => client.modify(dn, new Change({ operation: 'replace', modification })))
  }

  remove(dn: string): Promise<void> {
    return this.asAdmin((client) => client.del(dn))
  }

  rename(dn: string, to: string): Promise<void> {
    return this.asAdmin((client) => client.modifyDN(dn, to))
  }

  /** Stops the server so that it no longer answers. */
  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once('exit', resolve))
    if (this.process.exitCode === null && this.process.kill()) await ended
    await rm(this.folder, { recursive: true, force: true })
  }
}

const escapeDn = (text: string) => text.replaceAll(/[,+"\\<>;=#]/g, (character) => `\\${character}`)

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
