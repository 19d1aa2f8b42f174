export const GIGABYTE = 1024 ** 3

/** The most that the contract's `Bytes` holds. */
export const MOST_GIGABYTES = Math.floor(Number.MAX_SAFE_INTEGER / GIGABYTE)

/** The nearest whole number of bytes. The server refuses a fraction of a byte, which most decimals of a gigabyte would be. */
export function bytesOf(gigabytes: number): number {
  return Math.round(gigabytes * GIGABYTE)
}
