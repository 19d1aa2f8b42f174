/** Writes parameters as a query without `?`, in their order, without undefined ones. A mini-program has no URLSearchParams. */
export function encodeQuery(parameters: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&')
}

/** Reads a query with or without `?`. The last value of a repeated name wins; a broken escape stays as it is. */
export function decodeQuery(query: string): Record<string, string> {
  const parameters: Record<string, string> = {}
  for (const pair of query.replace(/^\?/, '').split('&')) {
    if (!pair) continue
    const at = pair.indexOf('=')
    const name = at < 0 ? pair : pair.slice(0, at)
    parameters[unescape(name)] = at < 0 ? '' : unescape(pair.slice(at + 1))
  }
  return parameters
}

function unescape(text: string): string {
  const spaced = text.replace(/\+/g, ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
