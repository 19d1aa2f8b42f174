import type { AskedConsent } from '@/contract/grants'

/** The address at which applications ask users for access. */
export const consentPage = '/oauth/authorize'

/** What the query of the page asks for. A parameter that stands twice counts once, as it stands first. */
export function readAskedConsent(query: URLSearchParams): AskedConsent {
  const optional = ['redirect_uri', 'scope', 'state', 'code_challenge', 'code_challenge_method'] as const
  const given = optional.flatMap((name) => {
    const value = query.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return {
    client_id: query.get('client_id') ?? '',
    response_type: query.get('response_type') ?? '',
    ...Object.fromEntries(given),
  }
}
