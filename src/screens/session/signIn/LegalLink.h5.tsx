import type { LegalLinkProps } from './LegalLinkProps'

/** A link beside the app: what was typed stays. */
export function LegalLink({ label, address }: LegalLinkProps) {
  return (
    <a className="login-legal-link" href={address} target="_blank" rel="noopener">
      {label}
    </a>
  )
}
