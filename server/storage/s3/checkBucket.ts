import { randomBytes } from 'node:crypto'
import type { S3Settings } from './S3Settings'
import { S3Refusal, S3Unreachable } from './s3Answers'
import type { ListedObject, S3Bucket } from './S3Bucket'

/** ms; stores refuse signatures that are older or newer than a quarter of an hour */
const CLOCK_TOLERANCE = 5 * 60_000
/** ms */
const LEFT_AFTER = 24 * 3600_000

/**
 * Tries everything that the storage needs: writing, reading, listing and removing objects, and multipart uploads.
 * @throws Error that says which setting is wrong
 */
export async function checkBucket(bucket: S3Bucket, config: S3Settings): Promise<void> {
  const name = `check/${randomBytes(16).toString('hex')}`
  try {
    await bucket.put(name, Buffer.from(name))
    if ((await bucket.get(name)) !== name) throw new Error('the store returned other bytes than it was given')
    const listed: ListedObject[] = []
    for await (const each of bucket.list('check/')) listed.push(each)
    if (!listed.some((each) => each.name === name)) throw new Error('the store does not list an object')
    // Others are left by checks that were killed, or belong to servers that are starting now.
    const old = listed.filter(({ modified }) => modified.getTime() < Date.now() - LEFT_AFTER)
    for (const each of [name, ...old.map((left) => left.name)]) await bucket.delete(each)
    if ((await bucket.sizeOf(name)) !== null) throw new Error('the store did not remove an object')
    await bucket.abortUpload(name, await bucket.beginUpload(name))
  } catch (error) {
    throw new Error(`The S3 store cannot be used. ${explain(error, config)}`, { cause: error })
  }
}

function explain(error: unknown, config: S3Settings): string {
  if (error instanceof S3Unreachable) return `S3_URL=${config.url}: ${error.message}.`
  if (!(error instanceof S3Refusal)) return `S3_URL=${config.url}: ${(error as Error).message}.`
  const answer = `(The store answered ${error.status} ${error.code}${error.detail === '' ? '' : `: ${error.detail}`})`
  return `${explainRefusal(error, config) ?? `S3_URL=${config.url}: the store refuses a request.`} ${answer}`
}

function explainRefusal({ status, code, date }: S3Refusal, { bucket, region, isPathStyle }: S3Settings) {
  const skew = skewOf(date)
  if (code === 'RequestTimeTooSkewed' || (status === 403 && Math.abs(skew) > CLOCK_TOLERANCE)) return explainClock(skew)
  switch (code) {
    case 'SignatureDoesNotMatch':
      return 'S3_SECRET or S3_KEY is wrong: the store refuses the signature.'
    case 'InvalidAccessKeyId':
      return 'S3_KEY is wrong: the store does not know this key.'
    case 'NoSuchBucket':
      return `S3_BUCKET=${bucket}: the store has no such bucket. Create it first.`
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
    case 'TemporaryRedirect':
    case 'IllegalLocationConstraintException':
      return `S3_REGION=${region} or S3_URL is wrong: the bucket is elsewhere.`
    case 'SecondLevelDomainForbidden':
      return 'S3_PATH_STYLE=0 is needed: this store wants the bucket in the name of the host.'
    case 'AccessDenied':
      return `S3_KEY may not do everything that is needed in the bucket ${bucket}: read, write, list and remove objects, and upload in parts.`
    case 'QuotaExceeded':
    case 'XMinioStorageFull':
      return `S3_BUCKET=${bucket}: the store is full.`
  }
  if (status === 403) return 'S3_KEY or S3_SECRET is wrong, or the key may not use the bucket.'
  if (status === 404) return `S3_URL, S3_BUCKET=${bucket} or S3_PATH_STYLE=${isPathStyle ? 1 : 0} is wrong.`
  if (status === 413 || status === 507) return `S3_BUCKET=${bucket}: the store is full.`
  return undefined
}

/** ms by which this machine is ahead of the store; 0 when the store does not say its time */
function skewOf(date: string | undefined): number {
  const time = date === undefined ? NaN : Date.parse(date)
  return Number.isNaN(time) ? 0 : Date.now() - time
}

function explainClock(skew: number): string {
  const minutes = Math.round(Math.abs(skew) / 60_000)
  const way = skew > 0 ? 'ahead of' : 'behind'
  return minutes === 0
    ? 'The clock of this machine or of the store is wrong.'
    : `The clock of this machine is ${minutes} minutes ${way} the clock of the store. Set the clock.`
}
