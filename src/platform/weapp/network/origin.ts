/** The server that this build speaks to: scheme, host and port. */
export const origin = SATCHEL_API_URL.replace(/\/+$/, '')

/** A path of the server as a whole address; a whole address stays as it is. */
export function wholeAddress(address: string): string {
  return address.startsWith('/') ? origin + address : address
}
