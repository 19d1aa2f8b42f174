import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button'
import { Icon, type IconName } from '../ui/Icon'
import './Empty.scss'

interface Props {
  /** Shown in the circle at the folder's corner. */
  icon: IconName
  title: string
  text?: string
  action?: string
  onAction?(): void
  /** Shown below the action. */
  children?: ReactNode
}

/** An empty place, and why it is empty (LIST-05). */
export function Empty({ icon, title, text, action, onAction, children }: Props) {
  return (
    <View className="empty">
      <View className="empty-middle">
        <View className="empty-picture" aria-hidden>
          <View className="empty-badge">
            <Icon name={icon} size={20} />
          </View>
        </View>
        <View className="empty-title">{title}</View>
        {text ? <View className="empty-text">{text}</View> : null}
        {action && onAction ? (
          <View className="empty-action">
            <Button small label={action} onPress={onAction} />
          </View>
        ) : null}
        {children}
      </View>
    </View>
  )
}
