import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { S3Settings } from '../../../server/storage/s3/S3Settings'
import { S3Transport, s3Times } from '../../../server/storage/s3/s3Transport'
import { unpackPrograms } from './debianPrograms'
import { freePorts } from './freePorts'

/*
 * An S3 store that checks signatures: OpenStack Swift, from Debian's packages, which are unpacked and not installed.
 */

const PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'python3-swift']
const LIBRARY = 'usr/lib/python3/dist-packages'
/** Debian's Python, for which its packages are made. */
const PYTHON = '/usr/bin/python3'

const root = existsSync(PYTHON) ? await unpackPrograms('swift', PACKAGES, `${LIBRARY}/swift`) : null
/** The reason why tests with the store are skipped; false if it can start. */
export const withoutSwift = root === null ? 'OpenStack Swift cannot be had from apt' : false

export const SWIFT_KEYS = { key: 'satchel:s3', secret: 'satchel-secret-key' }

/** Address of the store of this process, which starts at the first call and ends with the process. */
let started: Promise<string> | undefined
export function startSwift(): Promise<string> {
  started ??= start()
  return started
}

/** A store that runs. */
export interface ReachedStore {
  url: string
  /** Makes a bucket. @param more instead of its usual settings */
  bucket(name: string, more?: Partial<S3Settings>): Promise<S3Settings>
}

export async function reachSwift(): Promise<ReachedStore> {
  return { url: await startSwift(), bucket: swiftBucket }
}

/** Settings of a new bucket. */
export async function swiftBucket(bucket: string, more: Partial<S3Settings> = {}): Promise<S3Settings> {
  const config: S3Settings = {
    url: await startSwift(),
    bucket,
    region: 'us-east-1',
    ...SWIFT_KEYS,
    isPathStyle: true,
    prefix: '',
    cacheBytes: 1024 ** 3,
    ...more,
  }
  await createBucket(config)
  return config
}

/** The settings of a process that uses a bucket. */
export function settingsOf({ url, bucket, region, key, secret, prefix }: S3Settings): Record<string, string> {
  const settings = { S3_URL: url, S3_BUCKET: bucket, S3_REGION: region, S3_KEY: key, S3_SECRET: secret }
  return prefix === '' ? settings : { ...settings, S3_PREFIX: prefix }
}

export async function createBucket(config: S3Settings): Promise<void> {
  const transport = new S3Transport(config, s3Times)
  await transport.ask({ method: 'PUT', key: '' })
  transport.close()
}

async function start(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'satchel-swift-'))
  const port = await freePorts(4)
  const program = fileURLToPath(new URL('swiftServer.py', import.meta.url))
  const child = spawn(PYTHON, ['-W', 'ignore', program, folder, String(port)], {
    env: {
      PATH: process.env.PATH,
      PYTHONPATH: path.join(root!, LIBRARY),
      LD_LIBRARY_PATH: ['x86_64', 'aarch64'].map((each) => path.join(root!, `usr/lib/${each}-linux-gnu`)).join(':'),
    },
    // The store ends when its input ends, also when this process is killed.
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (text: Buffer) => (errors += text))
  process.once('exit', () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const [ready] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  if (!String(ready).includes('ready')) throw new Error(`Swift does not start: ${errors}`)
  child.unref()
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as unknown as { unref(): void }).unref()
  return `http://127.0.0.1:${port}`
}
