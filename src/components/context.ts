import { createContext, useContext } from 'react'
import type { Words } from '@/i18n/words'
import type { WindowInfo } from '@/platform/Platform'

export interface Theme {
  dark: boolean
  /** Inside enterprise WeChat. */
  wework: boolean
  /** A brand of its own: the colour of text and lines, and of filled buttons. */
  pair?: { brand: string; button: string }
}

const phone: WindowInfo = { width: 375, height: 667, statusBar: 0, capsuleSpace: 0, headerHeight: 48 }

export const WordsContext = createContext<Words>((key) => key)
export const WindowContext = createContext<WindowInfo>(phone)
export const ThemeContext = createContext<Theme>({ dark: false, wework: false })

export const useWords = (): Words => useContext(WordsContext)
export const useWindow = (): WindowInfo => useContext(WindowContext)
export const useTheme = (): Theme => useContext(ThemeContext)
