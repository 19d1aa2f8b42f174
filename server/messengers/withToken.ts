import { MessengerFailure } from './MessengerFailure'
import type { SharedTokens } from './SharedTokens'

/** What messengers answer where an access token is unknown or over. */
const stale = new Set<number | null>([40001, 40014, 42001])

export interface TokenSource {
  tokens: SharedTokens
  /** Of the token among all tokens. */
  name: string
  fetch(): Promise<{ value: string; seconds: number }>
}

/**
 * Calls with an access token; once more with another one where the messenger does not know it any more.
 * @throws MessengerFailure
 */
export async function withToken<T>(
  { tokens, name, fetch }: TokenSource,
  call: (token: string) => Promise<T>,
): Promise<T> {
  const token = await tokens.take(name, fetch)
  try {
    return await call(token)
  } catch (error) {
    if (!(error instanceof MessengerFailure) || !stale.has(error.code)) throw error
    await tokens.forget(name, token)
    return call(await tokens.take(name, fetch))
  }
}
