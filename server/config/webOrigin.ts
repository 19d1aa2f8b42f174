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
  const isLoopback = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/.test(url.hostname)
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback)
  return isSafe && `${url.protocol}//${url.host}` === text && !/[\s;,'"*]/.test(text)
}
