/** A store for files with the interface of Amazon S3. */
export interface S3Settings {
  /** Without a final slash and without the bucket. */
  url: string
  bucket: string
  region: string
  key: string
  secret: string
  /** Whether the bucket is the first part of the path; otherwise the bucket is the first part of the host. */
  isPathStyle: boolean
  /** The beginning of the names of all objects; '' or with a final slash. */
  prefix: string
  /** the most bytes that the cache folder of a machine holds */
  cacheBytes: number
}
