import { verify, type KeyObject } from 'node:crypto'

/** A signed request of an office service, as it was received. */
export interface SignedRequest {
  /** the access token in the request */
  token: string
  /** the whole address, as the service sent it */
  url: string
  /** the headers X-WOPI-TimeStamp, X-WOPI-Proof and X-WOPI-ProofOld */
  timestamp: string
  proof: string
  proofOld: string
}

/** ms that a signature is valid before and after its time */
const LIFETIME = 20 * 60_000

/** ms from 0001-01-01, where the times of the protocol begin, to 1970 */
const BEFORE_1970 = 62_135_596_800_000n
/** units of 100 ns in 1 ms */
const TICKS = 10_000n

/** Whether the time of a request is at most 20 minutes away. */
export function isRecent({ timestamp }: Pick<SignedRequest, 'timestamp'>, now: Date): boolean {
  if (!/^\d{1,19}$/.test(timestamp)) return false
  const at = Number(BigInt(timestamp) / TICKS - BEFORE_1970)
  return Math.abs(now.getTime() - at) <= LIFETIME
}

/**
 * Whether a service signed a request (MS-WOPI, proof keys). Services replace their keys: either may know a newer one than the other, so the previous
 * signature counts with the current key, and the current signature with the previous key.
 * @param keys the current key, then the previous one, if any
 */
export function isSignedBy({ token, url, timestamp, proof, proofOld }: SignedRequest, keys: readonly KeyObject[]) {
  const [current, previous] = keys
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt.asUintN(64, BigInt(timestamp)))
  const data = Buffer.concat([Buffer.from(token), Buffer.from(url.toUpperCase()), time].flatMap(withLength))
  const matches = (signature: string, key: KeyObject | undefined) =>
    key !== undefined && signature !== '' && verify('sha256', data, key, Buffer.from(signature, 'base64'))
  return matches(proof, current) || matches(proofOld, current) || matches(proof, previous)
}

function withLength(bytes: Buffer): [Buffer, Buffer] {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return [length, bytes]
}

/** The time of a request, as the protocol writes it. */
export function timestampOf(at: Date): string {
  return String((BigInt(at.getTime()) + BEFORE_1970) * TICKS)
}
