import type { ReactNode } from 'react'

export interface WebAddressProps {
  className: string
  /** http:, https: or mailto: */
  address: string
  children: ReactNode
}
