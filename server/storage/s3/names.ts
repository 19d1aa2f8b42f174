/** The objects of the storage. Keys are random, so nobody ever writes an object of another blob. */

/** A complete blob. */
export const blobName = (key: string) => `blobs/${key}`
/** Says that a blob is unfinished: an `UnfinishedMark` as JSON. */
export const markName = (key: string) => `open/${key}`
/** The bytes of an unfinished blob from `start` on that do not fill a part. */
export const tailName = (key: string, start: number) => `open/${key}.${start}`
/** Names the multipart upload of a blob that a process writes at once. */
export const writingName = (holder: string, key: string) => `writing/${holder}/${key}`

/** Whether an address needs to escape no character of a name and leaves out no part of it. All our names are such; others are not ours. */
export function isPlain(name: string): boolean {
  return /^[\w./-]*$/.test(name) && !/(^|\/)\.{1,2}(\/|$)/.test(name)
}
