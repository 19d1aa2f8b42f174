import { createContext, useContext } from 'react'
import type { PackageName } from '@/i18n/Phrase'
import type { Words } from '@/i18n/words'
import type { Look, WindowInfo } from '@/platform/Platform'

export interface Theme extends Look {
  dark: boolean
}

const phone: WindowInfo = { width: 375, height: 667, statusBar: 0, capsuleSpace: 0, headerHeight: 48, textScale: 1 }

export const WordsContext = createContext<Words>((key) => key)
export const WindowContext = createContext<WindowInfo>(phone)
export const ThemeContext = createContext<Theme>({ dark: false, wework: false })

/** Origin of the server, prepended to paths of pictures; '' where they are relative. */
export const OriginContext = createContext('')

/** @typeParam P the catalogue of the calling component; the component's panel provides those words */
export const useWords = <P extends PackageName = never>(): Words<P> => useContext(WordsContext) as Words<P>
export const useWindow = (): WindowInfo => useContext(WindowContext)
export const useTheme = (): Theme => useContext(ThemeContext)
