import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { useModal } from './useModal'
import './Sheet.scss'

interface Props {
  /** What a screen reader says on opening. */
  label: string
  children: ReactNode
  onClose(): void
}

/** Rises from the bottom over a mask; a tap on the mask, Escape or going back closes it. */
export function Sheet({ label, children, onClose }: Props) {
  const ref = useModal(onClose)
  return (
    <View className="sheet-host">
      <View className="sheet-mask" aria-hidden catchMove onClick={onClose} />
      <View ref={ref} className="sheet" role="dialog" aria-modal aria-label={label}>
        {children}
      </View>
    </View>
  )
}
