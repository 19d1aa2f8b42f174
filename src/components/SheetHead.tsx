import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import './SheetHead.scss'

interface Props {
  /** A tile or an avatar. */
  picture?: ReactNode
  title: string
  text?: string
  trailing?: ReactNode
}

/** What a sheet is about. */
export function SheetHead({ picture, title, text, trailing }: Props) {
  return (
    <View className="sheet-head">
      {picture}
      <View className={picture ? 'sheet-head-texts sheet-head-beside' : 'sheet-head-texts'}>
        <View className="sheet-head-title">{title}</View>
        {text ? <View className="sheet-head-text">{text}</View> : null}
      </View>
      {trailing}
    </View>
  )
}
