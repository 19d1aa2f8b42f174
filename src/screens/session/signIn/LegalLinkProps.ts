import type { LegalText } from '@/platform/Platform'

export interface LegalLinkProps {
  kind: LegalText
  label: string
  /** '' where only WeChat has such a text. */
  address: string
}
