import type { Request } from '@/contract/api'

export type ProviderSettings = Request<'POST /admin/sign_on/set'>['provider']

/** The settings of a provider that links people by their verified e-mail address, and does nothing else. */
export function providerSettings(
  given: Pick<ProviderSettings, 'issuer' | 'client_id'> & Partial<ProviderSettings>,
): ProviderSettings {
  return {
    is_on: true,
    label: 'Campus',
    scopes: '',
    email_domains: [],
    link_by: 'email',
    link_claim: '',
    creates_people: false,
    group_claim: '',
    group_rules: [],
    signs_out: false,
    ...given,
  }
}
