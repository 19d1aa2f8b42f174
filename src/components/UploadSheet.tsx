import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { useWords } from './context'
import { Sheet } from './Sheet'
import { SheetHead } from './SheetHead'
import { TextButton } from './TextButton'
import './UploadSheet.scss'

interface Props {
  title: string
  /** Pause all, resume all, or clear. */
  action?: { label: string; onPress(): void }
  /** UploadRows. */
  children: ReactNode
  onClose(): void
}

/** All files of the upload queue. */
export function UploadSheet({ title, action, children, onClose }: Props) {
  const t = useWords()
  return (
    <Sheet label={title} onClose={onClose}>
      <SheetHead title={title} trailing={action ? <TextButton label={action.label} onPress={action.onPress} /> : undefined} />
      {children}
      <View className='upload-sheet-hint'>{t('upload.hint')}</View>
    </Sheet>
  )
}
