import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { S3Settings } from '../../../server/storage/s3/S3Settings'
import { isDeep } from '../deep'
import { until } from '../until'
import { unpackPrograms } from './debianPrograms'
import { freePorts } from './freePorts'
import { createBucket } from './Swift'

/*
 * An S3 store of another maker: Ceph with its gateway, from Debian's packages (72 MB), which are unpacked and not installed. It keeps its objects in
 * memory.
 */

const PACKAGES = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common', 'ceph-base']
const PYTHON = '/usr/bin/python3'

const root = isDeep && existsSync(PYTHON) ? await unpackPrograms('ceph', PACKAGES, 'usr/bin/radosgw') : null
/** The reason why tests with the store are skipped; false if it can start. */
export const withoutCeph = root === null ? 'Ceph cannot be had from apt, or the run is not deep' : false

const run = promisify(execFile)

export class Ceph {
  private readonly servers: ChildProcess[] = []

  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async start(): Promise<Ceph> {
    const ceph = new Ceph(await mkdtemp(path.join(tmpdir(), 'satchel-ceph-')), await freePorts(3))
    try {
      await ceph.begin()
      return ceph
    } catch (error) {
      await ceph.stop()
      throw error
    }
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Settings of a new bucket. */
  async bucket(name: string, more: Partial<S3Settings> = {}): Promise<S3Settings> {
    const settings: S3Settings = {
      url: this.url,
      bucket: name,
      region: 'us-east-1',
      key: 'AKSATCHEL',
      secret: 'satchel-secret-key',
      isPathStyle: true,
      prefix: '',
      cacheBytes: 1024 ** 3,
      ...more,
    }
    await createBucket(settings)
    return settings
  }

  async stop(): Promise<void> {
    for (const child of this.servers.reverse()) child.kill('SIGKILL')
    await rm(this.folder, { recursive: true, force: true })
  }

  private async begin(): Promise<void> {
    const { folder } = this
    const id = randomUUID()
    for (const name of ['mon', 'osd', 'log', 'rgw', 'mgr']) await mkdir(path.join(folder, name))
    const monitor = `[v2:127.0.0.1:${this.port + 1},v1:127.0.0.1:${this.port + 2}]`
    await writeFile(path.join(folder, 'ceph.conf'), this.settings(id, monitor))
    const keyring = path.join(folder, 'keyring')
    const key = (name: string, ...may: string[]) =>
      this.run(
        'ceph-authtool',
        keyring,
        '--gen-key',
        '-n',
        name,
        ...may.flatMap((each) => ['--cap', ...each.split('=')]),
      )
    await this.run('ceph-authtool', '--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *')
    await key('client.admin', 'mon=allow *', 'osd=allow *', 'mgr=allow *')
    await key('osd.0', 'mon=allow profile osd', 'osd=allow *')
    await key('client.rgw.a', 'mon=allow *', 'osd=allow *', 'mgr=allow *')
    const map = path.join(folder, 'monmap')
    await this.run('monmaptool', '--create', '--addv', 'a', monitor, '--fsid', id, map)
    await this.run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring)
    this.serve('ceph-mon', '-i', 'a')
    const osd = randomUUID()
    await until('the monitor answers', () => this.ask('osd', 'new', osd).then(Boolean, () => false), 120_000)
    for (const name of ['osd.0', 'client.rgw.a']) await this.ask('auth', 'add', name, '-i', keyring)
    await this.run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd)
    await this.ask('osd', 'crush', 'add', 'osd.0', '1.0', 'root=default', 'host=localhost')
    this.serve('ceph-osd', '-i', '0')
    this.serve('radosgw', '-n', 'client.rgw.a')
    const answers = () => fetch(this.url).then(Boolean, () => false)
    await until('the gateway answers', answers, 240_000)
    const keys = ['--access-key=AKSATCHEL', '--secret-key=satchel-secret-key']
    await this.run(
      'radosgw-admin',
      '-n',
      'client.rgw.a',
      'user',
      'create',
      '--uid=satchel',
      '--display-name=satchel',
      ...keys,
    )
  }

  private settings(id: string, monitor: string): string {
    const { folder, port, libraries } = this
    return `[global]
keyring = ${folder}/keyring
fsid = ${id}
mon host = ${monitor}
mon initial members = a
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon data avail crit = 1
mon data avail warn = 2
plugin dir = ${libraries}/ceph
erasure code dir = ${libraries}/ceph/erasure-code
osd class dir = ${libraries}/rados-classes
compressor dir = ${libraries}/ceph/compressor
run dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/log/$name.log
pid file = ${folder}/$name.pid
osd objectstore = memstore
memstore device bytes = 4294967296
osd data = ${folder}/osd
mon data = ${folder}/mon
ms bind ipv4 = true
public addr = 127.0.0.1
[mon.a]
public addrv = ${monitor}
[client.rgw.a]
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw data = ${folder}/rgw
rgw enable usage log = false
rgw run sync thread = false
rgw enable quota threads = false
`
  }

  private get libraries(): string {
    const folders = ['x86_64', 'aarch64'].map((each) => path.join(root!, `usr/lib/${each}-linux-gnu`))
    return folders.find((folder) => existsSync(folder))!
  }

  private get environment(): Record<string, string> {
    const { libraries } = this
    return {
      PATH: `${path.join(root!, 'usr/bin')}:${process.env.PATH}`,
      LD_LIBRARY_PATH: [libraries, `${libraries}/ceph`, libraries.replace('/usr/', '/')].join(':'),
      PYTHONPATH: path.join(root!, 'usr/lib/python3/dist-packages'),
      CEPH_CONF: path.join(this.folder, 'ceph.conf'),
    }
  }

  private run(program: string, ...parameters: string[]) {
    return run(path.join(root!, 'usr/bin', program), parameters, { env: this.environment, timeout: 120_000 })
  }

  /** Asks the monitor. */
  private ask(...parameters: string[]) {
    const program = path.join(root!, 'usr/bin/ceph')
    return run(PYTHON, [program, '-c', this.environment.CEPH_CONF!, ...parameters], {
      env: this.environment,
      timeout: 30_000,
    })
  }

  private serve(program: string, ...parameters: string[]): void {
    const command = path.join(root!, 'usr/bin', program)
    this.servers.push(
      spawn(command, [...parameters, '-f'], { env: this.environment, cwd: this.folder, stdio: 'ignore' }),
    )
  }
}
