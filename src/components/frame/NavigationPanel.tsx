import { View } from '@tarojs/components'
import type { CSSProperties } from 'react'
import { classes } from '../ui/classes'
import { useWindow, useWords } from '../ui/context'
import { Icon, type IconName } from '../ui/Icon'
import { useModal } from '../sheets/useModal'
import './NavigationPanel.scss'

export interface NavigationRow {
  key: string
  label: string
  icon?: IconName
  /** 0 for a space, 1 and more for its contents. */
  level: number
  isCurrent?: boolean
  /** Absent where the row has no children. */
  isOpen?: boolean
  isLoading?: boolean
  /** The row is no destination: a tap only expands it. */
  isMuted?: boolean
  /** The row is the last step of the path, above the spaces. */
  isPathEnd?: boolean
}

interface Props {
  rows: readonly NavigationRow[]
  onSelect(key: string): void
  onToggle(key: string): void
  onClose(): void
}

/** Drops from the header: all places of the drive (LIST-02). */
export function NavigationPanel({ rows, onSelect, onToggle, onClose }: Props) {
  const t = useWords()
  const { statusBar, headerHeight } = useWindow()
  const ref = useModal(onClose)
  return (
    <View className="navigation-host" style={{ '--navigation-top': `${statusBar + headerHeight}px` } as CSSProperties}>
      <View className="navigation-mask" aria-hidden catchMove onClick={onClose} />
      <View ref={ref} className="navigation" role="dialog" aria-modal aria-label={t('navigation.title')}>
        {rows.map(({ isMuted, ...row }) => (
          <View
            key={row.key}
            className={classes(
              'navigation-row',
              row.isCurrent && 'navigation-current',
              isMuted && 'navigation-muted',
              row.isPathEnd && 'navigation-path-end',
            )}
            aria-expanded={isMuted ? row.isOpen : undefined}
            onClick={isMuted ? () => onToggle(row.key) : undefined}
          >
            <View
              className={`navigation-place navigation-level-${Math.min(row.level, 5)}`}
              aria-current={row.isCurrent ? 'page' : undefined}
              onClick={isMuted ? undefined : () => onSelect(row.key)}
            >
              {row.icon ? <Icon name={row.icon} /> : null}
              <View className="navigation-label">{row.label}</View>
            </View>
            {row.isOpen === undefined ? null : (
              <View
                className={classes(
                  'navigation-toggle',
                  row.isOpen && 'navigation-open',
                  row.isLoading && 'navigation-loading',
                )}
                {...(!isMuted && {
                  'aria-label': t(row.isOpen ? 'navigation.collapse' : 'navigation.expand', { name: row.label }),
                  'aria-expanded': row.isOpen,
                  onClick: () => onToggle(row.key),
                })}
              >
                <Icon name="chevron-right" size={18} />
              </View>
            )}
          </View>
        ))}
      </View>
    </View>
  )
}
