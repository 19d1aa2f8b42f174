import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { useWindow, useWords } from '../ui/context'
import { Icon, type IconName } from '../ui/Icon'
import { IconButton } from '../ui/IconButton'
import './Header.scss'

export interface HeaderAction {
  icon: IconName
  label: string
  badge?: string
  pressed?: boolean
  /** A press explains why. */
  disabled?: boolean
  onPress(): void
}

interface Props {
  title: string
  onBack?(): void
  onTitle?(): void
  /** Whether the panel below the title is open; set, it adds a chevron to the title. */
  expanded?: boolean
  /** The title's name for screen readers, where it can be pressed. */
  titleLabel?: string
  /** At most two: in the mini-program no more fit left of WeChat's capsule. */
  actions?: readonly HeaderAction[]
  /** Replaces the arrow, such as a textual Cancel. */
  leading?: ReactNode
  trailing?: ReactNode
}

export function Header({ title, onBack, onTitle, expanded, titleLabel, actions = [], leading, trailing }: Props) {
  const t = useWords()
  const { statusBar, capsuleSpace, headerHeight } = useWindow()
  const text = <View className="header-text">{title}</View>
  return (
    <View className="header" style={statusBar ? { paddingTop: `${statusBar}px` } : undefined}>
      <View className="header-bar" style={{ height: `${headerHeight}px`, paddingRight: `${capsuleSpace + 6}px` }}>
        {onBack ? <IconButton icon="chevron-left" label={t('action.back')} onPress={onBack} /> : null}
        {leading}
        <View
          className={onBack || leading ? 'header-title' : 'header-title header-title-first'}
          role={title ? 'heading' : undefined}
          aria-level={title ? 1 : undefined}
        >
          {onTitle ? (
            <View className="header-press" aria-label={titleLabel} aria-expanded={expanded} onClick={onTitle}>
              {text}
              {expanded === undefined ? null : (
                <View className={expanded ? 'header-chevron header-chevron-up' : 'header-chevron'}>
                  <Icon name="chevron-down" size={18} />
                </View>
              )}
            </View>
          ) : (
            text
          )}
        </View>
        {actions.map((action) => (
          <IconButton key={action.icon} {...action} />
        ))}
        {trailing}
      </View>
    </View>
  )
}
