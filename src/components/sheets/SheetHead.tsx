import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { Facts } from '../rows/Facts'
import './SheetHead.scss'

interface Props {
  /** A tile or an avatar. */
  picture?: ReactNode
  title: string
  text?: string
  /** The lock in words, with the person who locked. */
  locked?: string
  tags?: readonly string[]
  trailing?: ReactNode
}

/** The subject of a sheet. */
export function SheetHead({ picture, title, text, locked, tags = [], trailing }: Props) {
  return (
    <View className="sheet-head">
      {picture}
      <View className={picture ? 'sheet-head-texts sheet-head-beside' : 'sheet-head-texts'}>
        <View className="sheet-head-title">{title}</View>
        {text ? (
          <View className="sheet-head-text">
            <Facts text={text} />
          </View>
        ) : null}
        {locked || tags.length > 0 ? (
          <View className="sheet-head-marks">
            {locked ? <View className="sheet-head-mark sheet-head-locked">{locked}</View> : null}
            {tags.map((tag, at) => (
              <View key={at} className="sheet-head-mark">
                {tag}
              </View>
            ))}
          </View>
        ) : null}
      </View>
      {trailing}
    </View>
  )
}
