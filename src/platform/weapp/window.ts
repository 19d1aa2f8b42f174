import Taro from '@tarojs/taro'
import type { Platform, WindowInfo } from '../Platform'

/** px between the header's buttons and WeChat's menu capsule. */
const besideCapsule = 8
/** px; what most phones have, where WeChat does not tell. */
const usual = { capsuleSpace: 103, headerHeight: 44 }

/** WeChat draws its menu capsule over the page: the header stands below the status bar and level with the capsule. */
function measure(): WindowInfo {
  const { windowWidth, windowHeight, statusBarHeight: statusBar = 0 } = Taro.getWindowInfo()
  const capsule = Taro.getMenuButtonBoundingClientRect()
  const window = { width: windowWidth, height: windowHeight, statusBar, textScale: 1 }
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
      const resized = () => listener()
      Taro.onWindowResize(resized)
      return () => Taro.offWindowResize(resized)
    },
  }
}
