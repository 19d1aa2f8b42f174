import Taro from '@tarojs/taro'
import type { Platform, WindowInfo } from '../Platform'

/** px between the header's buttons and WeChat's menu capsule. */
const besideCapsule = 8
/** px; the values of most phones, if WeChat reports none. */
const usual = { capsuleSpace: 103, headerHeight: 44 }

/** px; WeChat's normal text sizes, on Android and on iPhones. */
const normal = { smallest: 16, largest: 17 }

/** Fields that Taro's typings lack; the factor exists since library 2.23.4. */
interface TextSize {
  fontSizeScaleFactor?: number
  fontSizeSetting?: number
}

/** The user's text size relative to the design, from WeChat's settings. */
function textScale(): number {
  const info = Taro.getAppBaseInfo() as TextSize
  if (info.fontSizeScaleFactor) return info.fontSizeScaleFactor
  const size = info.fontSizeSetting ?? Taro.getSystemInfoSync().fontSizeSetting ?? normal.smallest
  return size > normal.largest ? size / normal.smallest : 1
}

/** WeChat draws its menu capsule over the page: the header is below the status bar, at the height of the capsule. */
function measure(): WindowInfo {
  const { windowWidth, windowHeight, statusBarHeight: statusBar = 0 } = Taro.getWindowInfo()
  const capsule = Taro.getMenuButtonBoundingClientRect()
  const window = { width: windowWidth, height: windowHeight, statusBar, textScale: textScale() }
  if (!capsule?.width) return { ...window, ...usual }
  return {
    ...window,
    capsuleSpace: windowWidth - capsule.left + besideCapsule,
    headerHeight: Math.max(usual.headerHeight, 2 * (capsule.top - statusBar) + capsule.height),
  }
}

export function createWindow(): Pick<Platform, 'window' | 'onResize'> {
  return {
    window: measure,
    onResize(listener) {
      let scale = textScale()
      const handleResize = () => listener()
      // The setting changes while the app is in the background; WeChat sends no event.
      const handleShow = () => {
        if (scale !== (scale = textScale())) listener()
      }
      Taro.onWindowResize(handleResize)
      Taro.onAppShow(handleShow)
      return () => {
        Taro.offWindowResize(handleResize)
        Taro.offAppShow(handleShow)
      }
    },
  }
}

/** Needs `darkmode: true` in the app's configuration; otherwise WeChat reports no theme. */
export function createTheme(): Pick<Platform, 'systemTheme' | 'onSystemTheme'> {
  return {
    systemTheme: () => (Taro.getAppBaseInfo().theme === 'dark' ? 'dark' : 'light'),
    onSystemTheme(listener) {
      const handleChange = ({ theme }: Taro.onThemeChange.Result) => listener(theme === 'dark' ? 'dark' : 'light')
      Taro.onThemeChange(handleChange)
      return () => Taro.offThemeChange(handleChange)
    },
  }
}
