import { MessengerFailure } from './MessengerFailure'
import type { SharedTokens } from './SharedTokens'

/** Error codes for an access token that is unknown or expired. */
const stale = new Set<number | null>([40001, 40014, 42001])

export interface TokenSource {
  tokens: SharedTokens
  /** The name of the token among all shared tokens. */
  name: string
  fetch(): Promise<{ value: string; seconds: number }>
}

/**
 * Calls with an access token. Calls once more with a new token when the messenger no longer accepts the first.
 * @throws MessengerFailure
 */
export async function withToken<T>(
  { tokens, name, fetch }: TokenSource,
  call: (token: string) => Promise<T>,
): Promise<T> {
  const token = await tokens.get(name, fetch)
  try {
    return await call(token)
  } catch (error) {
    if (!(error instanceof MessengerFailure) || !stale.has(error.code)) throw error
    await tokens.forget(name, token)
    return call(await tokens.get(name, fetch))
  }
}
