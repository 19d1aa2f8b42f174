import type { S3Settings } from '../storage/s3/S3Settings'
import { Problem, parseGibibytes, parseYesOrNo } from './settingValues'

type Read = <T>(name: string, fallback: T, parse: (text: string) => T | Problem) => T

/** Settings whose values never appear in messages. */
export const s3Secrets = ['S3_KEY', 'S3_SECRET']

const GiB = 1024 ** 3

/** Reads the settings of the S3 store; null = files lie in the data folder. @param problems receives missing settings */
export function readS3(read: Read, problems: string[]): S3Settings | null {
  const needed = {
    S3_URL: read<string | null>('S3_URL', null, parseStoreAddress),
    S3_BUCKET: read<string | null>('S3_BUCKET', null, parseBucket),
    S3_KEY: read<string | null>('S3_KEY', null, parseCredential),
    S3_SECRET: read<string | null>('S3_SECRET', null, parseCredential),
  }
  const more = {
    region: read('S3_REGION', 'us-east-1', parseRegion),
    isPathStyle: read('S3_PATH_STYLE', true, parseYesOrNo),
    prefix: read('S3_PREFIX', '', parsePrefix),
    cacheBytes: read('S3_CACHE', 10 * GiB, parseGibibytes),
  }
  const { S3_URL: url, S3_BUCKET: bucket, S3_KEY: key, S3_SECRET: secret } = needed
  if (url !== null && bucket !== null && key !== null && secret !== null) return { url, bucket, key, secret, ...more }
  const named = (isNamed: boolean) =>
    Object.entries(needed).flatMap(([name, value]) => ((value !== null) === isNamed ? [name] : []))
  const isWrong = (name: string) => problems.some((problem) => problem.startsWith(`${name}=`))
  const missing = named(false).filter((name) => !isWrong(name))
  if (named(true).length > 0 && missing.length > 0)
    problems.push(`${named(true)[0]}: ${missing.join(', ')} needed, too`)
  return null
}

function parseStoreAddress(text: string) {
  const problem = new Problem('an address such as https://s3.example, without the bucket, is needed')
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return problem
  }
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  return /^https?:$/.test(url.protocol) && isPlain ? text.replace(/\/+$/, '') : problem
}

function parseBucket(text: string) {
  return /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) ? text : new Problem('the name of a bucket is needed')
}

function parseRegion(text: string) {
  return /^[\w-]{1,60}$/.test(text) ? text : new Problem('a region such as eu-central-1 is needed')
}

function parseCredential(text: string) {
  return /^[\x21-\x7e]{1,1000}$/.test(text) ? text : new Problem('visible ASCII characters without blanks are needed')
}

/** Without characters that an address must escape, because stores do not agree about escaping. */
function parsePrefix(text: string) {
  const prefix = text.replace(/^\/+|\/+$/g, '')
  if (prefix === '') return ''
  const isPlain = /^[\w.-]+(\/[\w.-]+)*$/.test(prefix) && !prefix.split('/').some((part) => /^\.+$/.test(part))
  return isPlain && prefix.length <= 200 ? `${prefix}/` : new Problem('letters, digits, _ . - and / are needed')
}
