import type { ShareLink } from '@/contract/shares/shares'

export interface QrPanelProps {
  link: Pick<ShareLink, 'url' | 'item' | 'owner' | 'due_time' | 'password'>
  onClose(): void
}
