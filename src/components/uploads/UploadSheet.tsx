import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { useWords } from '../ui/context'
import { Sheet } from '../sheets/Sheet'
import { SheetHead } from '../sheets/SheetHead'
import { TextButton } from '../ui/TextButton'
import './UploadSheet.scss'

export interface UploadsAction {
  label: string
  onPress(): void
}

interface Props {
  title: string
  /** Apply to all files. */
  actions: readonly UploadsAction[]
  /** UploadRows. */
  children: ReactNode
  onClose(): void
}

/** All files of the upload queue. */
export function UploadSheet({ title, actions, children, onClose }: Props) {
  const t = useWords()
  return (
    <Sheet label={title} onClose={onClose}>
      <SheetHead title={title} />
      {actions.length > 0 && (
        <View className="upload-sheet-actions">
          {actions.map((action, at) => (
            <TextButton key={at} {...action} />
          ))}
        </View>
      )}
      {children}
      <View className="upload-sheet-hint">{t('upload.hint')}</View>
    </Sheet>
  )
}
