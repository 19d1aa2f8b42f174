import type { WebAddressProps } from './webAddressProps'

/** An address in what others wrote: a link, which opens a window that knows nothing of this one. */
export function WebAddress({ className, address, children }: WebAddressProps) {
  return (
    <a className={className} href={address} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}
