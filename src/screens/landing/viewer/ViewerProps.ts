import type { Item } from '@/contract/entities'
import type { VisitProps } from '../page/VisitProps'

export interface FilePreviewProps extends VisitProps {
  fileId: number
  onClose(): void
}

export interface InlinePreviewProps extends VisitProps {
  item: Item
}
