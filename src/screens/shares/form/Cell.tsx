import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { Facts } from '@/components/rows/Facts'
import { Icon } from '@/components/ui/Icon'
import { classes } from '@/components/ui/classes'

interface Props {
  label: string
  /** Below the label, such as the effect of a setting. */
  note?: string
  /** Replaces the note. */
  error?: string
  value?: string
  trailing?: ReactNode
  /** Below everything else, in full width. */
  children?: ReactNode
  /** Decided by somebody else, as the lock at its end shows. */
  isLocked?: boolean
  onPress?(): void
}

/** A line of settings: label, value, and a control. */
export function Cell({ label, note, error, value, trailing, children, isLocked, onPress }: Props) {
  return (
    <View
      className={classes('share-cell', isLocked && 'share-locked')}
      aria-disabled={isLocked && onPress ? true : undefined}
      onClick={onPress}
    >
      <View className="share-cell-line">
        <View className="share-cell-texts">
          <View className="share-cell-label">{label}</View>
          {error ? (
            <View className="share-cell-error" role="alert">
              {error}
            </View>
          ) : null}
          {note && !error ? (
            <View className="share-cell-note">
              <Facts text={note} />
            </View>
          ) : null}
        </View>
        {value ? (
          <View className="share-cell-value">
            <Facts text={value} />
          </View>
        ) : null}
        {trailing}
        {isLocked ? <Icon name="lock" size={18} /> : null}
        {onPress && !isLocked ? <Icon name="chevron-right" size={18} /> : null}
      </View>
      {children}
    </View>
  )
}
