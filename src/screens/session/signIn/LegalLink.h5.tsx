import type { LegalLinkProps } from './LegalLinkProps'

/** Opens beside the app, so that typed text stays. */
export function LegalLink({ label, address }: LegalLinkProps) {
  return (
    <a className="login-legal-link" href={address} target="_blank" rel="noopener">
      {label}
    </a>
  )
}
