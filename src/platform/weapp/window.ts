import Taro from '@tarojs/taro'
import type { Platform, WindowInfo } from '../Platform'

/** px between the header's buttons and WeChat's menu capsule. */
const besideCapsule = 8
/** px; what most phones have, where WeChat does not tell. */
const usual = { capsuleSpace: 103, headerHeight: 44 }

/** px; the sizes of text that WeChat calls normal, on Android and on iPhones. */
const normal = { smallest: 16, largest: 17 }

/** What Taro's typings know nothing of; the factor since library 2.23.4. */
interface TextSize {
  fontSizeScaleFactor?: number
  fontSizeSetting?: number
}

/** How large the user wants text, by the settings of their WeChat. */
function textScale(): number {
  const told = Taro.getAppBaseInfo() as TextSize
  if (told.fontSizeScaleFactor) return told.fontSizeScaleFactor
  const size = told.fontSizeSetting ?? Taro.getSystemInfoSync().fontSizeSetting ?? normal.smallest
  return size > normal.largest ? size / normal.smallest : 1
}

/** WeChat draws its menu capsule over the page: the header stands below the status bar and level with the capsule. */
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
      const resized = () => listener()
      // The setting is changed while the app is in the background; WeChat says nothing of it.
      const shown = () => {
        if (scale !== (scale = textScale())) listener()
      }
      Taro.onWindowResize(resized)
      Taro.onAppShow(shown)
      return () => {
        Taro.offWindowResize(resized)
        Taro.offAppShow(shown)
      }
    },
  }
}
