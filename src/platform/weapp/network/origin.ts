/** The server of this build: scheme, host and port. */
export const origin = SATCHEL_API_URL.replace(/\/+$/, '')

/** Makes a path of the server absolute; an absolute address stays as it is. */
export function wholeAddress(address: string): string {
  return address.startsWith('/') ? origin + address : address
}
