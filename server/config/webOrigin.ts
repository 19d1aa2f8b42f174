/**
 * Whether a text is an origin as browsers spell it: scheme, host, and port unless it is the default. Only loopback may go without https.
 */
export function isWebOrigin(text: string): boolean {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return false
  }
  return isSafe(url) && `${url.protocol}//${url.host}` === text && !/[\s;,'"*]/.test(text)
}

/**
 * Whether a code may be sent to an address: a page as in `isWebOrigin`, or an app that claims a scheme with a dot, such as
 * `com.example.app:/back`. Nothing may follow that a browser or a server reads in another way than we do.
 */
export function isRedirectUri(text: string): boolean {
  if (text.length > 1000 || !/^[\x21-\x7e]+$/.test(text) || /["'*<>\\^`{}|#]/.test(text)) return false
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return false
  }
  if (url.username !== '' || url.password !== '') return false
  if (/^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:$/.test(url.protocol)) return text.startsWith(url.protocol)
  return isSafe(url) && isWebOrigin(url.origin) && (url.href === text || url.origin === text)
}

function isSafe({ protocol, hostname }: URL): boolean {
  const isLoopback = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback)
}
