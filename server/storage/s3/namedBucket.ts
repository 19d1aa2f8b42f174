import type { NamedPlace } from '../storageName'
import type { S3Bucket } from './S3Bucket'

const OBJECT = 'storage.name'

/** A bucket, or the part of it below the prefix of the settings, whose name is in an object. */
export function namedBucket(bucket: S3Bucket): NamedPlace {
  return {
    description: bucket.addressOf(''),
    nameAt: bucket.addressOf(OBJECT),
    readName: async () => (await bucket.get(OBJECT))?.trim() ?? null,
    async writeName(name) {
      await bucket.put(OBJECT, Buffer.from(`${name}\n`))
      return name
    },
  }
}
