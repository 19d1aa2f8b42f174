import { View } from '@tarojs/components'
import type { CSSProperties, ReactNode } from 'react'
import { BackCatcher } from './BackCatcher'
import { classes } from '../ui/classes'
import { useTheme, useWindow, type Theme } from '../ui/context'
import './Screen.scss'

interface Props {
  header?: ReactNode
  children: ReactNode
  /** At the bottom, above the safe area. */
  footer?: ReactNode
  /** Sheets, panels and dialogs, lowest first. */
  overlays?: ReactNode
  toast?: ReactNode
  /** Number of open overlays; in the mini-program the back gesture then closes one instead of the page. */
  depth?: number
  onLeave?(): void
}

/** The root of every page: theme, column, safe areas, and the hosts of overlays. */
export function Screen({ header, children, footer, overlays, toast, depth = 0, onLeave }: Props) {
  const theme = useTheme()
  const { textScale } = useWindow()
  return (
    <View
      className={classes('screen', theme.wework && 'wework', theme.dark && 'theme-dark')}
      style={styleOf(theme, textScale)}
    >
      {header ? (
        <View className="screen-header" role="banner">
          {header}
        </View>
      ) : null}
      <View className="screen-body" role="main">
        {children}
      </View>
      {footer ? <View className="screen-footer">{footer}</View> : null}
      {overlays}
      <View className="screen-toast" role="status">
        {toast}
      </View>
      {onLeave ? <BackCatcher depth={depth} onLeave={onLeave} /> : null}
    </View>
  )
}

function styleOf({ pair }: Theme, textScale: number): CSSProperties {
  return {
    ...(textScale !== 1 && { '--text-scale': textScale }),
    ...(pair && { '--brand': pair.brand, '--button': pair.button, '--button-press': pair.button }),
  } as CSSProperties
}
