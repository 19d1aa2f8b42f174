/** A service that an operator has configured. */
export interface ConfiguredService {
  url: string
  /** Sent as a bearer token; null = none */
  token: string | null
}

/** ms to wait for the answer */
const PATIENCE = 5000

/** Posts JSON to a service. Redirects fail, because their target would receive the posted data. */
export function postJson({ url, token }: ConfiguredService, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE),
    headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
}
